"""Attacks on a started Scorekeeper while a table plays: `./run attack`. Everything stays on loopback addresses."""
