"""The forms of the questions: fields, typed text read into JSON, stored situations read back."""
