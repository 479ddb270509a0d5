"""Settings from the environment, and where files lie."""
