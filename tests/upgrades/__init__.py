"""What was played with earlier versions: rows as the program of each revision wrote them, for tests/test_upgrades.py.

`python -m tests.upgrades` plays with the program of today and writes its file; do so before the next migration.
"""
