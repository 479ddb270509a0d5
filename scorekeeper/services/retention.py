"""How long the server keeps what was deleted."""

from ..config.settings import Settings
from ..store.daily_backups import WEEKS


def weeks_of_backups(settings: Settings) -> int | None:
    """Return how many weeks the daily backups go back; None if the server makes none."""
    return WEEKS if settings.daily_backups else None
