"""A game as its revisions make it: state, rounds, totals, history, and its answer. Nothing is written here."""
