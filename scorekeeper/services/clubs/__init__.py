"""Club evenings: many people at several tables, seated anew for each sitting."""
