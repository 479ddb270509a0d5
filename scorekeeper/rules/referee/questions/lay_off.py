"""The question `lay-off`: may cards be laid on melds of the table, and where; may one move between them?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from ...cards import JOKER, Card, Cards
from ...errors import N_, InvalidSituation, Problem
from ...melds.fitting import LayOffSearch, Tried, fits, holds, is_near, targets
from ...melds.freed_jokers import broken_melds, jokers_may_go_on, may_leave_unreplaced
from ...melds.judge import MeldJudgement, is_meld, judge_meld, wild_cards
from ...melds.laid import LaidMeld
from ...model.terms import ClosingRequirement, JokerGoes, LayOff
from ...model.topics import Topic
from ...model.variant import Variant
from ...reasons import Reason
from ...scoring.laid_cards import points_laid_off
from ..naming import MeldList, NamesByMeld, near, read_melds, under_each_naming
from ..ruling import Fact, Ruling, Verdict, Wordings, reason, rule_on
from ..situations import CardMove
from ..turns.knocking import faults_of_laying_off
from .meld import before_closing, doubted_rules, too_early

__all__ = ["fits", "lay_off"]

WORDINGS: Wordings = {
    "not_your_turn": (Topic.OWN_TURN, N_("You can lay only when it’s your turn.")),
    "must_open_first": (Topic.LAY_OFF_BEFORE_OWN, N_("Only a player who has opened may lay off.")),
    "own_meld_first": (Topic.LAY_OFF_BEFORE_OWN, N_("Only a player who has laid a meld may lay off.")),
    "nobody_lays_off": (Topic.LAY_OFF, N_("Nobody lays off at this table.")),
    "fits_no_meld": (Topic.LAY_OFF, N_("The {cards} fits no meld on the table.")),
    "fits_not_there": (Topic.LAY_OFF, N_("The {cards} doesn’t fit the chosen meld.")),
    "fits_not_all": (Topic.LAYING_OFF_SEVERAL, N_("You can’t lay off all of these together: {cards}.")),
    "no_meld_there": (Topic.LAY_OFF, N_("You can’t lay anything on {cards}: it isn’t a meld.")),
    "cards_stay_in_melds": (
        Topic.REARRANGING,
        N_("The {cards} stays in its meld: cards never move to another one."),
    ),
    "must_open_before_moving": (Topic.OPENING_TURN, N_("Only a player who has opened may rearrange the table.")),
    "left_behind_is_no_meld": (
        Topic.REARRANGING,
        N_("What’s left is no longer a meld: {cards}."),
    ),
    "meld_locked": (Topic.MELDS_STAY, N_("A joker locks this meld, so nothing may be taken from it: {cards}.")),
    "joker_stays": (Topic.JOKER_LEFT_OVER, N_("A joker leaves its meld only if it’s replaced.")),
    "joker_needs_new_meld": (Topic.FREED_JOKER, N_("A joker taken from its meld must go into a new one.")),
    "joker_stays_as_laid": (Topic.LAY_OFF, N_("The joker still stands for what it was laid as.")),
    "card_fits": (Topic.LAY_OFF, N_("There’s a place on the table for {cards}.")),
    "before_own_meld": (Topic.LAY_OFF_BEFORE_OWN, N_("You can lay off even without a meld of your own.")),
    "say_which_meld": (Topic.SAY_WHICH, N_("The {cards} fits {count} melds. The player says which one.")),
    "pure_run_stays": (Topic.PURE_RUN_STAYS, N_("Your only run without a joker takes no joker.")),
    "not_on_own_melds": (Topic.LAY_OFF_WHERE, N_("You can only lay off on the melds of others.")),
    "may_rearrange": (Topic.REARRANGING, N_("You can rearrange the table if all melds are valid in the end.")),
}


def lay_off(
    variant: Variant,
    *,
    table: tuple[Cards, ...],
    cards: Cards | None = None,
    move: CardMove | None = None,
    opened: bool = True,
    has_own_melds: bool = True,
    own_turn: bool = True,
    first_round: bool = False,
    to: int | None = None,
    table_joker_as: NamesByMeld | None = None,
    joker_as: Sequence[Card | None] = (),
    own_melds: Sequence[int] = (),
    gin: bool = False,
    by_knocker: bool = False,
) -> Ruling:
    """Rule on laying `cards` off in one turn, in any order that works, or on a `move` between two melds.

    The turn is one that does not close. `to` is where the first card shall go, `joker_as` what the jokers among `cards`
    are laid as, `own_melds` are the indexes of the player's own melds, as far as they are known. Where a knock ended
    the round, `table` are the knocker's melds: `gin` says that it was gin, `by_knocker` that the knocker lays off.
    Facts: `targets`, `must_say_which`, and `points` if they go by the place and that is known; none for a move.

    Raises:
        InvalidSituation: neither cards nor a move, or both; a meld without cards; a place that is not there; a joker
            that cannot be what it was named; too many possibilities.
    """
    _check(table, cards, move, to)
    faults = [
        *_not_now(variant, own_turn or variant.knock.allowed, first_round),
        *before_closing(variant, (move.card,) if move else cards or ()),
    ]
    if variant.knock.allowed:
        faults += faults_of_laying_off(variant, cards or (), gin=gin, by_knocker=by_knocker)
    melds = read_melds(variant, "table", table, "table_joker_as", table_joker_as)
    if move is not None:
        ends = frozenset((move.from_, move.to))
        lying, moved = MeldList("table", "table_joker_as", melds, ends), move
        return under_each_naming(
            variant, [lying], lambda named: _rule_on_move(variant, named["table"], moved, opened, list(faults))
        )
    laid = _LaidOff(cards or (), tuple(joker_as), to)
    _check_names(variant, melds, laid)
    own = opened and (has_own_melds or variant.turn.opening_minimum is not None)
    only = laid.cards[0] if len(laid.cards) == 1 and not any(laid.named) else None
    ruling = under_each_naming(
        variant,
        [MeldList("table", "table_joker_as", melds, near(variant, melds, laid.cards), only=only)],
        lambda named: _rule_on_cards(variant, named["table"], laid, own, list(faults)),
    )
    return _not_barred(variant, ruling, laid, melds, own_melds) if own_melds else ruling


@dataclass(frozen=True)
class _LaidOff:
    """The cards laid off, what the jokers among them are laid as, and the meld that the first card goes to."""

    cards: Cards
    named: tuple[Card | None, ...]
    to: int | None
    tried: Tried = field(default_factory=Tried)
    judged: dict[tuple[int, Card], MeldJudgement] = field(default_factory=dict)  # melds, by the id, with one more card

    def beside(self, variant: Variant, meld: LaidMeld, card: Card) -> MeldJudgement:
        """Return the judgement of a meld of the table with one more card."""
        key = (id(meld.cards), card)
        if key not in self.judged:
            self.judged[key] = judge_meld(variant, (*meld.cards, card))
        return self.judged[key]


def _check_names(variant: Variant, table: Sequence[LaidMeld], laid: _LaidOff) -> None:
    """Check that each joker can be what it is laid as, on some meld of the table.

    Raises:
        InvalidSituation: it cannot, or more jokers are named than there are.
    """
    wild = wild_cards(variant, laid.cards)
    if len(laid.named) > len(wild):
        message = N_("You named more cards for jokers than there are jokers ({jokers}).")
        raise InvalidSituation(Problem(message, ("joker_as", len(wild)), {"jokers": len(wild)}))
    places = [place for place, card in enumerate(laid.cards) if card in wild]
    for at, (place, role) in enumerate(zip(places, laid.named, strict=False)):
        others = (*laid.cards[:place], *laid.cards[place + 1 :])
        if role is None or role == laid.cards[place] or targets(variant, table, laid.cards[place], others, role):
            continue
        if targets(variant, table, laid.cards[place], others):
            message = N_("The joker can’t be {card} on any meld on the table.")
            raise InvalidSituation(Problem(message, ("joker_as", at), {"card": role.code}))


def _not_barred(
    variant: Variant, ruling: Ruling, laid: _LaidOff, table: Sequence[LaidMeld], own_melds: Sequence[int]
) -> Ruling:
    """Return the ruling under the rules about which of the player's own melds may not take which of the cards.

    Those that may not take the first card are no targets.
    """
    melds, kept_off, code = own_melds, laid.cards, "not_on_own_melds"
    if variant.turn.lay_off_on_own:
        melds, kept_off, code = _only_pure_run(variant, laid, table, own_melds), (JOKER,), "pure_run_stays"
    if "targets" not in ruling.facts or not melds:
        return ruling
    barred = [melds if card in kept_off else () for card in laid.cards]
    before = cast("list[int]", ruling.facts["targets"])
    left = [index for index in before if index not in barred[0]]
    facts = {"targets": left, "must_say_which": len(left) > 1}
    if ruling.verdict is Verdict.LEGAL and LayOffSearch(variant, table, laid.cards, laid.named).left(laid.to, barred):
        kept = [card for card in laid.cards if card in kept_off]
        return rule_on([reason(variant, WORDINGS, code, kept)], facts=facts)
    said = tuple(each for each in ruling.reasons if len(left) > 1 or each.code != "say_which_meld")
    return replace(ruling, reasons=said, facts=facts)


def _only_pure_run(
    variant: Variant, laid: _LaidOff, table: Sequence[LaidMeld], own_melds: Sequence[int]
) -> Sequence[int]:
    """Return the index of the player's only run without jokers, in a list, if no joker may be laid on it."""
    if JOKER not in laid.cards or not variant.jokers.pure_run_stays:
        return ()
    pure = [index for index in own_melds if index < len(table) and table[index].judged.is_pure_run]
    return pure if len(pure) == 1 else ()


def _rule_on_cards(
    variant: Variant,
    table: Sequence[LaidMeld],
    laid: _LaidOff,
    own: bool,
    faults: list[Reason],
) -> Ruling:
    """Rule on cards laid off; `own`: the player has opened or, where nobody has to open, has a meld."""
    cards = laid.cards
    one_turn = variant.closing.asks(ClosingRequirement.IN_ONE_TURN)
    if not variant.turn.lays_off:
        faults.append(reason(variant, WORDINGS, "nobody_lays_off", cards))
    elif not own and not one_turn and variant.turn.lay_off is not LayOff.ANY_TIME:
        must_open = variant.turn.opening_minimum is not None
        faults.append(reason(variant, WORDINGS, "must_open_first" if must_open else "own_meld_first", cards))
    placing = LayOffSearch(variant, table, cards, laid.named, laid.tried)
    where = tuple(placing.places[0])
    misfits = list(_misfits(variant, table, laid, placing))
    doubts: list[str | None] = []
    if not faults:
        doubts += doubted_rules(variant, [fault for fault in misfits if fault.code not in WORDINGS])
    facts: dict[str, Fact] = {"targets": list(where), "must_say_which": len(where) > 1}
    if not misfits and (points := points_laid_off(variant, table, cards, placing.places, laid.to)) is not None:
        facts["points"] = points
    grounds = list(_grounds(variant, cards, own, len(where)))
    return rule_on([*faults, *misfits], grounds, facts=facts, doubts=doubts)


def _grounds(variant: Variant, cards: Cards, own: bool, melds: int) -> Iterator[Reason]:
    yield reason(variant, WORDINGS, "card_fits", cards)
    if not own:
        yield reason(variant, WORDINGS, "before_own_meld", cards)
    if melds > 1 and Topic.SAY_WHICH in variant.cites:
        yield reason(variant, WORDINGS, "say_which_meld", cards[:1], count=melds)


def _check(table: tuple[Cards, ...], cards: Cards | None, move: CardMove | None, to: int | None) -> None:
    problems = [
        Problem(N_("A meld has at least one card."), ("table", index)) for index, meld in enumerate(table) if not meld
    ]
    places: list[tuple[tuple[str | int, ...], int]] = [] if to is None else [(("to",), to)]
    if move is not None:
        places += [(("move", "from"), move.from_), (("move", "to"), move.to)]
    message = N_("There’s no such meld: {count} on the table.")
    problems += [Problem(message, path, {"count": len(table)}) for path, place in places if place >= len(table)]
    if (move is None) is (cards is None):
        problems.append(Problem(N_("Say which cards are laid off or which card moves, not both."), ("cards",)))
    if cards is not None and not cards:
        problems.append(Problem(N_("Enter at least one card."), ("cards",)))
    if move is not None and move.from_ < len(table) and move.card not in table[move.from_]:
        problems.append(Problem(N_("{card} isn’t in that meld."), ("move", "card"), {"card": move.card.code}))
    if problems:
        raise InvalidSituation(*problems)


def _not_now(variant: Variant, own_turn: bool, first_round: bool) -> Iterator[Reason]:
    if not own_turn:
        yield reason(variant, WORDINGS, "not_your_turn")
    yield from too_early(variant, first_round)


def _misfits(variant: Variant, table: Sequence[LaidMeld], laid: _LaidOff, placing: LayOffSearch) -> Iterator[Reason]:
    """Yield why the cards cannot be laid off: the faults of each meld that they would spoil."""
    cards, to = laid.cards, laid.to
    if to is not None and to not in placing.places[0]:
        yield reason(variant, WORDINGS, "fits_not_there", cards[:1])
        yield from _spoiled(variant, [table[to]], laid, cards[0])
        return
    if not placing.left(to):
        return
    alone = placing.stuck
    if not alone:
        yield reason(variant, WORDINGS, "fits_not_all", cards)
    for card in dict.fromkeys(alone):
        yield reason(variant, WORDINGS, "fits_no_meld", [card])
        yield from _spoiled(variant, _nearly(variant, table, laid, card), laid, card)
    if alone:
        yield from no_melds(variant, [meld.cards for meld in table])


def no_melds(variant: Variant, table: Sequence[Cards]) -> Iterator[Reason]:
    """Yield each list on the table that is no meld, so that a slip in the situation is noticed."""
    for meld in table:
        if not judge_meld(variant, meld).valid:
            yield reason(variant, WORDINGS, "no_meld_there", meld)


def _others(cards: Cards, card: Card) -> list[Card]:
    others = list(cards)
    others.remove(card)
    return others


_NEARLY = {
    "too_many_jokers",
    "jokers_side_by_side",
    "run_too_long",
    "set_too_large",
    "same_suit_twice",
    "ace_not_allowed_here",
}


def _nearly(variant: Variant, table: Sequence[LaidMeld], laid: _LaidOff, card: Card) -> list[LaidMeld]:
    """Return the melds that would take the card if it were not for a limit, or for their jokers."""
    found = []
    wild = wild_cards(variant, [card])
    for meld in table:
        if not wild and not is_near(variant, meld.cards, card):
            continue
        together = laid.beside(variant, meld, card)
        if (together.valid and meld.judged.valid) or {fault.code for fault in together.faults} & _NEARLY:
            found.append(meld)
    return found


def _spoiled(variant: Variant, melds: Sequence[LaidMeld], laid: _LaidOff, card: Card) -> Iterator[Reason]:
    """Yield the faults that the card would bring to the melds, each code once."""
    faults: dict[str, Reason] = {}
    for meld in melds:
        if not meld.judged.valid:
            faults.setdefault("no_meld_there", reason(variant, WORDINGS, "no_meld_there", meld.cards))
        together = laid.beside(variant, meld, card)
        if together.valid and meld.judged.valid and not holds(variant, meld, (card,)):
            code = "joker_needs_new_meld" if variant.turn.rearrange else "joker_stays_as_laid"
            faults.setdefault(code, reason(variant, WORDINGS, code, meld.cards))
        for fault in together.faults:
            faults.setdefault(fault.code, fault)
    yield from faults.values()


def _rule_on_move(
    variant: Variant, table: Sequence[LaidMeld], move: CardMove, opened: bool, faults: list[Reason]
) -> Ruling:
    """Rule on a card that moves from one meld to another; a joker that moves is not replaced."""
    if not variant.turn.rearrange:
        faults.append(reason(variant, WORDINGS, "cards_stay_in_melds", [move.card]))
        return rule_on(faults)
    if not opened and variant.turn.opening_minimum is not None:
        faults.append(reason(variant, WORDINGS, "must_open_before_moving", [move.card]))
    source, target = table[move.from_], table[move.to]
    left, joined = tuple(_others(source.cards, move.card)), (*target.cards, move.card)
    if not judge_meld(variant, left).valid:
        faults += [reason(variant, WORDINGS, "left_behind_is_no_meld", left), *judge_meld(variant, left).faults]
    if not target.judged.valid or not is_meld(variant, joined):
        faults.append(reason(variant, WORDINGS, "fits_not_there", [move.card]))
        faults += _spoiled(variant, [target], _LaidOff((move.card,), (), None), move.card)
    if broken_melds(variant, [source], [left]):
        faults.append(reason(variant, WORDINGS, "meld_locked", source.cards))
    if move.card == JOKER and not may_leave_unreplaced(variant):
        faults.append(reason(variant, WORDINGS, "joker_stays", [move.card]))
    elif move.card == JOKER and variant.swap.goes_to is JokerGoes.NEW_MELD:
        faults.append(reason(variant, WORDINGS, "joker_needs_new_meld", [move.card]))
    elif not faults and not jokers_may_go_on(variant, [source, target], [left, joined], ()):
        faults.append(reason(variant, WORDINGS, "joker_needs_new_meld", (*source.cards, *target.cards)))
    return rule_on(faults, [reason(variant, WORDINGS, "may_rearrange", [move.card])])
