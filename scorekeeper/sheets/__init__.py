"""What is on paper: score sheets, blank ones, the rules. Documents come in worded; out come pages."""
