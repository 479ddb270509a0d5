"""Decide when a game ends, who has won, and who deals next."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from ..errors import N_
from ..model.ending import Ending, PlayRounds, ReachTarget, StayBelow, TableEnds
from ..model.terms import Dealing, LimitEnds, SeveralPast, Shutout, Tie, Wins
from ..model.variant import Variant
from .elimination import NOBODY_OUT, Eliminated
from .plausibility import Finding
from .rounds import Player, Round
from .sides import side_name, sides_among, sides_of


@dataclass(frozen=True)
class Standing:
    """Whether the game has ended, and who has won (empty until then).

    `deal_again`: it would have ended, but equal totals or several players past the target play another round.
    """

    ended: bool
    winners: tuple[Player, ...] = ()
    deal_again: bool = False


@dataclass(frozen=True)
class DealReminder:
    """The next deal: cards for each player, packs, jokers in all, and cards that the first player gets more."""

    cards: int
    packs: int
    jokers: int
    first_extra: int


def standing(
    ending: Ending,
    totals: Mapping[Player, int],
    rounds: int,
    *,
    stopped: bool = False,
    again: bool = False,
    eliminated: Eliminated | None = None,
    rating: Mapping[Player, int] | None = None,
    won: Mapping[Player, int] | None = None,
) -> Standing:
    """Return whether the game has ended after `rounds` rounds that count, and who has won; `totals` are by seat.

    `stopped`: the table ended the game here; equals then share. `again`: see `dealt_again`. `eliminated` are those whom
    the limit has eliminated; None if only the totals are known, as if all of them went in the last round. `rating` are
    everybody's rating points, in a game that has them; `won` how many rounds each has won, None if unknown, which
    matters where the grand total wins.

    Source: DA-50, DA-51, DA-A1, DA-A2, DA-A19, DA-O3 to DA-O5; CS-21, CS-22, CS-A9; NO-32; DE-A9; IS-21, IS-22;
    PT-07 to PT-12, PT-14, PT-18; GN-28, GN-O13.
    """
    found = _standing(ending, totals, rounds, stopped, again, eliminated, rating)
    if not found.ended or not ending.grand_total_wins or won is None:
        return found
    return Standing(True, _best(ending, grand_totals(ending, totals, won)))


def _standing(
    ending: Ending,
    totals: Mapping[Player, int],
    rounds: int,
    stopped: bool,
    again: bool,
    eliminated: Eliminated | None,
    rating: Mapping[Player, int] | None,
) -> Standing:
    """Return the standing without the bonuses of the end; arguments as in `standing`."""
    if not totals or not rounds:
        return Standing(stopped)
    eliminated = NOBODY_OUT.after(ending, totals) if eliminated is None else eliminated
    if stopped:
        return Standing(True, _best(ending, eliminated.still_in(totals) or totals, rating))
    if past_loss_limit(ending, totals):
        return _won(ending, totals, rating)
    match ending.goal:
        case PlayRounds(number):
            if rounds < number:
                return Standing(False)
        case StayBelow(ends=ends):
            return _by_limit(ending, ends, totals, eliminated)
        case ReachTarget():
            past = _past_target(ending, totals)
            if not past:
                return Standing(False)
            if ending.several is SeveralPast.DEAL_AGAIN:
                alone = len(sides_among(ending, totals, past)) == 1
                return Standing(True, past) if alone else Standing(False, deal_again=True)
            if ending.several is SeveralPast.ONE_AHEAD and len(sides_among(ending, totals, past)) > 1 and not again:
                return Standing(False, deal_again=True)
        case TableEnds():
            return Standing(False)
    return _won(ending, totals, rating)


def _by_limit(ending: Ending, ends: LimitEnds, totals: Mapping[Player, int], eliminated: Eliminated) -> Standing:
    """Return the standing of a game in which the limit eliminates players. Source: PT-10, PT-12, SC-A21."""
    still_in = eliminated.still_in(totals)
    if not still_in:
        return Standing(True, _best(ending, {player: totals[player] for player in eliminated.groups[-1]}))
    if len(sides_among(ending, totals, still_in)) == 1 or (ends is LimitEnds.FIRST_OUT and eliminated.out):
        return Standing(True, _best(ending, still_in))
    return Standing(False)


def _won(ending: Ending, totals: Mapping[Player, int], rating: Mapping[Player, int] | None) -> Standing:
    """Return the standing of a game that its goal ends."""
    best = _best(ending, totals, rating)
    if len(sides_among(ending, totals, best)) > 1 and ending.tie is Tie.ANOTHER_ROUND:
        return Standing(False, deal_again=True)
    return Standing(True, best)


def past_loss_limit(ending: Ending, totals: Mapping[Player, int]) -> list[Player]:
    """Return who has passed the number of minus points that ends the game (DE-A9, DT-O14), in the order of `totals`."""
    least = ending.loss_limit
    return [] if least is None else [player for player, total in totals.items() if total < -least]


def dealt_again(ending: Ending, earlier: Iterable[Mapping[Player, int]]) -> bool:
    """Return whether several had reached the target after an `earlier` round, in a game where that matters (CS-A9)."""
    several = (len(sides_among(ending, totals, _past_target(ending, totals))) > 1 for totals in earlier)
    return ending.several is SeveralPast.ONE_AHEAD and any(several)


def why_dealt_again(ending: Ending, totals: Mapping[Player, int], *, again: bool = False) -> Finding:
    """Return why another round is dealt, where the `standing` of these totals has `deal_again`."""
    best, reached = _best(ending, totals), _past_target(ending, totals)
    level, past = (tuple(map(side_name, sides_among(ending, totals, each))) for each in (best, reached))
    once_more = ending.several is SeveralPast.ONE_AHEAD and not again
    if len(past) > 1 and (once_more or ending.several is SeveralPast.DEAL_AGAIN) and ending.rounds is None:
        two = len(past) == 2
        if all(totals[player] > (ending.target or 0) for player in reached):
            message = N_("{players} are both past {target}: one more round.")
            message = message if two else N_("{players} are all past {target}: one more round.")
        else:
            message = N_("{players} have both reached {target}: one more round.")
            message = message if two else N_("{players} have all reached {target}: one more round.")
        return Finding("deal_again", message, None, {"players": past, "target": ending.target})
    message = N_("{players} are level at the top with {points}: one more round.")
    return Finding("deal_again", message, None, {"players": level, "points": totals[best[0]]})


def placings(
    ending: Ending,
    totals: Mapping[Player, int],
    eliminated: Eliminated | None = None,
    rating: Mapping[Player, int] | None = None,
) -> list[tuple[int, Player]]:
    """Return (place, player) from the best to the last, of `totals` by seat; equals share a place (DA-52).

    Of partners with equal totals only one counts for the places of those behind them (PT-18).
    Players whom the limit has eliminated stand behind the others, those who went later before those who went earlier.
    """
    groups = () if eliminated is None else eliminated.groups
    went = {player: number - len(groups) for number, group in enumerate(groups) for player in group}  # below 0
    rated = rating or {}
    merit = {
        player: (went.get(player, 0), ending.merit(total, rated.get(player, 0))) for player, total in totals.items()
    }
    ordered = sorted(totals, key=lambda player: merit[player], reverse=True)
    taken = [each for side in sides_of(ending, list(totals)) for each in {merit[player] for player in side}]
    return [(1 + sum(other > merit[player] for other in taken), player) for player in ordered]


class FinalBonus(NamedTuple):
    """A bonus at the end of a game: its points, its rule, and a sentence for who gets it."""

    points: int
    rule: str
    message: str


def final_bonuses(
    ending: Ending, totals: Mapping[Player, int], won: Mapping[Player, int]
) -> dict[Player, list[FinalBonus]]:
    """Return everybody's bonuses at the end of the game; `won` are how many rounds each has won.

    Whoever reached the target has the game bonus, and is paid for a shutout. Source: GN-29 to GN-31, GN-O8.
    """
    reached = _best(ending, {name: totals[name] for name in past}) if (past := _past_target(ending, totals)) else ()
    found = {}
    for name, total in totals.items():
        winner = name in reached
        shutout = winner and not any(won.get(other, 0) for other in totals if other != name)
        twice = {Shutout.DOUBLE_POINTS: total, Shutout.DOUBLE_GAME_BONUS: ending.game_bonus, Shutout.NOTHING: 0}
        bonuses = (
            FinalBonus(twice[ending.shutout] if shutout else 0, ending.shutout_rule, N_("Shutout ({rule}): {points}.")),
            FinalBonus(ending.game_bonus if winner else 0, ending.game_rule, N_("Game bonus ({rule}): {points}.")),
            FinalBonus(
                ending.box_bonus * won.get(name, 0), ending.box_rule, N_("Bonus for rounds won ({rule}): {points}.")
            ),
        )
        found[name] = [bonus for bonus in bonuses if bonus.points]
    return found


def grand_totals(ending: Ending, totals: Mapping[Player, int], won: Mapping[Player, int]) -> dict[Player, int]:
    """Return everybody's total with the bonuses of the end of the game; arguments as of `final_bonuses`."""
    found = final_bonuses(ending, totals, won)
    return {name: total + sum([bonus.points for bonus in found[name]]) for name, total in totals.items()}


def _past_target(ending: Ending, totals: Mapping[Player, int]) -> tuple[Player, ...]:
    if ending.target is None:
        return ()
    least = ReachTarget(ending.target, ending.past_target).least
    return tuple(player for player, total in totals.items() if total >= least)


def _best(
    ending: Ending, totals: Mapping[Player, int], rating: Mapping[Player, int] | None = None
) -> tuple[Player, ...]:
    if ending.wins is Wins.CLOSEST_REACHED:
        reached = _past_target(ending, totals)
        totals = {player: totals[player] for player in reached} or totals
    merits = {player: ending.merit(total, (rating or {}).get(player, 0)) for player, total in totals.items()}
    top = max(merits.values())
    return tuple(player for player, merit in merits.items() if merit == top)


def dealers(
    dealing: Dealing,
    seats: Sequence[Player],
    first: Player,
    rounds: Iterable[Round],
    scores: Iterable[Mapping[Player, int]] = (),
    out: Iterable[Collection[Player]] = (),
    *,
    void_keeps_dealer: bool = False,
) -> Iterator[Player]:
    """Yield who deals each of `rounds`, the ones that count, in order, and then who deals next; none where nobody does.

    `first` dealt the first of them; `scores` are those of each round, `out` who was eliminated after it: they do not
    deal. If nobody alone is its winner, the deal goes round; with `void_keeps_dealer` not after a round in which
    nobody scored. Source: DA-05, DA-A22, IS-04, CS-A12, PT-15, GN-04, GN-27.
    """
    if dealing is Dealing.NOBODY:
        return
    dealer = first
    for round_, points, gone in zip_longest(rounds, scores, out, fillvalue=None):
        yield dealer
        if void_keeps_dealer and points is not None and not any(points.values()) and dealer in seats:
            continue
        winner = _winner(dealing, round_, points or {})
        dealer = winner if winner and winner in seats else _next_of(seats, dealer, gone or ())
    yield dealer


def _next_of(seats: Sequence[Player], dealer: Player, out: Collection[Player]) -> Player:
    """Return who sits behind the dealer, without those who are `out`; the first seat if the dealer has left."""
    behind = seats.index(dealer) + 1 if dealer in seats else 0
    order = [*seats[behind:], *seats[:behind]]
    return next((player for player in order if player not in out), order[0])


def next_dealer(
    dealing: Dealing,
    seats: Sequence[Player],
    first: Player,
    rounds: Iterable[Round],
    scores: Iterable[Mapping[Player, int]] = (),
    out: Iterable[Collection[Player]] = (),
    *,
    void_keeps_dealer: bool = False,
) -> Player | None:
    """Return who deals after `rounds`, see `dealers`; None where nobody deals."""
    return (None, *dealers(dealing, seats, first, rounds, scores, out, void_keeps_dealer=void_keeps_dealer))[-1]


def _winner(dealing: Dealing, round_: Round | None, points: Mapping[Player, int]) -> Player | None:
    """Return the winner or the loser of the round if that player deals next, else None."""
    if dealing is Dealing.WINNER and round_ is not None:
        return round_.closer
    if dealing not in (Dealing.MOST_POINTS, Dealing.FEWEST_POINTS):
        return None
    scored = (max if dealing is Dealing.MOST_POINTS else min)(points.values(), default=0)
    found = [player for player, each in points.items() if each == scored]
    return found[0] if len(found) == 1 else None


def deal_reminder(variant: Variant, players: int) -> DealReminder | None:
    """Return how many cards, packs and jokers `players` play with; None in a game without cards."""
    if not variant.has_cards:
        return None
    deal, deck = variant.deal, variant.deck
    return DealReminder(deal.cards_for(players), deck.packs_for(players), deck.jokers_for(players), deal.first_extra)
