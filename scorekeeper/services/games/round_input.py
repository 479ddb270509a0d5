"""From the payload of a form or the API to a checked and scored round."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from ...documents import EntryDocument, RoundDocument
from ...rules.cards import Card, codes, parse_card, parse_cards
from ...rules.errors import N_, Problem, RulesError, UnknownCard
from ...rules.model.terms import How
from ...rules.model.variant import Variant
from ...rules.scoring.plausibility import Finding, suggested_correction, warnings_of
from ...rules.scoring.rounds import CardsEntry, Entry, PointsEntry, Round, SumsEntry, check_round
from ...rules.scoring.scoring import RoundScore, score_round
from ...rules.scoring.sides import with_partners
from ..bounds import MOST_CARDS
from ..errors import Implausible, Invalid
from ..payload_types import CLOSING_WAYS, PENALTIES
from ..payloads import EntryPayload, RoundPayload
from ..sizes import number_of_cards
from ..wording import numbered
from .state import Setup

_FORMS = (("points",), ("plus", "minus"), ("melds", "laid_off", "low_aces", "hand"))
_ONE_FORM = N_("Give each player points, or sums (plus, minus), or cards (melds, laid_off, hand): only one of these.")
_TOO_MANY_CARDS = N_("A round has at most {most} cards.")
_NO_POINTS_WITH = N_("Points include penalties already. Give penalties only with sums or cards.")
_NO_OPENING_WITH = N_("Points say already what it costs not to have opened.")
UNKNOWN_WAY = N_("This game doesn’t know this way of going out.")
IS_OUT = N_("{name} is out of the game, and gets no points.")
_NOT_BACK = N_("{name} can’t come back in before this round.")


@dataclass(frozen=True)
class EnteredRound:
    """A round that was read and scored, with its findings."""

    round: Round
    entries: dict[str, EntryDocument]  # by name, as given
    score: RoundScore
    findings: tuple[Finding, ...]
    suggestion: dict[str, int] | None
    payload: RoundPayload
    rejoined: tuple[str, ...] = ()  # who comes back in before it

    def must_be_plausible(self) -> None:
        """Check that nothing in it is implausible, or that this was accepted.

        Raises:
            Implausible: with the findings.
        """
        if self.findings and not self.payload.accept_warnings:
            raise Implausible(self.findings, self.suggestion)

    def document(self, setup: Setup) -> RoundDocument:
        """Return the round as it is stored, with ids for names."""
        ids = {name: player for player, name in setup.players}
        document: RoundDocument = {
            "closer": ids.get(self.round.closer or ""),
            "how": self.round.how.value,
            "entries": {ids[name]: entry for name, entry in self.entries.items()},
            "way": self.round.way,
            "by": self.payload.by,
            "voided": False,
            "accepted": bool(self.findings),
        }
        if self.round.upcard is not None:
            document["upcard"] = self.round.upcard.code
        if self.rejoined:
            document["rejoin"] = [ids[name] for name in self.rejoined]
        return document


@dataclass(frozen=True)
class Standby:
    """Who cannot play a round: those who are `out`, except `may_rejoin`, who may come back in before it.

    `rejoin_at` is the total with which they do; None if nobody may.
    """

    out: tuple[str, ...] = ()
    may_rejoin: tuple[str, ...] = ()
    rejoin_at: int | None = None

    def playing(self, players: Sequence[str], rejoin: Sequence[str]) -> tuple[str, ...]:
        """Return who of `players` plays a round before which `rejoin` come back in.

        Raises:
            Invalid: somebody comes back in who may not, or twice.
        """
        wrong = [at for at, name in enumerate(rejoin) if name not in self.may_rejoin or name in rejoin[:at]]
        if wrong:
            raise Invalid(*(Problem(_NOT_BACK, ("rejoin", at), {"name": rejoin[at]}) for at in wrong))
        return tuple(name for name in players if name not in self.out or name in rejoin)


EVERYBODY_IN = Standby()


def read_round(variant: Variant, setup: Setup, payload: RoundPayload, standby: Standby = EVERYBODY_IN) -> EnteredRound:
    """Return the round of a payload, for a game of `variant` and `setup`; `standby` are those who are out.

    Raises:
        Invalid: with every problem found.
    """
    kept, entries, problems = _read_entries(payload.entries)
    how, way = How.OUT, None
    try:
        how = How(payload.how if payload.how is not None else How.OUT)
    except ValueError:
        known = ", ".join(variant.closing.hows)
        problems.append(
            Problem(N_("A round of this game ends in one of these ways: {known}."), ("how",), {"known": known})
        )
    for key in CLOSING_WAYS:
        if getattr(payload, key):
            way = key
            if key not in variant.closing.ways:
                problems.append(Problem(UNKNOWN_WAY, (key,)))
    upcard = _upcard(variant, payload, problems)
    if problems:
        raise Invalid(*problems)
    seats = [name for _, name in setup.players]
    rejoined = with_partners(variant.ending, seats, tuple(payload.rejoin or ()))
    players = standby.playing(seats, rejoined)
    if gone := [name for name in entries if name in standby.out and name not in players]:
        raise Invalid(*(Problem(IS_OUT, ("entries", name), {"name": name}) for name in gone))
    round_ = Round(players, entries, payload.closer, how, way, upcard)
    try:
        check_round(variant, round_)
    except RulesError as error:
        raise Invalid(*error.problems) from None
    score = score_round(variant, round_)
    findings, suggestion = warnings_of(variant, round_, score), suggested_correction(variant, round_, score)
    return EnteredRound(round_, kept, score, findings, suggestion, payload, rejoined)


def _upcard(variant: Variant, payload: RoundPayload, problems: list[Problem]) -> Card | None:
    """Return the first upcard of a payload; what is wrong with it is added to the `problems`."""
    if payload.upcard is None:
        return None
    if not variant.knock.allowed:
        problems.append(Problem(N_("In this game the first upcard doesn’t matter."), ("upcard",)))
        return None
    try:
        return parse_card(payload.upcard)
    except UnknownCard as error:
        problems.extend(Problem(each.message, ("upcard",), each.values) for each in error.problems)
        return None


def _read_entries(
    given: Mapping[str, EntryPayload | None],
) -> tuple[dict[str, EntryDocument], dict[str, Entry], list[Problem]]:
    """Return each player's entry as it is stored and as the rules see it, by name, and what is wrong."""
    kept: dict[str, EntryDocument] = {}
    entries: dict[str, Entry] = {}
    problems: list[Problem] = []
    cards = 0
    for key, payload in given.items():
        if payload is None:
            continue
        document = cast("EntryDocument", payload.model_dump(exclude_none=True))
        cards += number_of_cards(document)
        if cards > MOST_CARDS:
            return kept, entries, [Problem(_TOO_MANY_CARDS, ("entries", key), {"most": MOST_CARDS})]
        name = unicodedata.normalize("NFC", key).strip()
        if name in kept:
            problems.append(Problem(N_("“{name}” has two entries."), ("entries", key), {"name": name}))
        try:
            entries[name], kept[name] = read_entry(document)
        except RulesError as error:
            problems.extend(p.within("entries", key) for p in error.problems)
    return kept, entries, problems


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
