"""The scoreboard as a view model for its template: all texts worded, all rows rendered."""

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from ...cached_property import cached_property
from ...documents import JsonObject
from ...rules.model.ending import Goal, PlayRounds, ReachTarget, StayBelow, TableEnds
from ...rules.model.terms import LimitEnds, Wins
from ...rules.scoring.payments import PAYS
from ...services.access.access import Access, Role
from ...services.dates import day_words
from ...services.games.deleting import removal_of
from ...services.games.open_rounds import OpenRoundState, load_open_round
from ...services.live.hub import GameVersion
from ...services.referee.clock import Clock, load_clock
from ...services.rulebook.agreed import house_rules
from ...services.views.game_view import GameView
from ...services.views.sides import sided
from ...services.views.state import What
from ...services.wording import game_name
from ..referee.words import waiting_sentences
from ..text import _, finding_words, plural, points, say, worded
from .chart import Chart, chart
from .hidden import Hidden
from .names import heading, shortened
from .offline_facts import UndoableJson, facts, undoable
from .player_line import PlayerLine, lines_of, total_of
from .result import result_words, won_words
from .rows import SHOWN, cells, rated, rows_of


@dataclass(frozen=True)
class Board:
    """The board of a game for a viewer or a scorer."""

    view: GameView
    role: Role
    hidden = False  # whether totals are

    @cached_property
    def shown(self) -> GameView:
        """The game as the board shows it: with a player for each side."""
        return sided(self.view)

    @property
    def may_write(self) -> bool:
        """Whether the page has buttons that change the game."""
        return self.role is Role.SCORER

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return self.view.standing.ended

    @cached_property
    def removal(self) -> Markup | None:
        """When the game will be removed because it has no rounds, as a sentence; None if it will not."""
        when = removal_of(self.view)
        if when is None:
            return None
        day = day_words(when)
        return say(_("Games without rounds are removed after 30 days: this one on {day} or later."), day=day)

    @property
    def seconds(self) -> int | None:
        """The time limit of a turn in seconds; None without a limit, and when the game is over."""
        return None if self.ended else self.view.variant.turn.seconds

    @cached_property
    def clock(self) -> Clock:
        """The turn clock."""
        return load_clock(self.view.id) if self.view.variant.turn.seconds else Clock()

    @cached_property
    def opened(self) -> OpenRoundState:
        """The open round, in which everybody enters their own points."""
        return load_open_round(self.view)

    @property
    def may_enter_own(self) -> bool:
        """Whether the open round takes the points of this page's reader."""
        return self.opened.may_enter(Access(self.view.id, self.role))

    @property
    def own_entries(self) -> list[tuple[str, bool]]:
        """Everybody who plays the open round, and whether their points are entered."""
        ids = {name: player for player, name in self.view.setup.players}
        return [(name, ids[name] in self.opened.entries) for name in self.view.playing]

    @property
    def version(self) -> GameVersion:
        """The version of the game and the numbers of its turn clock and of its open round."""
        return GameVersion(self.view.version, self.clock.number, opened=self.opened.number)

    @cached_property
    def title(self) -> str:
        """The game's name, else the variant's."""
        return self.view.name or game_name(self.view.variant)

    @cached_property
    def seats(self) -> list[PlayerLine]:
        """The players, the best first; before the first round in the order of the seats."""
        return lines_of(self.shown)

    @property
    def ranked_by_rating(self) -> bool:
        """Whether the rating points, or the rounds won, decide who is ahead."""
        return self.view.variant.ending.ranks_apart

    @property
    def last_points(self) -> Mapping[str, int]:
        """What each player scored in the last round that counts, by name; empty before the first."""
        return self.shown.counting[-1].scores if self.view.counting else {}

    @property
    def waiting(self) -> list[Markup]:
        """Penalties of rulings that the next round gets."""
        return waiting_sentences(self.view)

    @cached_property
    def headline(self) -> Markup:
        """How the game stands, as a sentence."""
        view = self.view
        winners = self.shown.standing.winners
        if len(winners) == 1 and (side := self.shown.sides.get(winners[0])):
            return say(_("{names} win."), names=side)
        if len(winners) == 1:
            return say(_("{name} wins."), name=winners[0])
        if winners:
            return say(_("{names} share the win."), names=tuple(winners))
        if view.warnings:
            return Markup(" ").join(finding_words(finding) for finding in view.warnings)
        return say(_("Round {number} is next."), number=len(view.rounds) + 1)

    @property
    def deals_again(self) -> bool:
        """Whether the game would be over, but another round decides."""
        return self.view.standing.deal_again

    @property
    def facts(self) -> JsonObject:
        """What a script needs to count unsent entries."""
        return facts(self.view, self.shown)

    @property
    def undoable(self) -> UndoableJson | None:
        """What undo takes back, as far as a script can show it."""
        return undoable(self.view, self.shown)

    @cached_property
    def goal(self) -> str:
        """When the game ends, as a sentence."""
        if self.view.stopped:
            return _("The table ended the game here.")
        ending = self.view.variant.ending
        lowest = ending.wins is Wins.LOWEST and not isinstance(ending.goal, StayBelow)
        wins = [_("The lowest total wins.")] if lowest else []
        if self.ranked_by_rating:
            most_rounds = ending.wins is Wins.MOST_ROUNDS
            wins.append(_("Whoever has won most rounds wins.") if most_rounds else _("The most rating points win."))
        return " ".join([_goal(ending.goal), *wins])

    @cached_property
    def deal(self) -> list[Markup]:
        """The items of the next deal."""
        view, deal = self.view, self.view.deal
        tiles = view.variant.deck.tiles
        items = [say(_("{name} deals"), name=view.dealer)] if view.dealer else []
        if deal is None:
            return items
        each = plural("one tile each", "{num} tiles each", deal.cards) if tiles else None
        items += [
            say(each or plural("one card each", "{num} cards each", deal.cards)),
            *(
                [say(plural("one more for the first player", "{num} more for the first player", deal.first_extra))]
                if deal.first_extra
                else []
            ),
            say(
                plural("one set of 52", "{num} sets of 52", deal.packs)
                if tiles
                else plural("one pack", "{num} packs", deal.packs)
            ),
            say(plural("one joker", "{num} jokers", deal.jokers) if deal.jokers else _("no jokers")),
        ]
        if least := view.variant.turn.opening_minimum:
            items.append(say(plural("one point to open", "{num} points to open", least)))
        return items

    @cached_property
    def who_begins(self) -> Markup:
        """Which player begins the next round, as a sentence."""
        return worded(self.view.variant.deal.first) if self.view.variant.deal.first else Markup()

    @cached_property
    def balances(self) -> str:
        """What the totals are in a game for chips, as a sentence; empty in a game for points."""
        if not self.view.variant.scoring.chips:
            return ""
        return _("Final balances, in chips") if self.ended else _("Balances, in chips")

    @cached_property
    def columns(self) -> list[Markup]:
        """The headings of the players' columns: short names, with the full ones for screen readers."""
        return [heading(name, short) for name, short in shortened(list(self.shown.totals), self.shown.sides).items()]

    @cached_property
    def rows(self) -> list[Markup]:
        """The last rounds as rows of the table, the latest first."""
        return self.rows_of(range(len(self.view.rounds) - SHOWN + 1, len(self.view.rounds) + 1))

    @property
    def earlier(self) -> int | None:
        """The number of the first round in the table; None if there are no earlier rounds."""
        first = len(self.view.rounds) - SHOWN + 1
        return first if first > 1 else None

    def rows_of(self, numbers: range) -> list[Markup]:
        """Return the rounds of these numbers as rows of the table, the latest first."""
        return rows_of(self.view, self.shown, numbers, may_write=self.may_write)

    @cached_property
    def sums(self) -> Markup:
        """The cells of the row of totals."""
        rating = self.shown.rating
        return cells(total_of(self.shown, name) + (rated(rating[name]) if rating else "") for name in self.shown.totals)

    @cached_property
    def starts(self) -> Markup:
        """The cells of the row of starting points; empty if there are none."""
        setup = self.shown.setup
        begun = {name: setup.points.get(player, 0) for player, name in setup.names.items()}
        if not any(begun.values()):
            return Markup()
        return cells(points(begun.get(name, 0)) for name in self.shown.totals)

    @cached_property
    def chart(self) -> Chart | None:
        """The chart of the totals."""
        return chart(self.shown)

    @property
    def ended_by_table(self) -> bool:
        """Whether the last change ended the game before its target, so that undo continues it."""
        done = self.view.state.done
        return self.view.stopped and bool(done) and done[-1].what == What.END

    @cached_property
    def house_rules(self) -> list[str]:
        """The house rules of this table, as sentences."""
        return list(house_rules(self.view.variant))

    @property
    def can_end(self) -> bool:
        """Whether the game can be ended now."""
        return not self.ended and bool(self.view.counting)

    @property
    def open_ended(self) -> bool:
        """Whether only the table ends the game, so that the button for it belongs in sight."""
        return isinstance(self.view.variant.ending.goal, TableEnds)

    @cached_property
    def result(self) -> list[Markup]:
        """Margin and deciding round of a game that one player has won, as sentences."""
        return result_words(self.shown)

    @property
    def boxes(self) -> Markup:
        """How many rounds each has won, as a sentence, where that brings a bonus at the end; else empty."""
        if self.ended or not self.view.variant.ending.grand_totals or not self.view.counting:
            return Markup()
        return won_words(self.view)

    @cached_property
    def payments(self) -> list[Markup]:
        """Who pays whom how many chips, as sentences."""
        return [worded(PAYS, payment._asdict()) for payment in self.view.payments]


def _goal(goal: Goal) -> str:
    """Return when the game ends, as a sentence."""
    match goal:
        case PlayRounds(number):
            return plural("The game lasts one round.", "The game lasts {num} rounds.", number)
        case ReachTarget(target, exceeded):
            if exceeded:
                return _("The game is played past {target}.", target=target)
            return _("The game is played to {target}.", target=target)
        case StayBelow(limit, exceeded, ends):
            out = _("Whoever passes {limit} is out.") if exceeded else _("Whoever reaches {limit} is out.")
            last = _("The last one in wins.") if ends is LimitEnds.LAST_IN else _("Then the lowest total wins.")
            return " ".join([out.format(limit=limit), last])
        case TableEnds():
            return _("No fixed end – finish whenever you like.")


class HiddenBoard(Hidden, Board):
    """The board of a game that hides its totals until the end."""


def board(view: GameView, access: Access) -> Board:
    """Return the board of a game for a device or key with `access`."""
    return (HiddenBoard if view.totals_hidden else Board)(view, access.role)
