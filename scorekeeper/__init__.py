"""Scorekeeper: keep the score, settle the argument, print the sheet."""
