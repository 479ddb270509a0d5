"""A round's page: every line of the scores in words, with its rule."""

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from ...cached_property import cached_property
from ...rules.errors import N_
from ...rules.model.terms import HandEnding, How
from ...rules.scoring.rounds import CardsEntry, factor
from ...rules.scoring.scoring import (
    BONUS,
    COLLECTED,
    COULD_OPEN,
    DIFFERENCE,
    DOUBLED,
    ENTERED,
    FULL_HAND,
    HAND,
    NOTHING,
    PARTNER,
    TABLE,
    UNOPENED,
    UPCARD,
    ScoreLine,
)
from ...services.views.round_views import RoundView
from ..text import _, finding_words, plural, points, say, worded
from .round_values import card_line


@dataclass(frozen=True)
class Item:
    """One item of a score: its name, its points (empty if they add nothing), the rule's id."""

    name: str
    points: str
    rule: str | None


@dataclass(frozen=True)
class PlayerScore:
    """A player's score."""

    name: str
    seat: int
    items: list[Item]
    score: str
    went_out: bool
    cards: list[tuple[str, list[str]]]
    rating: str = ""  # rating points in words; empty in a game without them

    @property
    def plain(self) -> bool:
        """Whether the score was entered as final points, so that its only item would repeat it."""
        return len(self.items) == 1 and not self.items[0].points


_WENT_OUT = {  # by what the way of closing multiplies
    1: N_("{name} went out. {way}: the round counts as usual."),
    2: N_("{name} went out. {way}: the round counts double."),
}
_MULTIPLIED = N_("{name} went out. {way}: the round counts × {times}.")


@dataclass(frozen=True)
class RoundPage:
    """A round in words; `shown` has a player for each side, where partners enter their points together."""

    view: RoundView
    shown: RoundView | None = None

    @cached_property
    def ending(self) -> Markup:
        """How the round ended, as a sentence."""
        round_ = self.view.round
        words = self.view.variant.closing.words
        way = self.view.variant.closing.ways.get(round_.way or "")
        if round_.how is How.OUT and way is not None:
            times = factor(self.view.variant, round_.way)
            if way.laid_before is None:
                return worded(words.named_way, {"name": round_.closer, "way": _(way.label)})
            return worded(
                _WENT_OUT.get(times, _MULTIPLIED), {"name": round_.closer, "way": _(way.label), "times": times}
            )
        if round_.how is How.OUT and round_.closer is None:
            return Markup()
        if round_.how is How.OUT:
            return say(_(words.named), name=round_.closer)
        empty = say(_("The stock was empty.") if round_.how is How.STOCK_EMPTY else _("The pool was empty."))
        won = [say(_("The table let {name} win."), name=round_.closer)] if round_.closer else []
        return Markup(" ").join([empty, *won])

    @cached_property
    def warnings(self) -> list[Markup]:
        """The warnings about it that were accepted."""
        return [finding_words(finding) for finding in self.view.warnings]

    @cached_property
    def shares(self) -> list[PlayerScore]:
        """Every player's score, in the order of the seats."""
        view = self.shown or self.view
        closer = view.round.closer if view.round.how is How.OUT else None
        return [
            PlayerScore(
                name,
                view.seats.index(name),
                [self._item(line, alone=len(view.lines[name]) == 1) for line in view.lines[name]],
                points(view.scores[name]),
                name == closer,
                list(self._cards(name)),
                plural("one rating point", "{num} rating points", view.rating[name]) if name in view.rating else "",
            )
            for name in view.players
        ]

    def _item(self, line: ScoreLine, *, alone: bool) -> Item:
        kind = self._kind(line.kind) if line.ruling is None else _("ruling {number}", number=line.ruling)
        in_total = line.kind == NOTHING or (line.kind == ENTERED and alone)
        return Item(kind, "" if in_total else points(line.points), line.rule)

    def _kind(self, kind: str) -> str:
        scoring = self.view.variant.scoring
        way = self.view.variant.closing.ways.get(self.view.round.way or "")
        if kind == DOUBLED and way is not None:
            return _(way.label)
        words = {
            ENTERED: _("entered as points") if self.view.variant.has_cards else "",
            # Translators: before points: those of the cards on the table
            TABLE: _("table"),
            # Translators: before points: those of the cards or tiles that a player had left
            HAND: _("rack") if self.view.variant.deck.tiles else _("hand"),
            # Translators: before points: what it costs to hold all cards still
            FULL_HAND: _("all cards still in hand"),
            COLLECTED: _("from the others"),
            UNOPENED: _("not opened"),
            COULD_OPEN: _("not opened, but could have"),
            # Translators: before points: those that going out itself brings
            BONUS: _("for going out"),
            NOTHING: _("nothing"),
            # Translators: before points: those of the partner in a team of two
            PARTNER: _("from the partner"),
            # Translators: before points: by how many the deadwood of two players differs
            DIFFERENCE: _("difference"),
            # Translators: before points: those that a doubled round adds
            UPCARD: _("doubled by the upcard"),
            # Translators: before points: those of the bonus
            HandEnding.GIN.value: _("gin"),
            # Translators: before points: those of the bonus
            HandEnding.UNDERCUT.value: _("undercut"),
            **{key: _(each.label) for key, each in self.view.variant.closing.ways.items()},
        }
        labels = {penalty.key: penalty.label for penalty in scoring.penalties}
        return words[kind] if kind in words else _(labels.get(kind, kind))

    def _cards(self, name: str) -> Iterator[tuple[str, list[str]]]:
        raw = self.view.entries.get(name, {})
        if not isinstance(self.view.round.entries.get(name), CardsEntry):
            return
        if raw.get("melds"):
            yield _("melds"), [card_line(meld) for meld in raw["melds"]]
        if raw.get("laid_off"):
            yield _("laid off"), [card_line(raw["laid_off"])]
        if raw.get("low_aces"):
            yield _("of these, below a two"), [card_line(raw["low_aces"])]
        if raw.get("hand"):
            yield _("rack") if self.view.variant.deck.tiles else _("in hand"), [card_line(raw["hand"])]

    @cached_property
    def rules(self) -> list[tuple[str, Markup]]:
        """The rules that the lines cite, each once: id and text."""
        ids = dict.fromkeys(line.rule for lines in self.view.lines.values() for line in lines if line.rule)
        known = self.view.variant.rules
        return [(rule, worded(known[rule].text)) for rule in ids if rule in known]
