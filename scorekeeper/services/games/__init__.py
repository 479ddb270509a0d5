"""Make, load and change games, their rounds and their settings; each change is one revision."""
