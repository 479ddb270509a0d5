"""House rules that several games share: each returns an option about `rule`, the id in the game's own source.

Further arguments are those of `options.switch` and its like: `group=Group.QUARREL` for one that settles a doubt.
"""

from collections.abc import Mapping
from typing import Unpack

from ..errors import N_
from .options import Details, Effect, Option, Wording, choice, doubt_choice, doubt_switch, number, switch
from .terms import Dealing, Declaration, DrawUse, EmptyStock, JokerLimit, NoCloser, Tie

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


def agreed_rounds(rule: str, rounds: int | None = None) -> Option:
    """Return the choice of a number of rounds for a game without a target; None for as many as the table likes."""
    usual = () if rounds is None else (rounds,)
    sentence = N_("After how many rounds the game ends.")
    return number(rule, sentence, rounds, ROUNDS, sets="ending.rounds", usual=usual, nullable=True)


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


def dealer(rule: str, changes: Mapping[str, object] | None = None, **details: Unpack[Details]) -> Option:
    """Return the choice who deals: the players in turn, or the last winner, which makes `changes` besides."""
    by_winner = {"deal.dealer": Dealing.WINNER, "remarks.next_deal.code": "closer_deals", **(changes or {})}
    labels = {"rotates": N_("the players in turn"), "winner": N_("the winner of the last round")}
    details.setdefault("effect", Effect.SCORE)
    details.setdefault("readings", {"winner": Wording(N_("The winner of a round deals the next one."))})
    return choice(rule, N_("Who deals the next round."), labels, {"winner": by_winner}, **details)


_LIMITS: Mapping[JokerLimit, str] = {
    JokerLimit.NOT_MORE_THAN_NATURALS: N_("no more than other cards"),
    JokerLimit.FEWER_THAN_NATURALS: N_("fewer than other cards"),
    JokerLimit.ONE: N_("one at most"),
    JokerLimit.NONE: N_("no limit"),
}

_LIMITS_READ: Mapping[JokerLimit, Wording] = {
    JokerLimit.FEWER_THAN_NATURALS: Wording(
        N_("A meld must have fewer jokers than other cards."), N_("If a meld must have fewer jokers than other cards")
    ),
    JokerLimit.ONE: Wording(N_("A meld may have at most one joker."), N_("If a meld may have at most one joker")),
    JokerLimit.NONE: Wording(
        N_("A meld may have any number of jokers."), N_("If a meld may have any number of jokers")
    ),
}


def joker_limit(rule: str, *limits: JokerLimit, sentence: str = "", **details: Unpack[Details]) -> Option:
    """Return the choice between `limits` of the jokers in a meld, the game's own first; the others are readings."""
    others = limits[1:]
    details.setdefault("readings", {limit.value: _LIMITS_READ[limit] for limit in others if limit in _LIMITS_READ})
    return choice(
        rule,
        sentence or N_("How many jokers a meld may have."),
        {limit.value: _LIMITS[limit] for limit in limits},
        {limit.value: {"jokers.limit": limit, "melds.rules.joker_limit": rule} for limit in others},
        **details,
    )


def joker_swap(rule: str, reading: str = "", condition: str = "") -> Option:
    """Return the switch by which jokers on the table may be exchanged, with a `reading` of its own if there is one."""
    return switch(
        rule,
        N_("You may take a joker from the table and put the card it stands for in its place."),
        {"swap.allowed": True},
        reading=reading or N_("If you hold the card that a joker on the table stands for, you may swap the two."),
        condition=condition or N_("If you may swap jokers"),
    )


def top_card_must_be_melded(rule: str) -> Option:
    """Return the switch by which even the top discard, taken alone, must be laid at once."""
    return switch(
        rule,
        N_("Even if you take only the top discard, you must lay it at once."),
        {"turn.draws.top_card.use": DrawUse.LAID},
        reading=N_("You must lay even the top discard at once."),
        condition=N_("If you must lay even the top card"),
    )


def jokers_named(rule: str) -> Option:
    """Return the choice of when a joker's card must be named: only where it could be several cards, or always."""
    return doubt_choice(
        rule,
        N_("When you must say which card a joker is."),
        {"where_open": N_("if it could be several cards"), "always": N_("always")},
        {"always": {"jokers.declared": Declaration.ALWAYS}},
        reading=N_("Whoever lays a joker always says which card it is."),
        condition=N_("If every joker must be named"),
    )


def call_with_own_cards(rule: str, **details: Unpack[Details]) -> Option:
    """Return the switch by which a call may be for a card that makes a meld with the caller's own cards."""
    sentence = N_("You may also call for a card that makes a meld with your own cards.")
    condition = N_("If the caller’s own cards count")
    return switch(rule, sentence, {"call.own_cards": True}, condition=condition, **details)


def opening_in_one_meld(rule: str) -> Option:
    """Return the switch by which one meld must have the points of the opening."""
    sentence = N_("A single meld must reach the opening minimum.")
    condition = N_("If a single meld must reach the minimum")
    return doubt_switch(rule, sentence, {"turn.opening.in_one_meld": True}, condition=condition)


def discard_taken_card(rule: str) -> Option:
    """Return the switch by which the top discard may be drawn and thrown back."""
    sentence = N_("You may discard a card in the turn in which you drew it from the pile.")
    condition = N_("If you may discard the card you drew")
    return doubt_switch(rule, sentence, {"turn.discard_taken_card": True}, condition=condition)


_STOCKS: Mapping[str, EmptyStock] = {
    "turned_over": EmptyStock.TURN_OVER_KEEP_TOP,
    "shuffled": EmptyStock.SHUFFLE_KEEP_TOP,
    "round_ends": EmptyStock.ENDS_WHEN_WANTED,
}


def stock_empty(rule: str, labels: Mapping[str, str], readings: Mapping[str, Wording]) -> Option:
    """Return the choice what happens without a stock, by `labels`: `turned_over`, `shuffled`, `round_ends`."""
    changes = {key: {"closing.stock_empty": _STOCKS[key]} for key in list(labels)[1:]}
    return doubt_choice(rule, N_("What happens when the stock is empty."), labels, changes, readings=readings)


def unfinished_round(rule: str) -> Option:
    """Return the choice how to score a round that stops because nothing is left to draw."""
    return doubt_choice(
        rule,
        N_("How to score a round that stops because there is nothing left to draw."),
        {"scored": N_("it is scored as it stands"), "void": N_("its cards count for nobody")},
        {"void": {"scoring.no_closer": NoCloser.NOBODY}},
        reading=N_("A round that cannot go on counts for nobody."),
        condition=N_("If such a round counts for nobody"),
    )


def suits_of_runs(rule: str) -> Option:
    """Return the choice whether a run has one suit; the reading is open only where such a run lies."""
    text, condition = N_("Consecutive ranks are enough, whatever their suits."), N_("If a run may have several suits")
    return doubt_choice(
        rule,
        N_("Which suits a run may have."),
        {"one": N_("one suit"), "any": N_("any suits")},
        {"any": {"melds.run_suits_mixed": True, "melds.rules.same_suit": rule}},
        readings={"any": Wording(text, condition, where_laid=True)},
    )


def melds_in_hand(rule: str, reading: str) -> Option:
    """Return the choice whether complete melds left in hand cost; `reading` says that they do not."""
    return doubt_choice(
        rule,
        N_("What complete melds left in hand cost."),
        {"full": N_("as much as any cards"), "nothing": N_("nothing")},
        {"nothing": {"scoring.melds_in_hand_free": True}},
        reading=reading,
        condition=N_("If complete melds in hand cost nothing"),
    )
