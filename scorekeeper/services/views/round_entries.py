"""A player's entry of a round: as it was given, as it is stored, and as the rules see it."""

from collections.abc import Mapping
from typing import NamedTuple, cast

from ...documents import EntryDocument
from ...rules.cards import Card, codes, parse_cards
from ...rules.errors import N_, Problem, RulesError, UnknownCard
from ...rules.scoring.rounds import CardsEntry, Entry, PointsEntry, SumsEntry
from ..payload_types import PENALTIES
from ..wording import numbered

_FORMS = (("points",), ("plus", "minus"), ("melds", "laid_off", "low_aces", "hand"))
_ONE_FORM = N_("Give each player points, or sums (plus, minus), or cards (melds, laid_off, hand): only one of these.")
_NO_POINTS_WITH = N_("Points include penalties already. Give penalties only with sums or cards.")
_NO_OPENING_WITH = N_("Points say already what it costs not to have opened.")


def read_entry(document: EntryDocument) -> tuple[Entry, EntryDocument]:
    """Return an entry as the rules see it and as it is stored, its cards in two-letter codes.

    Raises:
        RulesError: it has no form or two, penalties beside points, or a text that names no card.
    """
    forms = [form for form in _FORMS if any(key in document for key in form)]
    if len(forms) != 1:
        raise RulesError(Problem(_ONE_FORM))
    penalised = [key for key in PENALTIES if document.get(key)]
    if "points" in document and penalised:
        raise RulesError(*(Problem(_NO_POINTS_WITH, (key,)) for key in penalised))
    if "points" in document and ("opened" in document or "could_open" in document):
        raise RulesError(Problem(_NO_OPENING_WITH, ("opened",)))
    cards = _cards_of(document)
    kept = document.copy()
    if "melds" in document:
        kept["melds"] = [codes(meld) for meld in cards.melds]
    if "laid_off" in document:
        kept["laid_off"] = codes(cards.laid_off)
    if cards.low_aces is not None:
        kept["low_aces"] = codes(cards.low_aces)
    if "hand" in document:
        kept["hand"] = codes(cards.hand)
    return entry_of(kept, cards), kept


class _EntryCards(NamedTuple):
    melds: tuple[tuple[Card, ...], ...]
    laid_off: tuple[Card, ...]
    hand: tuple[Card, ...]
    low_aces: tuple[Card, ...] | None


def _cards_of(document: EntryDocument) -> _EntryCards:
    """Return the cards of an entry.

    Raises:
        UnknownCard: with a problem for each text that names no card.
    """
    problems: list[Problem] = []

    def parsed(texts: list[str] | None, *path: str | int) -> tuple[Card, ...]:
        try:
            return parse_cards(texts, numbered=numbered()) if texts else ()
        except UnknownCard as error:
            problems.extend(p.within(*path) for p in error.problems)
            return ()

    melds = tuple(parsed(meld, "melds", number) for number, meld in enumerate(document.get("melds", ())))
    laid_off, hand = parsed(document.get("laid_off"), "laid_off"), parsed(document.get("hand"), "hand")
    low_aces = parsed(document["low_aces"], "low_aces") if "low_aces" in document else None
    cards = _EntryCards(melds, laid_off, hand, low_aces)
    if problems:
        raise UnknownCard(*problems)
    return cards


def entry_of(document: EntryDocument, cards: _EntryCards | None = None) -> Entry:
    """Return a stored entry as the rules see it; `cards` are its cards if they are parsed already."""
    if "points" in document:
        return PointsEntry(document["points"])
    counts = cast("Mapping[str, int]", document)
    penalties = {key: counts[key] for key in PENALTIES if key in counts}
    if "plus" in document or "minus" in document:
        return SumsEntry(document.get("plus", 0), document.get("minus", 0), penalties, *_opening(document))
    found = cards or _cards_of(document)
    return CardsEntry(found.melds, found.laid_off, found.hand, penalties, found.low_aces, *_opening(document))


def _opening(document: EntryDocument) -> tuple[bool, bool | None]:
    return document.get("opened", True), document.get("could_open")
