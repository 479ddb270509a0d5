"""Benchmarks: how fast Scorekeeper is, compared with baselines and peers. Never imported by the program."""
