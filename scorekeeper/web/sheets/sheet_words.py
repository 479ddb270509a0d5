"""What stands on a sheet's second page: rulings and changes, each in a line without markup."""

from markupsafe import Markup

from ...services.referee.ruling_views import RulingView
from ..board.history import Change
from ..referee.rulings import RulingPage
from ..text import _


def ruling_text(ruling: RulingView) -> str:
    """Return a kept ruling: what it was about, the verdict, why, what the table made of it, what it cost."""
    kept = RulingPage(ruling)
    head = f"{ruling.id}. {_plain(kept.title)} – {_plain(kept.shown.word)}."
    reasons = [_plain(each.sentence) + (f" ({each.rule})" if each.rule else "") for each in kept.shown.reasons]
    status = _plain(kept.status)
    return " ".join((head, *reasons, status if status.endswith(".") else status + ".", *map(_plain, kept.charged)))


def change_text(change: Change) -> str:
    """Return a change: what, what became different, whose points became others, why, what it ended, by whom."""
    points = [f"{name} {before} → {after}" for name, before, after in change.scores if before and after != before]
    why = f"{_('Why:')} {_plain(change.why)}" if change.why else ""
    parts = (change.sentence, *change.differences, ", ".join(points), why, change.news)
    told = [text if text.endswith((".", "!", "?")) else text + "." for text in map(_plain, parts) if text]
    return " ".join(told) + (f" – {_plain(change.who)}" if change.who else "")


def _plain(text: str) -> str:
    """Return a text without its markup, if it has any; what somebody typed is text, whatever it looks like."""
    return text.striptags() if isinstance(text, Markup) else text
