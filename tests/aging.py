"""Time that passes in tests: what was played becomes older."""

from typing import Any

from scorekeeper.store.circles import tallies

_COLUMNS = (("game", "created_at"), ("game", "changed_at"), ("revision", "at"), ("evening_note", "evening"))


def age(session: Any, days: int) -> None:
    """Make all games of an SQLite database older, within a transaction; statistics are counted again."""
    for table, column in _COLUMNS:
        session.connection().exec_driver_sql(
            f"UPDATE {table} SET {column} = datetime({column}, '-{days:d} days') || '.000000'"
        )
    tallies.clear(session)
