"""How fast Scorekeeper is, and against what. Never imported by the program."""
