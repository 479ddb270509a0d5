"""Faults of the machine beneath a Scorekeeper while four phones save: `./run attack faults`."""
