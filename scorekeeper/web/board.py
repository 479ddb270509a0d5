"""The scoreboard made ready for its template: everything worded, nothing left to work out row by row."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from ..rules.variant import Dealing, How
from ..services.access import Access, Role
from ..services.views import GameView, RoundView
from .words import _, finding_words, names, plural, points, say, worded


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's line at the top: the total and how it stands."""

    name: str
    place: int | None
    total: str
    note: str
    best: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A round's row: (points, whether this player went out) for each column."""

    number: int
    voided: bool
    cells: list[tuple[str, bool]]
    nobody_out: bool


@dataclass(frozen=True)
class Board:
    """A game as its page shows it to somebody with a certain right."""

    view: GameView
    role: Role

    @property
    def may_write(self) -> bool:
        """Whether the page has buttons that change the game."""
        return self.role is Role.SCORER

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return self.view.standing.ended

    @cached_property
    def title(self) -> str:
        """The game's own name, else the variant's."""
        return self.view.name or self.view.variant.name

    @cached_property
    def seats(self) -> list[Seat]:
        """The players from the best to the last; in their order before the first round."""
        view = self.view
        if not view.counting:
            return [Seat(name, None, points(total), "", False) for name, total in view.totals.items()]
        winners, leading = view.standing.winners, [name for place, name in view.placings if place == 1]
        word = {name: _("wins") if len(winners) == 1 else _("shares the win") for name in winners}
        if not self.ended and len(leading) < len(view.totals):
            word = {name: _("leads") if len(leading) == 1 else _("leads, level") for name in leading}
        return [
            Seat(name, place, points(view.totals[name]), word.get(name) or self._distance(name), name in word)
            for place, name in view.placings
        ]

    def _distance(self, name: str) -> str:
        ending = self.view.variant.ending
        if self.ended or ending.target is None or ending.rounds is not None:
            return ""
        missing = ending.target + ending.past_target - self.view.totals[name]
        return str(_("%(points)s to go", points=missing)) if missing > 0 else ""

    @cached_property
    def headline(self) -> Markup:
        """How the game stands, in a sentence."""
        view = self.view
        winners = view.standing.winners
        if len(winners) == 1:
            return say(_("%(name)s wins."), name=winners[0])
        if winners:
            return say(_("%(names)s share the win."), names=names(winners))
        if view.warnings:
            return Markup(" ").join(finding_words(finding) for finding in view.warnings)
        return say(_("Round %(number)s is next."), number=len(view.rounds) + 1)

    @cached_property
    def goal(self) -> str:
        """When the game ends."""
        ending = self.view.variant.ending
        if self.view.stopped:
            return _("The table ended the game here.")
        if ending.rounds is not None:
            return plural("The game is one round.", "The game is %(num)s rounds.", ending.rounds)
        if ending.target is None:
            return _("The game goes on until the table ends it.")
        if ending.past_target:
            return _("The game goes beyond %(target)s.", target=ending.target)
        return _("The game goes to %(target)s.", target=ending.target)

    @cached_property
    def deal(self) -> list[Markup]:
        """The next deal, item by item."""
        view, deal = self.view, self.view.deal
        tiles = view.variant.deck.tiles
        each = plural("one tile each", "%(num)s tiles each", deal.cards) if tiles else None
        items = [say(_("%(name)s deals"), name=view.dealer)] if view.dealer else []
        items += [
            say(each or plural("one card each", "%(num)s cards each", deal.cards)),
            say(
                plural("one set of 52", "%(num)s sets of 52", deal.packs)
                if tiles
                else plural("one pack", "%(num)s packs", deal.packs)
            ),
            say(plural("one joker", "%(num)s jokers", deal.jokers) if deal.jokers else _("no jokers")),
        ]
        return items

    @cached_property
    def who_begins(self) -> Markup:
        """Who begins the next round."""
        return worded(self.view.variant.deal.first) if self.view.variant.deal.first else Markup()

    @cached_property
    def columns(self) -> list[str]:
        """The players in the order of the table's columns."""
        return list(self.view.totals)

    @cached_property
    def rows(self) -> list[Row]:
        """The rounds, the latest first."""
        return [_row(round_, self.columns) for round_ in reversed(self.view.rounds)]

    @cached_property
    def house_rules(self) -> list[Markup]:
        """The house rules that this table chose, in words."""
        variant = self.view.variant
        return [
            chosen_words(_(option.sentence), _choice(option.labels, variant.house_rules[option.key]))
            for option in variant.options
            if option.key in variant.house_rules and variant.house_rules[option.key] != option.default
        ]

    @property
    def can_end(self) -> bool:
        """Whether the table may end the game now."""
        return not self.ended and bool(self.view.counting)

    @property
    def has_dealer(self) -> bool:
        """Whether somebody deals in this game."""
        return self.view.variant.deal.dealer is not Dealing.NOBODY


def board(view: GameView, access: Access) -> Board:
    """Return the board of a game for whoever has `access`."""
    return Board(view, access.role)


def _row(round_: RoundView, columns: list[str]) -> Row:
    scores, closer = round_.scores, round_.round.closer if round_.round.how is How.OUT else None
    cells = [(points(scores[name]) if name in scores else "", name == closer) for name in columns]
    return Row(round_.number, round_.voided, cells, closer is None)


def _choice(labels: Mapping[str, str], choice: object) -> str:
    """Return a choice of a house rule in words."""
    if choice is None:
        return str(_("none"))
    if isinstance(choice, bool):
        return str(_("yes") if choice else _("no"))
    return str(_(labels[choice])) if isinstance(choice, str) and choice in labels else str(choice)


def chosen_words(sentence: str, choice: str) -> Markup:
    """Return a house rule and what was chosen."""
    return say(_("%(rule)s – %(choice)s"), rule=Markup.escape(sentence), choice=Markup.escape(choice))
