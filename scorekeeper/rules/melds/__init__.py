"""Decide whether cards are a meld, what its jokers may stand for, and if it is none, what is wrong."""
