"""House rules about the end of a game that several games share, as those of `shared_options`."""

from collections.abc import Mapping
from typing import Unpack

from ..errors import N_
from .options import Details, Option, Wording, choice, number, switch
from .terms import LimitEnds, Rejoin, Tie

POINTS, ROUNDS = (1, 99999), (1, 999)
"""The bounds of a target and of a number of rounds."""


def target(rule: str, points: int = 500, usual: tuple[int, ...] = ()) -> Option:
    """Return the choice of the total that ends the game; `usual` ones, if others than `points`, are offered."""
    sentence = N_("The total that ends the game.")
    return number(rule, sentence, points, POINTS, sets="ending.target", usual=usual or (points,))


def past_target(rule: str, condition: str, **details: Unpack[Details]) -> Option:
    """Return the switch by which a total must exceed the target; `condition` words it as a reading."""
    return switch(
        rule,
        N_("A total must be above the target; reaching it exactly is not enough."),
        sets="ending.past_target",
        reading=N_("A total must be above the target."),
        condition=condition,
        **details,
    )


def fixed_rounds(rule: str) -> Option:
    """Return the choice of a number of rounds for a game that otherwise has a target."""
    sentence = N_("The game ends after this many rounds, whatever the totals.")
    return number(rule, sentence, None, ROUNDS, sets="ending.rounds")


def agreed_rounds(rule: str, rounds: int | None = None, **details: Unpack[Details]) -> Option:
    """Return the choice of a number of rounds for a game without a target; None for as many as the table likes."""
    usual = () if rounds is None else (rounds,)
    sentence = N_("After how many rounds the game ends.")
    return number(rule, sentence, rounds, ROUNDS, sets="ending.rounds", usual=usual, nullable=True, **details)


def limit(rule: str, points: int | None = 101, usual: tuple[int, ...] = (), **details: Unpack[Details]) -> Option:
    """Return the choice of the total that eliminates a player; `points` None: nobody, unless the table chooses it."""
    sentence = N_("The total that puts a player out.")
    return number(rule, sentence, points, POINTS, sets="ending.limit", usual=usual, **details)


def past_limit(rule: str, condition: str = "", *, default: bool = False, **details: Unpack[Details]) -> Option:
    """Return the switch by which a total must exceed the limit; `condition` words the other reading."""
    above = N_("A total must be above the limit; reaching it exactly puts nobody out.")
    other = N_("Whoever reaches the limit is out.") if default else N_("Only a total above the limit is out.")
    reading = other if condition else ""
    return switch(
        rule, above, sets="ending.past_limit", default=default, reading=reading, condition=condition, **details
    )


def limit_ends(rule: str, **details: Unpack[Details]) -> Option:
    """Return the choice whether a game with a limit ends when one player is left, or when the first is out."""
    details.setdefault(
        "readings",
        {"first_out": Wording(N_("The game ends when the first player is out."), N_("If the first one out ends it"))},
    )
    return choice(
        rule,
        N_("When the limit ends the game."),
        {"last_in": N_("when one player is left, who wins"), "first_out": N_("when somebody is out: the lowest wins")},
        {"first_out": {"ending.limit_ends": LimitEnds.FIRST_OUT}},
        **details,
    )


def loss_limit(rule: str, usual: tuple[int, ...] = (), **details: Unpack[Details]) -> Option:
    """Return the choice of the minus points that end the game once somebody has more; None: none do."""
    sentence = N_("How many minus points somebody must pass to end the game.")
    return number(rule, sentence, None, POINTS, sets="ending.loss_limit", usual=usual, **details)


_REJOIN: Mapping[Rejoin, str] = {
    Rejoin.NEVER: N_("never"),
    Rejoin.HIGHEST: N_("with the highest total still in"),
    Rejoin.HIGHEST_PLUS_ONE: N_("with one more than the highest still in"),
}


def rejoin(rule: str, *totals: Rejoin, **details: Unpack[Details]) -> Option:
    """Return the choice with which of `totals` a player who is out may come back in; the game's own is never."""
    return choice(
        rule,
        N_("Whether a player who is out may come back in."),
        {total.value: _REJOIN[total] for total in (Rejoin.NEVER, *totals)},
        {total.value: {"ending.rejoin": total} for total in totals},
        **details,
    )


def rejoins(rule: str, usual: tuple[int, ...] = (1, 2)) -> Option:
    """Return the choice how often one player may come back in, None for as often as they like."""
    sentence = N_("How often one player may come back in.")
    return number(rule, sentence, None, (1, 99), sets="ending.rejoins", usual=usual)


def tie(rule: str, **details: Unpack[Details]) -> Option:
    """Return the choice between another round and a shared win."""
    return choice(
        rule,
        N_("What happens when totals are equal at the end of the game."),
        {"another_round": N_("play another round"), "shared": N_("share the win")},
        {"shared": {"ending.tie": Tie.SHARED}},
        reading=N_("Equal totals share the win."),
        condition=N_("If equal totals share the win"),
        **details,
    )
