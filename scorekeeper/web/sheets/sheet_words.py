"""Word the second page of a sheet: rulings and changes, one line of plain text each."""

from markupsafe import Markup

from ...services.referee.ruling_views import RulingView
from ..board.history import WordedRevision
from ..referee.rulings import RulingPage
from ..text import _


def ruling_text(ruling: RulingView) -> str:
    """Return a stored ruling in words: question, cards, verdict, penalties, reasons, decision of the table."""
    kept = RulingPage(ruling)
    title = f"{_plain(kept.title)} {kept.asked_cards.text}".rstrip()
    head = f"{ruling.id}. {title} – {_plain(kept.word)}."
    chosen = [_("By your house rule: {rule}", rule=_plain(line)) for line in kept.by_house_rule]
    reasons = [_plain(each.sentence) + (f" ({each.rule})" if each.rule else "") for each in kept.shown.reasons]
    status = _plain(kept.status)
    decided = status if status.endswith(".") else status + "."
    return " ".join((head, *map(_plain, kept.charged), *chosen, *reasons, decided))


def change_text(change: WordedRevision) -> str:
    """Return a change in words: what it was, differences, changed points, reason, its effect on the game, author."""
    changed = [each for each in change.scores if each[1] and each[2] != each[1]]
    points = [f"{name} {before} → {after or '–'}" for name, before, after in changed]
    if changed and not any(after for _name, _before, after in changed):  # the round is gone
        had = ", ".join(f"{name} {before}" for name, before, _after in changed)
        points = [_("Before: {points}.", points=had)]
    why = _("Why: {reason}", reason=_plain(change.why)) if change.why else ""
    parts = (change.sentence, *change.differences, ", ".join(points), why, change.news)
    sentences = [text if text.endswith((".", "!", "?")) else text + "." for text in map(_plain, parts) if text]
    return " ".join(sentences) + (f" – {_plain(change.who)}" if change.who else "")


def _plain(text: str) -> str:
    """Strip the tags of markup; a plain string, which users may have typed, is returned unchanged."""
    return text.striptags() if isinstance(text, Markup) else text
