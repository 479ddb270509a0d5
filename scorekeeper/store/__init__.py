"""The database: the only package that knows tables and columns."""
