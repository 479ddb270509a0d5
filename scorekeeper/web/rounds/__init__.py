"""Pages of rounds: entering, showing, correcting, voiding."""
