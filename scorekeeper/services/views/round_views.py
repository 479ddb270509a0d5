"""The rounds of a game with names, scores and lines; each is parsed and scored once a request."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from ...cached_property import cached_property
from ...documents import EntryDocument, RoundDocument
from ...rules.cards import BY_CODE
from ...rules.model.terms import How
from ...rules.model.variant import Variant
from ...rules.scoring.elimination import NOBODY_OUT, Eliminated
from ...rules.scoring.plausibility import Finding, warnings_of
from ...rules.scoring.rating import rating_of
from ...rules.scoring.rounds import Round
from ...rules.scoring.scoring import RULED, RoundScore, ScoreLine, score_round, shared
from ...rules.scoring.showdown import boxes
from ...rules.variants import get_variant
from .round_entries import entry_of
from .state import Posted, Setup, StoredRound


@dataclass(frozen=True)
class RoundView:
    """A round with names, scores and lines. `entries` are as they were given, `totals` those after the round.

    `score` is that of the entries, `posted` are the lines that accepted rulings add to it, by name.
    """

    number: int
    variant: Variant
    round: Round
    entries: Mapping[str, EntryDocument]
    by: str | None
    voided: bool
    accepted: bool  # saved although something in it is implausible
    score: RoundScore
    totals: dict[str, int] = field(default_factory=dict)
    rating_totals: dict[str, int] = field(default_factory=dict)  # rating points, or rounds won, after it; empty without
    posted: Mapping[str, tuple[ScoreLine, ...]] = field(default_factory=dict)
    seats: tuple[str, ...] = ()  # everybody at the table
    rejoined: tuple[str, ...] = ()  # who came back in before it
    note: str | None = None
    eliminated: Eliminated = NOBODY_OUT  # whom the limit has eliminated after it

    @property
    def players(self) -> tuple[str, ...]:
        """The names of those who played it, in their order."""
        return self.round.players

    @property
    def scores(self) -> Mapping[str, int]:
        """Each player's points, penalties of rulings included."""
        if not self.posted:
            return self.score.scores
        return {player: sum(line.points for line in lines) for player, lines in self.lines.items()}

    @cached_property
    def lines(self) -> Mapping[str, tuple[ScoreLine, ...]]:
        """Each player's lines, which add up to his points; penalties of rulings stand last."""
        return {player: (*lines, *self.posted.get(player, ())) for player, lines in self.score.lines.items()}

    @cached_property
    def rating(self) -> Mapping[str, int]:
        """Each player's rating points in this round; empty in a game without them."""
        return rating_of(self.variant, self.round)

    @cached_property
    def warnings(self) -> tuple[Finding, ...]:
        """What is implausible in it and was accepted."""
        return warnings_of(self.variant, self.round, self.score) if self.accepted else ()


class ScoredRounds:
    """A cache for one request: each stored round is parsed and scored once, however many views show it.

    All rounds have the players' names as in `names`, by id. Documents are known by their identity, and kept alive for
    that; the same document always comes with the same setup.
    """

    def __init__(self, variant: str, names: Mapping[str, str]) -> None:
        self.names = names
        self.variant = variant
        self._views: dict[tuple[int, tuple[Posted, ...]], RoundView] = {}  # by document and penalties
        self._scored: dict[int, RoundView] = {}  # by entries: a voided round has another document with the same ones
        self._kept: list[RoundDocument] = []
        self._variants: dict[int, tuple[Variant, Setup]] = {}

    def add(self, number: int, stored: StoredRound, round_: Round, score: RoundScore) -> None:
        """Put a round into the cache that was just read and scored, if its players have the names of this cache."""
        if round_.players == _players(stored, self.names):
            self._add(number, stored, (), self._variant_of(stored.setup), round_, score)

    def view(self, number: int, stored: StoredRound, posted: tuple[Posted, ...] = ()) -> RoundView:
        """Return the view of a stored round without totals, the same object each time.

        A penalty that is posted to somebody who did not play the round is not in it.
        """
        view = self._views.get((id(stored.document), posted))
        if view is not None:
            return view
        scored = self._scored.get(id(stored.document["entries"]))
        if scored is not None:
            return self._add(number, stored, posted, scored.variant, scored.round, scored.score)
        variant = self._variant_of(stored.setup)
        round_ = _round_of(stored, self.names, variant)
        return self._add(number, stored, posted, variant, round_, score_round(variant, round_))

    def with_totals(self, number: int, stored: StoredRound, posted: tuple[Posted, ...]) -> RoundView:
        """Return the view of a stored round as one of a game's rounds: its `totals` are to be filled in.

        The first time it is the object that `view` returns, then a copy: other rounds lead to other totals.
        """
        view = self.view(number, stored, posted)
        return replace(view, totals={}, rating_totals={}) if view.totals else view

    def _add(
        self,
        number: int,
        stored: StoredRound,
        posted: tuple[Posted, ...],
        variant: Variant,
        round_: Round,
        score: RoundScore,
    ) -> RoundView:
        document = stored.document
        view = RoundView(
            number=number,
            variant=variant,
            round=round_,
            entries={self.names[player]: entry for player, entry in document["entries"].items()},
            by=document["by"],
            voided=document["voided"],
            accepted=document["accepted"],
            score=score,
            posted=shared(variant, round_.players, posted_lines(posted, self.names)) if posted else {},
            seats=tuple(self.names[player] for player, _ in stored.setup.players),
            rejoined=tuple(self.names[player] for player in document.get("rejoin", ())),
            note=document.get("note"),
        )
        self._views[id(document), posted] = self._scored[id(document["entries"])] = view
        self._kept.append(document)
        return view

    def _variant_of(self, setup: Setup) -> Variant:
        if id(setup) not in self._variants:
            self._variants[id(setup)] = get_variant(self.variant, setup.house_rules), setup
        return self._variants[id(setup)][0]


def _round_of(stored: StoredRound, names: Mapping[str, str], variant: Variant) -> Round:
    """Return a stored round as the rules see it, with names for ids."""
    document = stored.document
    return Round(
        players=_players(stored, names),
        entries={names[player]: entry_of(entry) for player, entry in document["entries"].items()},
        closer=names.get(document["closer"] or ""),
        how=How(document["how"]),
        way=_way_of(document, variant),
        upcard=BY_CODE.get(document.get("upcard", "")),
    )


def _players(stored: StoredRound, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return who played a stored round, by seat: everybody with an entry, and the closer, who may have none."""
    played = {*stored.document["entries"], stored.document["closer"]}
    return tuple(names[player] for player, _ in stored.setup.players if player in played)


def _way_of(document: RoundDocument, variant: Variant) -> str | None:
    """Return the way of closing; an older document has only whether it was the one way that its game has."""
    if document.get("doubled"):
        return next(iter(variant.closing.ways), None)
    return document.get("way")


def posted_lines(posted: Iterable[Posted], names: Mapping[str, str]) -> dict[str, tuple[ScoreLine, ...]]:
    """Return the lines of the penalties that rulings post, by name."""
    lines: dict[str, tuple[ScoreLine, ...]] = {}
    for each in posted:
        name = names[each.player]
        lines[name] = (*lines.get(name, ()), ScoreLine(each.points, each.rule, RULED, each.ruling))
    return lines


def boxes_won(rounds: Iterable[RoundView], players: Iterable[str]) -> dict[str, int]:
    """Return how many of the `rounds` each of `players` has won, as they count at the end of the game."""
    won: Counter[str] = Counter()
    for round_ in rounds:
        won.update(boxes(round_.variant, round_.round, round_.scores))
    return {name: won[name] for name in players}
