"""When a game ends, who has won, and who deals."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..model.parts import Ending
from ..model.terms import Dealing, SeveralPast, Tie
from ..model.variant import Variant
from .rounds import Player, Round


@dataclass(frozen=True)
class Standing:
    """Whether the game has ended, who has won (empty until then), and whether only
    a tie or several past the target keep it going."""

    ended: bool
    winners: tuple[Player, ...] = ()
    deal_again: bool = False


@dataclass(frozen=True)
class DealReminder:
    """The next deal: cards for each player, packs, and jokers in all."""

    cards: int
    packs: int
    jokers: int


def standing(ending: Ending, totals: Mapping[Player, int], rounds: int, *, stopped: bool = False) -> Standing:
    """Return how the game stands after `rounds` rounds that count.

    `stopped`: the table ended the game here; equals then share.

    Source: DA-50, DA-51, DA-A1, DA-A2, DA-A19, DA-O3 to DA-O5; CS-21, CS-22, CS-A9; NO-32; DE-A9; IS-21, IS-22.
    """
    if not totals or not rounds:
        return Standing(stopped)
    if stopped:
        return Standing(True, _best(ending, totals))
    past = _past_target(ending, totals)
    over = bool(past) if ending.rounds is None else rounds >= ending.rounds
    if not over:
        return Standing(False)
    if ending.several is SeveralPast.DEAL_AGAIN and ending.rounds is None:
        return Standing(True, past) if len(past) == 1 else Standing(False, deal_again=True)
    best = _best(ending, totals)
    if len(best) > 1 and ending.tie is Tie.ANOTHER_ROUND:
        return Standing(False, deal_again=True)
    return Standing(True, best)


def placings(ending: Ending, totals: Mapping[Player, int]) -> list[tuple[int, Player]]:
    """Return (place, player) from the best to the last; equals share a place (DA-52)."""
    merit = {player: _merit(ending, total) for player, total in totals.items()}
    ordered = sorted(totals, key=lambda player: -merit[player])
    return [(1 + sum(other > merit[player] for other in merit.values()), player) for player in ordered]


def _past_target(ending: Ending, totals: Mapping[Player, int]) -> tuple[Player, ...]:
    if ending.target is None:
        return ()
    least = ending.target + ending.past_target
    return tuple(player for player, total in totals.items() if total >= least)


def _merit(ending: Ending, total: int) -> int:
    return -abs(total - ending.target) if ending.closest_wins and ending.target is not None else total


def _best(ending: Ending, totals: Mapping[Player, int]) -> tuple[Player, ...]:
    if ending.closest_wins and ending.closest_reached_only:
        reached = _past_target(ending, totals)
        totals = {player: totals[player] for player in reached} or totals
    top = max(_merit(ending, total) for total in totals.values())
    return tuple(player for player, total in totals.items() if _merit(ending, total) == top)


def next_dealer(dealing: Dealing, seats: Sequence[Player], first: Player, rounds: Iterable[Round]) -> Player | None:
    """Return who deals after `rounds`, the ones that count, in order; None where nobody deals.

    `first` dealt the first of them. Source: DA-05, IS-04, CS-A12.
    """
    if dealing is Dealing.NOBODY:
        return None
    dealer = first
    for round_ in rounds:
        if dealing is Dealing.WINNER and round_.closer in seats:
            dealer = round_.closer or dealer
        else:
            dealer = seats[(seats.index(dealer) + 1) % len(seats)] if dealer in seats else seats[0]
    return dealer


def deal_reminder(variant: Variant, players: int) -> DealReminder:
    """Return how many cards, packs and jokers `players` play with."""
    return DealReminder(
        variant.deal.cards_for(players), variant.deck.packs_for(players), variant.deck.jokers_for(players)
    )
