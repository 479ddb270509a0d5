"""The question `irregularity`: what follows from a card that was seen, a wrong deal and the like, besides points."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...cards import Cards
from ...errors import N_, InvalidSituation, Problem
from ...melds.fitting import holds, place_all
from ...melds.judge import judge_meld
from ...melds.laid import laid_meld
from ...model.irregularities import Action, Irregularity, Remedy
from ...model.terms import EmptyHand
from ...model.topics import Topic
from ...model.variant import Variant
from ...reasons import Reason
from ..ruling import Fact, Ruling, Wordings, reason, rule_on
from ..turns.play import Play, fitting_card_discarded

WORDINGS: Wordings = {
    "no_offence": (Topic.CLOSING, N_("That isn’t an offence, and nothing follows from it.")),
    "use_now": (Topic.CLOSING, N_("Lay at once: {cards}.")),
    "take_back": (Topic.CLOSING, N_("Back into the hand: {cards}.")),
    "take_back_unknown": (Topic.CLOSING, N_("The cards go back into the hand.")),
    "must_discard": (Topic.CLOSING, N_("Discard in this turn: {cards}.")),
    "must_discard_next": (Topic.CLOSING, N_("Discard in the player’s next turn: {cards}.")),
    "frozen": (Topic.CLOSING, N_("The meld stays as it is, and nothing may be laid on it.")),
    "redeal": (Topic.CLOSING, N_("The cards are dealt again.")),
    "put_right": (Topic.CLOSING, N_("The number of cards is put right; nobody deals again.")),
    "play_on": (Topic.CLOSING, N_("The round goes on.")),
    "discard_to_close": (Topic.CLOSING, N_("With too many cards, the player goes out with a discard.")),
    "no_discard_to_close": (Topic.CLOSING, N_("With too few cards, the player goes out without a discard.")),
    "turn_another": (Topic.CLOSING, N_("The joker goes back into the pack; another card is turned up.")),
    "umpire": (Topic.CLOSING, N_("The rules don’t say what follows: the table decides, or its umpire.")),
    "which_cards_irregular": (Topic.CLOSING, N_("Which cards is it about?")),
    "how_many_cards": (Topic.CLOSING, N_("How many cards does the player hold?")),
    "what_lies_there": (Topic.CLOSING, N_("Which melds lie on the table?")),
}
"""Each reason cites the rule of the game's `Remedy` instead of one about the topic; none if its source says nothing."""


@dataclass(frozen=True)
class _Case:
    """An irregularity as the situation describes it."""

    variant: Variant
    what: Irregularity
    cards: Cards
    table: tuple[Cards, ...] | None
    to: int | None
    count: int | None
    late: bool
    before_play: bool
    opened: bool
    own_turn: bool
    players: int

    @property
    def remedy(self) -> Remedy | None:
        """What this game does about it; None if its source says nothing."""
        return self.variant.irregular.get(self.what)


def judge_irregularity(
    variant: Variant,
    *,
    what: str,
    cards: Cards = (),
    table: tuple[Cards, ...] | None = None,
    to: int | None = None,
    count: int | None = None,
    noticed: str = "this_turn",
    opened: bool = True,
    own_turn: bool = True,
    player: str | None = None,
    players: int = 4,
) -> Ruling:
    """Rule on an irregularity: whether it is one, and what is done about it; the keys are those of the contract.

    Where the game's source is silent, the answer is that the umpire decides. No ruling costs points; `player` is
    only named.

    Raises:
        InvalidSituation: `to` is no meld of the table.

    Source: SC-44 to SC-51, SC-05, SC-16, SC-A16 to SC-A20.
    """
    if to is not None and table is not None and to >= len(table):
        message = N_("There’s no such meld: {count} on the table.")
        raise InvalidSituation(Problem(message, ("to",), {"count": len(table)}))
    late, before = noticed == "later", noticed == "before_play"
    case = _Case(variant, Irregularity(what), cards, table, to, count, late, before, opened, own_turn, players)
    asked = _missing(case)
    if asked:
        return rule_on((), (), [asked])
    if not _is_offence(case):
        return rule_on((), [_cited(case, "no_offence", cards)], facts=_facts(case, ()))
    actions = _actions(case)
    return rule_on([*_reasons(case, actions)], facts=_facts(case, actions))


def _missing(case: _Case) -> Reason | None:
    """Return the reason that asks for what the answer depends on, None if nothing is missing."""
    if case.what is Irregularity.WRONG_COUNT and case.count is None:
        return _cited(case, "how_many_cards", missing="count")
    if case.what in _ABOUT_CARDS and not case.cards:
        return _cited(case, "which_cards_irregular", missing="cards")
    if case.what in _ABOUT_TABLE and case.table is None:
        return _cited(case, "what_lies_there", missing="table")
    return None


_ABOUT_CARDS = {
    Irregularity.EXPOSED_CARD,
    Irregularity.MISPLACED_CARD,
    Irregularity.NOT_A_MELD,
    Irregularity.FITTING_DISCARD,
}
_ABOUT_TABLE = {Irregularity.EXPOSED_CARD, Irregularity.FITTING_DISCARD}


def _is_offence(case: _Case) -> bool:
    """Return whether something has gone wrong, by the game's rules."""
    match case.what:
        case Irregularity.MISPLACED_CARD:
            return case.table is None or not (case.opened and _fits(case))
        case Irregularity.NOT_A_MELD:
            return not judge_meld(case.variant, case.cards).valid
        case Irregularity.OPENING_TOO_LOW:
            return case.variant.turn.opening_minimum is not None
        case Irregularity.WRONG_COUNT:
            return case.count != _dealt(case)
        case Irregularity.NO_DISCARD_LEFT:
            closing = case.variant.closing
            return closing.last_discard_needed and closing.empty_hand is EmptyHand.FORBIDDEN
        case Irregularity.FITTING_DISCARD:
            lying = tuple(laid_meld(case.variant, meld) for meld in case.table or ())
            play = Play(case.variant, discard=case.cards[0], table=lying, opened=case.opened, players=case.players)
            return bool(fitting_card_discarded(play, closes=False))
        case Irregularity.JOKER_TURNED_UP:
            return case.remedy is not None
        case Irregularity.TWO_EQUAL_MELDS:
            return False
    return True


def _dealt(case: _Case) -> int:
    return case.variant.deal.cards_for(case.players)


def _fits(case: _Case) -> bool:
    """Return whether all cards can be laid off together, on the meld `to` if it is given."""
    table = case.table or ()
    if case.to is not None:
        return holds(case.variant, table[case.to], case.cards)
    return bool(table) and not place_all(case.variant, table, case.cards)


def _can_be_laid(case: _Case) -> bool:
    """Return whether a player who has opened can lay exposed cards, off or as a new meld."""
    return case.opened and (_fits(case) or judge_meld(case.variant, case.cards).valid)


def _actions(case: _Case) -> tuple[Action, ...]:
    if case.remedy is None:
        return (Action.UMPIRE,)
    if case.what is Irregularity.EXPOSED_CARD and not _can_be_laid(case):
        return case.remedy.instead
    if case.what is Irregularity.WRONG_COUNT:
        return case.remedy.actions(late=not case.before_play)
    return case.remedy.actions(late=case.late)


def _facts(case: _Case, actions: tuple[Action, ...]) -> dict[str, Fact]:
    facts: dict[str, Fact] = {"effect": [action.value for action in actions]}
    facts["cards_back"] = list(case.cards) if Action.TAKE_BACK in actions else []
    facts["must_discard"] = list(case.cards) if Action.MUST_DISCARD in actions else []
    if facts["must_discard"]:
        facts["when"] = "this_turn" if case.own_turn else "next_turn"
    if case.what is Irregularity.WRONG_COUNT and Action.PLAY_ON in actions:
        facts["discard_to_close"] = (case.count or 0) > _dealt(case)
    return facts


def _reasons(case: _Case, actions: tuple[Action, ...]) -> Iterator[Reason]:
    """Yield a sentence for each thing that is done, with the rule that says so."""
    for action in actions:
        code = action.value
        if action is Action.MUST_DISCARD and not case.own_turn:
            code = "must_discard_next"
        if action is Action.TAKE_BACK and not case.cards:
            code = "take_back_unknown"
        yield _cited(case, code, case.cards if code in _WITH_CARDS else ())
    if case.what is Irregularity.WRONG_COUNT and Action.PLAY_ON in actions:
        yield _cited(case, "discard_to_close" if (case.count or 0) > _dealt(case) else "no_discard_to_close")


_WITH_CARDS = ("use_now", "take_back", "must_discard", "must_discard_next")


def _cited(case: _Case, code: str, cards: Cards = (), missing: str | None = None) -> Reason:
    found = reason(case.variant, WORDINGS, code, cards, None if missing is None else (missing,))
    return replace(found, rule=case.remedy.rule if case.remedy is not None else None)
