"""From what was typed to a round: one reading for the pages and the API."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from ...documents import Document
from ...rules.cards import Card, codes, parse_cards
from ...rules.errors import N_, Problem, RulesError, UnknownCard
from ...rules.model.terms import How
from ...rules.model.variant import Variant
from ...rules.scoring.plausibility import Finding, suggested_correction, warnings_of
from ...rules.scoring.rounds import CardsEntry, Entry, PointsEntry, Round, SumsEntry, check_round
from ...rules.scoring.scoring import RoundScore, score_round
from ..bounds import MOST_CARDS
from ..errors import Implausible, Invalid
from ..payloads import DOUBLINGS, PENALTIES, RoundShape, Shape, read
from ..sizes import number_of_cards
from .state import Setup

_FORMS = (("points",), ("plus", "minus"), ("melds", "laid_off", "hand"))
_ONE_FORM = N_("Give points, or sums (plus, minus), or cards (melds, laid_off, hand): one of these for each player.")
_TOO_MANY_CARDS = N_("A round has at most {most} cards.")
_NO_POINTS_WITH = N_("Penalties are part of the points already; give them only with sums or cards.")


@dataclass(frozen=True)
class Entered:
    """A round that was read: as the rules see it, scored, with what cannot be right in it."""

    round: Round
    raw: dict[str, Document]  # each player's entry as given, cards in two-letter codes
    score: RoundScore
    findings: tuple[Finding, ...]
    suggestion: dict[str, int] | None
    by: str | None
    why: str | None
    accepted: bool

    def must_be_plausible(self) -> None:
        """Check that nothing in it is impossible, or was accepted.

        Raises:
            Implausible: with the findings.
        """
        if self.findings and not self.accepted:
            raise Implausible(self.findings, self.suggestion)

    def document(self, setup: Setup) -> Document:
        """Return what is stored of it: the players by id."""
        ids = {name: player for player, name in setup.players}
        return {
            "closer": ids.get(self.round.closer or ""),
            "how": self.round.how.value,
            "entries": {ids[name]: raw for name, raw in self.raw.items()},
            "doubled": self.round.doubled,
            "by": self.by,
            "voided": False,
            "accepted": bool(self.findings),
        }


def read_round(variant: Variant, setup: Setup, body: object) -> Entered:
    """Return the round that a decoded JSON body describes, for a game of `variant` and `setup`.

    Raises:
        Invalid: with every problem found.
    """
    return round_of_shape(variant, setup, read(RoundShape, body))


def round_of_shape(variant: Variant, setup: Setup, given: Shape) -> Entered:
    """Return the round that a `RoundShape` describes, for a game of `variant` and `setup`.

    Raises:
        Invalid: with every problem found.
    """
    shape = given.model_dump(exclude_none=True)
    raw, entries, problems = _read_entries(shape["entries"])
    how, doubled = How.OUT, False
    try:
        how = How(shape.get("how", How.OUT))
    except ValueError:
        known = ", ".join(variant.closing.hows)
        problems.append(Problem(N_("A round of this game ends by one of: {known}."), ("how",), {"known": known}))
    for key in DOUBLINGS:
        if shape.get(key):
            doubled = variant.scoring.doubling is not None and variant.scoring.doubling.key == key
            if not doubled:
                problems.append(Problem(N_("This game has no such way of going out."), (key,)))
    if problems:
        raise Invalid(*problems)
    players = tuple(name for _, name in setup.players)
    round_ = Round(players, entries, shape.get("closer"), how, doubled)
    try:
        check_round(variant, round_)
    except RulesError as error:
        raise Invalid(*error.problems) from None
    score = score_round(variant, round_)
    return Entered(
        round_,
        raw,
        score,
        warnings_of(variant, round_, score),
        suggested_correction(variant, round_, score),
        shape.get("by"),
        shape.get("why"),
        shape.get("accept_warnings", False),
    )


def _read_entries(given: Mapping[str, Document | None]) -> tuple[dict[str, Document], dict[str, Entry], list[Problem]]:
    """Return each player's entry as it is kept and as the rules see it, by name, and what is wrong."""
    raw: dict[str, Document] = {}
    entries: dict[str, Entry] = {}
    problems: list[Problem] = []
    cards = 0
    for key, entry in given.items():
        if entry is None:
            continue
        cards += number_of_cards(entry)
        if cards > MOST_CARDS:
            return raw, entries, [Problem(_TOO_MANY_CARDS, ("entries", key), {"most": MOST_CARDS})]
        name = unicodedata.normalize("NFC", key).strip()
        if name in raw:
            problems.append(Problem(N_("“{name}” has two entries."), ("entries", key), {"name": name}))
        try:
            entries[name], raw[name] = _read_entry(entry)
        except RulesError as error:
            problems.extend(p.within("entries", key) for p in error.problems)
    return raw, entries, problems


def _read_entry(raw: Document) -> tuple[Entry, Document]:
    """Return an entry as the rules see it and as it is kept.

    Raises:
        RulesError: it has no form or two, penalties beside points, or cards that are none.
    """
    forms = [form for form in _FORMS if any(key in raw for key in form)]
    if len(forms) != 1:
        raise RulesError(Problem(_ONE_FORM))
    penalised = [key for key in PENALTIES if raw.get(key)]
    if "points" in raw and penalised:
        raise RulesError(*(Problem(_NO_POINTS_WITH, (key,)) for key in penalised))
    problems: list[Problem] = []

    def plain(cards: list[str], *path: str | int) -> list[str]:
        try:
            return codes(parse_cards(cards))
        except UnknownCard as error:
            problems.extend(p.within(*path) for p in error.problems)
            return []

    kept = dict(raw)
    if "melds" in raw:
        kept["melds"] = [plain(meld, "melds", number) for number, meld in enumerate(raw["melds"])]
    kept |= {key: plain(raw[key], key) for key in ("laid_off", "hand") if key in raw}
    if problems:
        raise UnknownCard(*problems)
    return entry_of(kept), kept


def entry_of(raw: Document) -> Entry:
    """Return the entry that a kept one describes."""
    if "points" in raw:
        return PointsEntry(raw["points"])
    penalties = {key: raw[key] for key in PENALTIES if key in raw}
    if "plus" in raw or "minus" in raw:
        return SumsEntry(raw.get("plus", 0), raw.get("minus", 0), penalties)
    melds: tuple[tuple[Card, ...], ...] = tuple(parse_cards(meld) for meld in raw.get("melds", ()))
    return CardsEntry(melds, parse_cards(raw.get("laid_off", ())), parse_cards(raw.get("hand", ())), penalties)
