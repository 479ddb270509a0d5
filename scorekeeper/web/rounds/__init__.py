"""Rounds: entered, shown, corrected, voided."""
