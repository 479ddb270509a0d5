"""What the referee's answers are made of, and which readings of a source they depend on."""
