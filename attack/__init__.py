"""Attacks on a running Scorekeeper while a table plays: `./run attack`. All traffic stays on loopback addresses."""
