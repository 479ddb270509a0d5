"""What is printed: worded, queued, kept."""
