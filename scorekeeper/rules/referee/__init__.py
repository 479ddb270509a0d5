"""The referee: questions, the rulings on them, and the readings of a source that these depend on."""
