"""What is kept: the only place that knows tables and columns."""
