"""Use cases: load, ask the rules, save, in one transaction."""
