"""The parts of a variant: frozen data."""
