"""What a variant is made of: frozen data."""
