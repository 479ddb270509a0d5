"""Typeset score sheets, blank sheets and rules: takes worded data (`model`), returns PDF (`printer`)."""
