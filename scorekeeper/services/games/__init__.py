"""Games, their rounds and their settings: loaded, changed, scored."""
