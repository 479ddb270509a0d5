"""The forms of these questions: what is typed, and what it means."""
