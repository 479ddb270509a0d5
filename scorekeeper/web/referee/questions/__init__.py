"""The questions that the referee's pages ask, as data."""
