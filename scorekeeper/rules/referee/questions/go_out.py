"""The question `go-out`: does a turn close the round, or does the round end otherwise?"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ...cards import Card, Cards
from ...errors import N_, InvalidSituation, Problem
from ...model.terms import ClosingRequirement, EmptyHand, EmptyStock, LastDiscard
from ...model.topics import Topic
from ...model.variant import Variant
from ...reasons import Reason
from ..remarks import About, remark
from ..ruling import Fact, Ruling, Verdict, Wordings, reason, rule_on
from ..turns.drawing import judge_wish
from ..turns.finished_turn import FinishedTurn, cards_used, read_turn
from ..turns.first_turn import begins_without_drawing, check_cardless, check_first_turn, laid_nothing_before
from ..turns.knock_turn import rule_on_knock
from ..turns.laid_jokers import judge_each_naming
from ..turns.play import check_play, discard_fits, faults_of_laying, fitting_card_discarded, joker_discarded
from .meld import before_closing

WORDINGS: Wordings = {
    "discard_missing": (Topic.DISCARD, N_("You must end your turn with a discard.")),
    "last_card_not_discarded": (Topic.GOING_OUT, N_("To go out, you must discard your last card.")),
    "no_discards": (Topic.GOING_OUT, N_("This game has no discards.")),
    "closing_card_face_up": (Topic.CLOSING_FACE, N_("The last discard lies face down.")),
    "closing_card_face_down": (Topic.CLOSING_FACE, N_("The last discard lies face up.")),
    "discard_face_down": (Topic.DISCARD_FACE, N_("A discard lies face up.")),
    "closing_card_fits": (Topic.FITTING_CARD, N_("The {cards} fits a meld. At this table you can’t go out with it.")),
    "closed_in_first_round": (Topic.FIRST_ROUND, N_("Nobody may go out until everybody has had a first turn.")),
    "table_not_valid": (Topic.TABLE_VALID, N_("At the end of the turn every meld on the table must be complete.")),
    "closes": (Topic.GOING_OUT, N_("Nothing is left: the round is over.")),
    "on_empty_table": (Topic.EMPTY_TABLE, N_("You can go out even if nothing was on the table.")),
    "cardless_closes": (Topic.CARDLESS, N_("A player without cards goes out by discarding the drawn card.")),
    "laid_all_at_once": (Topic.DOUBLING, N_("Everything was laid in one turn, with nothing laid before.")),
    "laid_all_but_lay_offs": (
        Topic.DOUBLED_AFTER_LAY_OFF,
        N_("Everything was laid in one turn, with no meld laid before; cards laid off before don’t matter."),
    ),
    "call_forgotten": (Topic.CALL, N_("Forgetting to announce the last card costs nothing.")),
    "call_missing": (Topic.CALL, N_("The last card wasn’t announced, so the round goes on.")),
    "cards_left": (Topic.CLOSING, N_("Not played yet, so the round goes on: {cards}.")),
    "plays_on_without_cards": (
        Topic.EMPTY_HAND,
        N_("There’s no last card to discard, so the round goes on."),
    ),
    "cardless_goes_on": (
        Topic.CARDLESS,
        N_("A player without cards who lays off the drawn card plays on without cards."),
    ),
    "pool_used_up": (Topic.EMPTY_STOCK, N_("There’s nothing left to draw: the round is over.")),
}


def judge_go_out(
    variant: Variant,
    *,
    hand_after: Cards | None = None,
    stock: int | None = None,
    wants: str | None = None,
    opened_before: bool | None = None,
    melded_before: bool | None = None,
    cardless: bool = False,
    dealt: int | None = None,
    players: int = 4,
    upcard: Card | None = None,
    **given: Any,
) -> Ruling:
    """Return whether a turn is legal and closes the round, or what happens when a player is about to draw.

    The keys are those of the referee's contract. `dealt` is the number of cards dealt to each, None if unknown: a hand
    of so many proves that its player has laid nothing before.

    Raises:
        InvalidSituation: it is neither, a meld has no card, a card was laid off on a meld that is not there, or what
            was laid before contradicts the cards held.
    """
    no_turn = hand_after is None if variant.knock.allowed else hand_after != () and not _TURN & given.keys()
    draws_now = wants is not None or (stock is not None and no_turn)
    key, used = ("hand_after", None) if draws_now else ("hand_before", cards_used(hand_after, **given))
    held = hand_after if draws_now else given.get("hand_before")
    opens, laid_off_before = variant.turn.opening_minimum is not None, given.get("laid_off_before")
    opened = melded_before is not False and (opened_before is not False or not opens)
    if laid_nothing_before(variant, dealt, held, used):
        opened = False
        check_first_turn(
            opened_before=opens and opened_before, melded_before=melded_before, laid_off_before=laid_off_before
        )
    cardless, begins = check_cardless(variant, cardless, held, key), begins_without_drawing(variant, dealt, held)
    if draws_now:
        ruling, ends = judge_wish(variant, wants, stock, opened=opened, cardless=cardless, begins=begins)
        return replace(ruling, facts=_facts(variant, ends=ends))
    if hand_after is None:
        raise InvalidSituation(Problem(N_("Which cards are in hand at the end of the turn?"), ("hand_after",)))
    turn = read_turn(variant, hand_after, opened, cardless, players, begins=begins, **given)
    check_play(turn.play)
    if variant.knock.allowed:
        return rule_on_knock(turn, stock, upcard, [*turn.drawing, *_faults_of_laying_for_knock(turn)])
    return _left_open(judge_each_naming(turn.play, lambda play: _rule(replace(turn, play=play), stock)))


def _faults_of_laying_for_knock(turn: FinishedTurn) -> Iterator[Reason]:
    yield from faults_of_laying(turn.play, minimum_asked=False)
    if turn.called and turn.play.discard is not None and turn.discard_face == "up":
        yield _reason(turn, "closing_card_face_up", (turn.play.discard,))


def _left_open(ruling: Ruling) -> Ruling:
    """Return the ruling; an undecided one without the facts that hold only if the turn is legal."""
    if ruling.verdict is not Verdict.UNDECIDED:
        return ruling
    return replace(ruling, facts={key: fact for key, fact in ruling.facts.items() if key in _ALWAYS or not fact})


_ALWAYS = ("discard_required", "joker_may_be")
"""The facts that hold whether the turn is legal or not."""


_TURN = {"laid_new_melds", "laid_off", "discard", "hand_before", "drawn", "drawn_from"}
"""The keys of a situation that describe a turn."""


def _rule(turn: FinishedTurn, stock: int | None) -> Ruling:
    variant = turn.variant
    closed_by = turn.way if turn.closes else None
    faults = [
        *turn.drawing,
        *faults_of_laying(turn.play, minimum_asked=closed_by is None or variant.closing.ways[closed_by].needs_minimum),
        *_faults_of_discard(turn),
        *_faults_of_end(turn),
    ]
    closes = turn.closes and not faults
    used_up = stock == 0 and variant.closing.stock_empty is EmptyStock.LOWEST_RACK_AT_ONCE and not faults
    grounds = [*_grounds(turn), *([_reason(turn, "pool_used_up")] if used_up and not closes else ())]
    way = turn.way if closes else None
    return rule_on(faults, grounds, facts=_facts(variant, closes=closes, ends=closes or used_up, way=way))


def _facts(variant: Variant, *, closes: bool = False, ends: bool, way: str | None = None) -> dict[str, Fact]:
    return {
        "closes": closes,
        "round_ends": ends,
        "discard_required": variant.closing.last_discard_needed,
        "bonus": variant.closing.bonus if closes else 0,
        **{key: key == way for key, each in variant.closing.ways.items() if each.laid_before is not None},
    }


def _reason(turn: FinishedTurn, code: str, cards: Cards = ()) -> Reason:
    return reason(turn.variant, WORDINGS, code, cards)


def _faults_of_discard(turn: FinishedTurn) -> Iterator[Reason]:
    """Yield the faults of the discard: missing, unknown to the game, on its wrong side, or not allowed to close."""
    last, discard = turn.variant.closing.last_discard, turn.play.discard
    if last is LastDiscard.NONE:
        if discard is not None:
            yield _reason(turn, "no_discards", (discard,))
        return
    if discard is None:
        if turn.hand_after:
            yield _reason(turn, "discard_missing")
        elif not turn.closes and turn.variant.closing.empty_hand is EmptyHand.FORBIDDEN:
            yield _reason(turn, "last_card_not_discarded")
        return
    yield from _faults_of_face(turn, discard)
    yield from joker_discarded(turn.play, closes=turn.closes)
    yield from fitting_card_discarded(turn.play, closes=turn.closes)
    lies_up = last is LastDiscard.FACE_UP and turn.closes
    may_not_fit = lies_up and turn.variant.closing.asks(ClosingRequirement.UNFITTING_CARD)
    if may_not_fit and discard_fits(turn.play):
        yield _reason(turn, "closing_card_fits", (discard,))


def _faults_of_face(turn: FinishedTurn, discard: Card) -> Iterator[Reason]:
    last, face = turn.variant.closing.last_discard, turn.discard_face
    if turn.closes and last is LastDiscard.FACE_DOWN:
        if face == "up":
            yield _reason(turn, "closing_card_face_up", (discard,))
    elif face == "down" and turn.closes and last is LastDiscard.FACE_UP:
        yield _reason(turn, "closing_card_face_down", (discard,))
    elif face == "down" and turn.variant.turn.discard_face_up:
        yield _reason(turn, "discard_face_down", (discard,))


def _faults_of_end(turn: FinishedTurn) -> Iterator[Reason]:
    """Yield the other faults of how the turn ended."""
    play, closing = turn.play, turn.variant.closing
    free_end = closing.last_discard is LastDiscard.NOT_NEEDED and play.discard is None
    laid_off_only = turn.closes and free_end and play.laid_off and not play.new_melds
    if laid_off_only and closing.asks(ClosingRequirement.LAST_CARD_MELDED):
        yield _reason(turn, "last_card_not_discarded")
    if turn.closes and play.first_round and closing.asks(ClosingRequirement.AFTER_FIRST_ROUND):
        yield _reason(turn, "closed_in_first_round")
    if turn.variant.turn.rearrange and not turn.table_valid:
        yield _reason(turn, "table_not_valid")
    by_hand = turn.closes and turn.way is not None
    if not by_hand and (play.laid or turn.closes):
        yield from before_closing(turn.variant, play.laid)


def _grounds(turn: FinishedTurn) -> Iterator[Reason]:
    if turn.closes:
        yield _reason(turn, "cardless_closes" if turn.cardless else "closes")
        if turn.play.discard is not None and turn.variant.closing.last_discard is LastDiscard.FACE_DOWN:
            yield from remark(turn.variant, About.LAST_CARD)
        if turn.play.table == () and Topic.EMPTY_TABLE in turn.variant.cites:
            yield _reason(turn, "on_empty_table")
        if not turn.called and turn.variant.closing.last_discard is LastDiscard.NONE:
            yield _reason(turn, "call_forgotten")
        if turn.way is not None:
            yield _reason(turn, "laid_all_but_lay_offs" if turn.laid_off_before else "laid_all_at_once", turn.play.laid)
    elif turn.hand_after:
        yield _reason(turn, "cards_left", turn.hand_after)
    elif not turn.empties_hand:
        yield _reason(turn, "cardless_goes_on" if turn.cardless else "plays_on_without_cards", turn.play.laid)
    else:
        yield _reason(turn, "call_missing", turn.play.laid)
