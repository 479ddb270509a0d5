"""Hypothesis for the rules: no deadline, for a slow machine is no fault, and few enough examples to stay quick."""

from hypothesis import settings

settings.register_profile("rules", deadline=None, max_examples=40)
settings.load_profile("rules")
