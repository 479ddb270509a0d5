"""A game on more than one device."""
