"""Circles: the people who play together, and their games."""
