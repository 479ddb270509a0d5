"""House rules that several games share: each returns an option about `rule`, the id in the game's own source.

Further arguments are those of `options.switch` and its like: `group=OptionGroup.QUARREL` for one that settles a doubt.
"""

from collections.abc import Mapping
from typing import Unpack

from ..errors import N_
from .options import Details, Effect, Option, Wording, choice, doubt_choice, doubt_switch, number, switch
from .terms import (
    Dealing,
    Declaration,
    DrawUse,
    EmptyStock,
    FreesSetJoker,
    JokerDiscard,
    JokerGoes,
    JokerLimit,
    LastDiscard,
    NoCloser,
    RunSuits,
    Who,
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


def joker_from_set(rule: str, **details: Unpack[Details]) -> Option:
    """Return the choice whether all cards that a set lacks free its joker together, or each of them alone."""
    return choice(
        rule,
        N_("What frees the joker of a set of three."),
        {"both": N_("both missing cards"), "either": N_("either of the two missing cards")},
        {"either": {"swap.frees_set": FreesSetJoker.EITHER}},
        reading=N_("Either of the two missing cards frees the joker."),
        condition=N_("If one missing card frees the joker"),
        **details,
    )


_GOES: Mapping[JokerGoes, str] = {
    JokerGoes.NEW_MELD: N_("into a new set or run"),
    JokerGoes.ANY_MELD: N_("into any set or run"),
    JokerGoes.HAND: N_("into the hand"),
}
_GOES_READ: Mapping[JokerGoes, Wording] = {
    JokerGoes.NEW_MELD: Wording(
        N_("A joker taken from the table must go into a new meld."), N_("If the joker must go into a new meld")
    ),
    JokerGoes.ANY_MELD: Wording(
        N_("A joker taken from the table may go into any meld."), N_("If the joker may go into any meld")
    ),
    JokerGoes.HAND: Wording(
        N_("You may keep a joker taken from the table in your hand."), N_("If you may keep the joker in your hand")
    ),
}


def freed_joker(rule: str, *places: JokerGoes, **details: Unpack[Details]) -> Option:
    """Return the choice where a joker taken from the table goes, the game's own of `places` first."""
    others = places[1:]
    details.setdefault("readings", {place.value: _GOES_READ[place] for place in others})
    return choice(
        rule,
        N_("Where a joker taken from the table must go."),
        {place.value: _GOES[place] for place in places},
        {place.value: {"swap.goes_to": place} for place in others},
        **details,
    )


_DISCARDS: Mapping[JokerDiscard, str] = {
    JokerDiscard.FREE: N_("in any turn"),
    JokerDiscard.CLOSING_ONLY: N_("only to go out"),
    JokerDiscard.NEVER: N_("never"),
}
_DISCARDS_READ: Mapping[JokerDiscard, Wording] = {
    JokerDiscard.FREE: Wording(N_("You may discard a joker in any turn."), N_("If you may discard a joker")),
    JokerDiscard.CLOSING_ONLY: Wording(
        N_("You may discard a joker only to go out."), N_("If you may discard a joker only to go out")
    ),
    JokerDiscard.NEVER: Wording(N_("You may never discard a joker."), N_("If you may never discard a joker")),
}


def joker_discard(rule: str, *times: JokerDiscard, **details: Unpack[Details]) -> Option:
    """Return the choice when a joker may be discarded, the game's own of `times` first."""
    others = times[1:]
    details.setdefault("readings", {time.value: _DISCARDS_READ[time] for time in others})
    return choice(
        rule,
        N_("When you may discard a joker."),
        {time.value: _DISCARDS[time] for time in times},
        {time.value: {"turn.joker_discard": time} for time in others},
        **details,
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


def call_open_until(rule: str, sentence: str, reading: str) -> Option:
    """Return the choice how long a call is open; `sentence` asks, and `reading` says until the next discard."""
    return doubt_choice(
        rule,
        sentence,
        {"next_draw": N_("until the next player draws"), "next_discard": N_("until the next discard")},
        {"next_discard": {"call.open_after_draw": True}},
        reading=reading,
        condition=N_("If you may call until the next discard"),
    )


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


def failed_pile(rule: str) -> Option:
    """Return the choice what happens to a pile that was taken without a meld."""
    return doubt_choice(
        rule,
        N_("What happens to the pile if the player who took it lays no meld with it."),
        {"kept": N_("its cards stay in hand"), "returned": N_("it goes back, and the turn is over")},
        {"returned": {"turn.pile_meld.cards_kept_without": False}},
        reading=N_("If you take the pile without a meld, the cards go back and your turn is over."),
    )


def discard_to_close(rule: str) -> Option:
    """Return the switch by which going out needs a last discard; without it, `rule` is cited about going out."""
    return switch(
        rule,
        N_("To go out, you must discard your last card."),
        {"closing.last_discard": LastDiscard.NOT_NEEDED, "cites.closing": rule, "cites.going_out": rule},
        default=True,
        reading=N_("You are out as soon as you have laid your last card; you need no discard."),
        condition=N_("If you need no last discard"),
    )


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
    """Return the choice whether a run has one suit; no reading of the source, which asks for one suit elsewhere."""
    return doubt_choice(
        rule,
        N_("Which suits a run may have."),
        {"one": N_("one suit"), "any": N_("any suits")},
        {"any": {"melds.run_suits": RunSuits.ANY, "melds.rules.same_suit": rule}},
    )


def hand_doubles(rule: str, way: str, reading: str = "", condition: str = "") -> Option:
    """Return the switch by which going out with everything at once, the `way` of closing, doubles the hands."""
    return switch(
        rule,
        N_("If somebody lays the whole hand in the turn in which they go out, the others’ cards count double."),
        {f"closing.ways.{way}.factor": 2},
        effect=Effect.SCORE,
        reading=reading,
        condition=condition,
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


def opening_minimum(rule: str, usual: tuple[int, ...], **details: Unpack[Details]) -> Option:
    """Return the choice of the points of the opening, 40 by default; the `usual` ones are offered."""
    sentence = N_("How many points you need to open.")
    return number(rule, sentence, 40, (0, 99999), sets="turn.opening.points", usual=usual, **details)


def opening_tiles(rule: str) -> Option:
    """Return the choice of the points of the opening in a game with tiles."""
    sentence = N_("How many points your first tiles on the table must have together.")
    return number(rule, sentence, 30, (0, 99999), sets="turn.opening.points", usual=(30, 50))


def turn_seconds(rule: str, fewest: int) -> Option:
    """Return the choice of the seconds of a turn, a minute unless the table chooses; `fewest`: the least it may."""
    sentence = N_("How many seconds a turn may take.")
    return number(rule, sentence, 60, (fewest, 120), sets="turn.seconds", usual=(30, 60, 90, 120))


def take_discard_only_opened(rule: str, reading: str = "", condition: str = "") -> Option:
    """Return the switch by which players who have opened, and no others, may draw the top discard."""
    changes = {"turn.draws.top_card.who": Who.OPENED, "cites.top_card": rule, "cites.part_of_pile": rule}
    sentence = N_("You may draw the top discard, but only once you have opened.")
    return switch(rule, sentence, changes, reading=reading, condition=condition)


def hand_needs_minimum(rule: str, way: str, *, needed: bool, **details: Unpack[Details]) -> Option:
    """Return the switch by which a Hand-Rommé opens like any first meld, or not; `needed`: the game's own rule.

    `way` is its key among the ways of closing.
    """
    sentence = N_("A Hand-Rommé must reach the opening minimum.")
    return switch(
        rule,
        sentence,
        {f"closing.ways.{way}.needs_minimum": not needed},
        default=needed,
        reading=N_("A Hand-Rommé needs no minimum.") if needed else sentence,
        condition=N_("If a Hand-Rommé needs no minimum") if needed else N_("If a Hand-Rommé must reach the minimum"),
        **details,
    )


def open_joker_of_set(rule: str) -> Option:
    """Return the choice which cards free the joker of a set of three whose suit nobody named."""
    return doubt_choice(
        rule,
        N_("What frees a joker in a set of three if nobody named its suit."),
        {"either": N_("either of the two missing cards"), "both": N_("both missing cards")},
        {"both": {"swap.frees_set": FreesSetJoker.BOTH}},
        reading=N_("You need both missing suits to free the joker."),
    )
