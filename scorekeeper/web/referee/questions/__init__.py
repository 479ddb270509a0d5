"""The pages of the questions, as data."""
