"""From the payload of a form or the API to a checked and scored round."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from ...documents import EntryDocument, RoundDocument
from ...rules.cards import Card, parse_card
from ...rules.errors import N_, Problem, RulesError, UnknownCard
from ...rules.model.terms import How
from ...rules.model.variant import Variant
from ...rules.scoring.plausibility import Finding, suggested_correction, warnings_of
from ...rules.scoring.round_checks import check_round
from ...rules.scoring.rounds import Entry, Round
from ...rules.scoring.scoring import RoundScore, score_round
from ...rules.scoring.sides import with_partners
from ..bounds import MOST_CARDS
from ..errors import Implausible, Invalid
from ..payload_types import CLOSING_WAYS
from ..payloads import EntryPayload, RoundPayload
from ..sizes import number_of_cards
from ..views.round_entries import read_entry
from ..views.running_totals import EVERYBODY_IN, Standby
from ..views.state import Setup

_TOO_MANY_CARDS = N_("A round has at most {most} cards.")
UNKNOWN_WAY = N_("This game doesn’t know this way of going out.")
IS_OUT = N_("{name} is out of the game, and gets no points.")


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
