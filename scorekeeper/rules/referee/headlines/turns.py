"""Headlines of the questions about turns: pile, joker-swap, rummy-call, go-out, table."""

from ...cards import Card, Cards
from ...errors import N_, NN_
from ...model.terms import DrawKind, EmptyStock
from ...scoring.rounds import factor
from .headline import Found, HeadlineInput, Sentences, Values

_FEW = 4  # of cards that stay in hand; more are only counted

SENTENCES: Sentences = {
    "draw_top_card": N_("Yes, you may draw the {card}"),
    "draw_any_top_card": N_("Yes, you may draw the top discard"),
    "take_pile": NN_(
        "You may take the whole pile: {count} card", "You may take the whole pile: {count} cards", "count"
    ),
    "take_any_pile": N_("You may take the whole pile"),
    "take_card": N_("Take the {card} and everything above it: {count} in all"),
    "take_wanted": N_("Take the {card} and everything above it"),
    "knocker_gets_it": N_("The knocker gets the {card} and one from the stock"),
    "knocker_gets_two": N_("The knocker gets the discard and one from the stock"),
    "knocker_gets_one": N_("No {card} for the knocker: only one from the stock"),
    "knocker_gets_stock": N_("No discard for the knocker: one from the stock"),
    "pile_not_justified": N_("No covered card melded: {player} {points}"),
    "pile_not_justified_nobody": N_("No covered card melded: {points} points"),
    "pile_not_melded": N_("No card of the pile melded: {player} {points}"),
    "pile_not_melded_nobody": N_("No card of the pile melded: {points}"),
    "nothing_melded": N_("No new meld: {player} {points}"),
    "nothing_melded_nobody": N_("No new meld: {points}"),
    "turn_pile_over": N_("Turn the pile over, all but its top card"),
    "shuffle_pile": N_("Shuffle the pile, all but its top card"),
    "ends_when_wanted": N_("No new stock: the round ends when somebody must draw"),
    "plays_on_without_pool": N_("The pool is empty: play on without drawing"),
    "one_more_turn_each": N_("The pool is empty: one more turn for everybody"),
    "ends_at_once": N_("The pool is empty: the round is over"),
    "void_at_once": N_("The stock is down to {kept}: the round is void"),
    "void_after_discard": N_("Only the last discard can be taken now"),
    "only_top_card": N_("Play on: you can draw only the top discard"),
    "pile_too_small_for_stock": N_("No new stock: nothing lies below the top card"),
    "swap_to_hand": N_("Yes: the {card} in, the joker to your hand"),
    "swap_and_lay": N_("Yes: the {card} in, lay the joker at once"),
    "card_to": N_("{player} gets the {card}"),
    "false_call": N_("No rommy: {player} {points}"),
    "false_call_by_several": N_("No rommy: {points} each for {players}"),
    "out_doubled": N_("{way}: doubled"),
    "out_multiplied": N_("{way}: the round counts × {times}"),
    "out_in_a_way": N_("{way}: the round is over"),
    "out": N_("Out: the round is over"),
    "out_with_bonus": NN_(
        "Out, and {bonus} point for it: the round is over", "Out, and {bonus} points for it: the round is over", "bonus"
    ),
    "round_over": N_("Nobody went out, but the round is over"),
    "not_out": N_("Not out: the round goes on"),
    "could_go_out": N_("Yes: you can lay everything"),
    "could_go_out_discarding": N_("Yes: discard the {card}, lay the rest"),
    "one_would_stay": N_("No: the {card} stays in hand"),
    "some_would_stay": N_("No: {cards} stay in hand"),
    "many_would_stay": NN_("No: {count} card stays in hand", "No: {count} cards stay in hand", "count"),
    "not_in_one_turn": N_("No: not in one turn"),
    "may_draw": N_("Draw: the round goes on"),
    "stock_empty_over": N_("The stock is empty: the round is over"),
    "stock_empty_goes_on": N_("The stock is empty, and the round goes on"),
    "stock_used_up": N_("The stock is down to {kept}: the round is over"),
    "last_discard_open": N_("Only the last discard may be taken now"),
    "gin": N_("Gin: the round is over"),
    "knock": N_("Knock with {points}: the round is over"),
    "gin_discarding": N_("Discard the {card}, and it is gin"),
    "knock_discarding": N_("Discard the {card}, and knock with {points}"),
    "table_right": N_("All right: every meld on the table is complete"),
    "nothing_laid": N_("The table is right, nothing was laid: draw one"),
    "no_offence": N_("No offence: nothing follows"),
    "late": N_("Time is up: all goes back, and you draw {tiles}"),
    "wrong_table": N_("Everything goes back, and you draw {tiles}"),
}

_EMPTY = {
    EmptyStock.TURN_OVER_KEEP_TOP: "turn_pile_over",
    EmptyStock.SHUFFLE_KEEP_TOP: "shuffle_pile",
    EmptyStock.ENDS_WHEN_WANTED: "ends_when_wanted",
    EmptyStock.PLAY_ON: "plays_on_without_pool",
    EmptyStock.ONE_MORE_TURN: "one_more_turn_each",
    EmptyStock.LOWEST_RACK_AT_ONCE: "ends_at_once",
    EmptyStock.VOID_AT_ONCE: "void_at_once",
    EmptyStock.VOID_AFTER_DISCARD: "void_after_discard",
}
_UNJUSTIFIED = {
    "no_covered_card": "pile_not_justified",
    "no_pile_card": "pile_not_melded",
    "no_new_meld": "nothing_melded",
}
_ABOUT_TO_DRAW = {
    "may_draw": "may_draw",
    "stock_is_empty": "stock_empty_over",
    "plays_on": "stock_empty_goes_on",
    "stock_used_up": "stock_used_up",
    "last_discard_open": "last_discard_open",
}


def pile(asked: HeadlineInput) -> Found:
    """Return the headline of a draw from the pile, or of an empty stock."""
    take = asked.given("take")
    if take == "stock_empty":
        return _empty_stock(asked)
    if not asked.legal:
        return _not_justified(asked)
    return _knocked(asked) if take == "knock" else _drawn(asked, take)


def _empty_stock(asked: HeadlineInput) -> Found:
    if asked.first in ("nothing_to_turn_over", "top_card_alone"):
        return ("only_top_card" if asked.legal else "pile_too_small_for_stock"), {}
    if asked.ruling.verdict == "undecided":
        return None
    code = _EMPTY[asked.variant.closing.stock_empty]
    return code, {"kept": asked.variant.closing.stock_kept} if code == "void_at_once" else {}


def _not_justified(asked: HeadlineInput) -> Found:
    code = _UNJUSTIFIED.get(asked.first or "")
    for award in asked.ruling.penalties if code else ():
        if award.player is None:
            return f"{code}_nobody", {"points": award.points}
        return f"{code}", {"player": award.player, "points": award.points}
    return None


def _drawn(asked: HeadlineInput, take: str) -> Found:
    taken, wanted = asked.cards("taken") or asked.given("taken") or (), asked.given("wanted")
    if take == DrawKind.TOP_CARD:
        return ("draw_top_card", {"card": taken[0]}) if taken else ("draw_any_top_card", {})
    if take == DrawKind.WHOLE_PILE:
        return ("take_pile", {"count": len(taken)}) if taken else ("take_any_pile", {})
    if len(taken) == 1:  # the top one
        return "draw_top_card", {"card": wanted}
    return ("take_card", {"card": wanted, "count": len(taken)}) if taken else ("take_wanted", {"card": wanted})


def _knocked(asked: HeadlineInput) -> Found:
    top = asked.given("pile", ())[-1:]
    gets_it = asked.fact("cards_to_knocker")["discard"]
    if top:
        return ("knocker_gets_it" if gets_it else "knocker_gets_one"), {"card": top[0]}
    return ("knocker_gets_two" if gets_it else "knocker_gets_stock"), {}


def joker_swap(asked: HeadlineInput) -> Found:
    """Return the headline of a joker that may be exchanged."""
    if not asked.legal:
        return None
    to_hand = asked.fact("joker_goes_to") == "hand"
    offered = asked.given("offered")
    card = offered[0] if isinstance(offered, tuple) and len(offered) == 1 else offered
    return ("swap_to_hand" if to_hand else "swap_and_lay"), {"card": card}


def rummy_call(asked: HeadlineInput) -> Found:
    """Return the headline of a call: who gets the card, or who pays."""
    if asked.legal:
        card = asked.given("wanted") or asked.given("discard")
        return "card_to", {"player": asked.fact("card_to"), "card": card}
    awards = asked.ruling.penalties
    if len(awards) == 1:
        return "false_call", {"player": awards[0].player, "points": awards[0].points}
    if awards:
        return "false_call_by_several", {"points": awards[0].points, "players": tuple(award.player for award in awards)}
    return None


def go_out(asked: HeadlineInput) -> Found:
    """Return the headline of a legal turn, or of an empty stock."""
    if not asked.legal:
        return None
    if asked.first in _ABOUT_TO_DRAW:
        kept = {"kept": asked.variant.closing.stock_kept} if asked.first == "stock_used_up" else {}
        return _ABOUT_TO_DRAW[asked.first], {**kept}
    if ending := asked.fact("ending"):
        return _knocked_out(asked, ending)
    if not asked.fact("closes"):
        return ("round_over" if asked.fact("round_ends") else "not_out"), {}
    for key, way in asked.variant.closing.ways.items():
        if asked.fact(key):
            return _closed_by(way.label, factor(asked.variant, key))
    bonus = asked.fact("bonus")
    return ("out_with_bonus", {"bonus": bonus}) if bonus else ("out", {})


def _knocked_out(asked: HeadlineInput, ending: str) -> tuple[str, Values]:
    """Return the headline of a hand with which a player knocks: after the best discard, if none is given."""
    if way := asked.variant.closing.ways.get(ending):
        return _closed_by(way.label, way.factor)
    discards = asked.cards("best_discards")
    values: Values = {"points": asked.fact("deadwood")} if ending == "knock" else {}
    return (f"{ending}_discarding", {"card": discards[0], **values}) if discards else (ending, values)


def _closed_by(way: str, times: int) -> tuple[str, Values]:
    if times > 2:
        return "out_multiplied", {"way": way, "times": times}
    return ("out_doubled" if times == 2 else "out_in_a_way"), {"way": way}


def table(asked: HeadlineInput) -> Found:
    """Return the headline of a legal table, or of one that costs tiles."""
    if asked.legal:
        return ("nothing_laid" if asked.has_reason("nothing_played") else "table_right"), {}
    tiles = asked.fact("penalty_tiles")
    return ("late" if asked.has_reason("time_up") else "wrong_table", {"tiles": tiles}) if tiles else None


def could_go_out(discard: Card | None) -> tuple[str, Values]:
    """Return the headline of a hand that can go out in one turn, `discard` thrown away."""
    return ("could_go_out_discarding", {"card": discard}) if discard else ("could_go_out", {})


def would_stay(left: Cards) -> tuple[str, Values]:
    """Return the headline of a hand that cannot go out in one turn: it names the cards `left`, or counts many."""
    if len(left) > _FEW:
        return "many_would_stay", {"count": len(left)}
    if len(left) > 1:
        return "some_would_stay", {"cards": left}
    return ("one_would_stay", {"card": left[0]}) if left else ("not_in_one_turn", {})


def irregularity(asked: HeadlineInput) -> Found:
    """Return the headline of what is no irregularity."""
    return ("no_offence", {}) if asked.legal else None
