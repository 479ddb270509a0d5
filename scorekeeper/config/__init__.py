"""Settings from the environment, and the paths of the project's folders."""
