"""The question `joker-swap`: may a joker be taken from the table for the card that it stands for?"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ...cards import JOKER, Card, Cards
from ...errors import N_, InvalidSituation, Problem
from ...melds.exchange import Exchange, with_joker_named
from ...melds.faults import fault
from ...melds.fitting import holds
from ...melds.judge import ground, judge_meld
from ...model.terms import JokerGoes, SwapRequirement
from ...model.topics import Topic
from ...model.variant import Variant
from ...reasons import Reason
from ..naming import MeldList, Melds, under_each_naming
from ..ruling import Fact, Ruling, Wordings, reason, rule_on
from .lay_off import WORDINGS as LAYING_OFF
from .meld import doubted_rules, too_early

WORDINGS: Wordings = {
    "no_swap": (Topic.JOKER_SWAP, N_("A joker on the table stays there: you can’t swap it.")),
    "no_joker_there": (Topic.JOKER_SWAP, N_("There’s no joker in {cards}.")),
    "not_the_card": (Topic.JOKER_SWAP, N_("The joker doesn’t stand for the {cards}.")),
    "joker_offered": (Topic.JOKER_SWAP, N_("You can’t swap a joker for a joker.")),
    "not_your_turn": (Topic.SWAP_TURN, N_("You can only swap a joker in your own turn.")),
    "draw_first": (Topic.SWAP_TIME, N_("You can only swap a joker after drawing.")),
    "must_open_first": (Topic.SWAP_OPENED, N_("Only a player who has opened may swap a joker.")),
    "only_from_hand": (Topic.SWAP_CARD, N_("The card given for a joker must come from the hand, not from the table.")),
    "cardless_swaps_not": (Topic.CARDLESS_SWAP, N_("Without cards, you must lay off or discard the drawn card.")),
    "own_joker": (Topic.SWAP_OWN, N_("Whoever laid the joker can’t take it back. Only the others can.")),
    "full_set_keeps": (Topic.JOKER_ON_TABLE, N_("The joker of a full set stays there: {cards}.")),
    "both_suits_needed": (Topic.EITHER_SUIT, N_("To free the joker of this set, you need both: {cards}.")),
    "source_is_no_meld": (Topic.REARRANGING, N_("What’s left is no longer a meld: {cards}.")),
    "joker_kept": (Topic.FREED_JOKER, N_("You can’t keep the joker: lay it in the same turn.")),
    "joker_needs_new_meld": (
        Topic.FREED_JOKER,
        N_("The joker must go into a new meld, not into one that was there before: {cards}."),
    ),
    "joker_not_in_new_meld": (Topic.FREED_JOKER, N_("There’s no joker in the new meld {cards}.")),
    "joker_fits_not_there": (Topic.FREED_JOKER, N_("The joker doesn’t fit {cards}.")),
    "where_goes_the_joker": (Topic.FREED_JOKER, N_("Where does the joker go? It must be laid in the same turn.")),
    "stands_for_it": (
        Topic.JOKER_SWAP,
        N_("The joker stands for the {cards}, so you can swap them."),
    ),
    "either_suit_frees": (
        Topic.EITHER_SUIT,
        N_("Nobody named the joker’s suit, so any of these frees it: {cards}."),
    ),
    "all_suits_given": (Topic.EITHER_SUIT, N_("Together they free the joker of this set: {cards}.")),
    "joker_to_hand": (Topic.FREED_JOKER, N_("The player takes the joker in hand and may keep it.")),
    "joker_may_wait": (Topic.SAME_TURN, N_("You can keep the joker for now, but must lay it before the round ends.")),
    "joker_laid_at_once": (Topic.FREED_JOKER, N_("The joker is laid in the same turn.")),
}


@dataclass(frozen=True)
class _FreedJokerUse:
    """What becomes of the freed joker; empty if it is not known."""

    new_meld: Cards | None = None
    added_to: Cards | None = None
    on_only_pure_run: bool = False
    kept: bool = False


def joker_swap(
    variant: Variant,
    *,
    meld: Cards,
    offered: Card | Cards,
    from_: str | None = None,
    joker_as: Card | None = None,
    own_turn: bool = True,
    opened: bool = True,
    first_round: bool = False,
    cardless: bool = False,
    before_drawing: bool = False,
    player: str | None = None,
    meld_owner: str | None = None,
    joker_used_in_new_meld: Cards | None = None,
    joker_added_to_meld: Cards | None = None,
    joker_added_to_only_pure_run: bool = False,
    joker_kept: bool = False,
    table_source_after: Cards | None = None,
) -> Ruling:
    """Rule on exchanging a joker of `meld` for `offered`, one card or several; facts as in the contract.

    Of several jokers it is the first that may stand for the card. `cardless`: the player began the turn without cards;
    `before_drawing`: nothing was drawn yet; `joker_added_to_only_pure_run`: the meld that it was added to is the
    player's only run without a joker.

    Raises:
        InvalidSituation: a meld without cards, or nothing is offered.
    """
    given = (offered,) if isinstance(offered, Card) else offered
    _check(meld, given, joker_used_in_new_meld, joker_added_to_meld)
    use = _FreedJokerUse(joker_used_in_new_meld, joker_added_to_meld, joker_added_to_only_pure_run, joker_kept)
    unmet = {
        SwapRequirement.OPENED: not opened and variant.turn.opening_minimum is not None,
        SwapRequirement.HAND_CARD: from_ == "table",
        SwapRequirement.DRAWN: before_drawing,
        SwapRequirement.HAD_CARDS: cardless,
        SwapRequirement.OTHERS_JOKER: player is not None and player == meld_owner,
    }
    faults = [
        *_not_allowed(variant, own_turn, first_round),
        *_requirement_faults(variant, given, [each for each in unmet if unmet[each]]),
        *_use_faults(variant, use),
    ]
    if table_source_after and not judge_meld(variant, table_source_after).valid:
        faults.append(reason(variant, WORDINGS, "source_is_no_meld", table_source_after))
    lying = MeldList("meld", "joker_as", (with_joker_named(variant, meld, joker_as),), single=True)

    def judge(named: Melds) -> Ruling:
        return _rule(Exchange(variant, named["meld"][0], given, joker_as), use, faults, meld_owner)

    return under_each_naming(variant, [lying], judge)


def _rule(swap: Exchange, use: _FreedJokerUse, others: Sequence[Reason], meld_owner: str | None) -> Ruling:
    """Return the ruling on a meld whose joker is named; `others` are the faults that do not depend on the name."""
    variant = swap.variant
    decisive = [fault for fault in others if fault.code == "no_swap"]
    faults = [*decisive, *swap.judged.faults, *_card_faults(swap), *(each for each in others if each not in decisive)]
    stands = len(faults) > 1 and bool(decisive)  # even if exchanging were allowed
    doubts = () if stands else doubted_rules(variant, faults)
    if faults:
        return rule_on(faults, facts={"may_lay_off_instead": swap.fits_beside}, doubts=doubts)
    missing = _missing(variant, use)
    facts = {} if missing else _facts(swap, use, meld_owner)
    return rule_on((), list(_grounds(swap, use)), missing, facts, doubts=doubts)


def _check(meld: Cards, offered: Cards, new_meld: Cards | None, added_to: Cards | None) -> None:
    lists = {"meld": meld, "joker_used_in_new_meld": new_meld, "joker_added_to_meld": added_to}
    problems = [
        Problem(N_("A meld has at least one card."), (key,))
        for key, cards in lists.items()
        if cards is not None and not cards
    ]
    if not offered:
        problems.append(Problem(N_("Which card?"), ("offered",)))
    if problems:
        raise InvalidSituation(*problems)


def _not_allowed(variant: Variant, own_turn: bool, first_round: bool) -> Iterator[Reason]:
    if not variant.swap.allowed:
        yield reason(variant, WORDINGS, "no_swap")
    if not own_turn:
        yield reason(variant, WORDINGS, "not_your_turn")
    yield from too_early(variant, first_round)


_UNMET = {
    SwapRequirement.OPENED: "must_open_first",
    SwapRequirement.HAND_CARD: "only_from_hand",
    SwapRequirement.DRAWN: "draw_first",
    SwapRequirement.HAD_CARDS: "cardless_swaps_not",
    SwapRequirement.OTHERS_JOKER: "own_joker",
}
_ABOUT_THE_CARD = (SwapRequirement.DRAWN, SwapRequirement.HAD_CARDS)


def _requirement_faults(variant: Variant, offered: Cards, unmet: Iterable[SwapRequirement]) -> Iterator[Reason]:
    """Yield the fault of each requirement that is not met, if the game has it."""
    for each in unmet:
        if variant.swap.asks(each):
            yield reason(variant, WORDINGS, _UNMET[each], offered if each in _ABOUT_THE_CARD else ())


def _card_faults(swap: Exchange) -> Iterator[Reason]:
    """Yield the faults of the cards that are offered for the joker."""
    variant, jokers = swap.variant, [card for card in swap.offered if card == JOKER]
    if jokers:
        yield reason(variant, WORDINGS, "joker_offered", jokers)
    if not swap.judged.wild or (swap.judged.valid and not swap.possible):
        yield reason(variant, WORDINGS, "no_joker_there", swap.meld)
    if not swap.possible:
        return
    if swap.named is not None and swap.named not in swap.possible:
        yield fault(variant.melds, "joker_cannot_be", [swap.named])
    full = swap.is_set and len(swap.meld) == variant.melds.set_largest
    if full and variant.swap.full_set_keeps:
        yield reason(variant, WORDINGS, "full_set_keeps", swap.meld)
    if swap.refused:
        yield reason(variant, WORDINGS, "not_the_card", swap.refused)
        yield from _by_order(swap)
    elif swap.suit_is_open and variant.swap.frees_set.together and not set(swap.stands_for) <= set(swap.offered):
        yield reason(variant, WORDINGS, "both_suits_needed", swap.stands_for)
    elif len(swap.offered) > 1 and not jokers:
        yield from judge_meld(variant, swap.meld_after).faults


def _by_order(swap: Exchange) -> Iterator[Reason]:
    """Yield why the joker of a set stands for that card if nobody named it."""
    if swap.by_order:
        yield ground(swap.variant.melds, "joker_by_order", swap.judged.wild, roles=swap.by_order)


def _use_faults(variant: Variant, use: _FreedJokerUse) -> Iterator[Reason]:
    """Yield the faults of where the joker goes, in a game in which it must be laid at once."""
    goes = variant.swap.goes_to
    if goes is JokerGoes.HAND:
        return
    if use.kept and not variant.swap.may_wait:
        yield reason(variant, WORDINGS, "joker_kept")
    if use.new_meld is not None:
        yield from judge_meld(variant, use.new_meld).faults
        if JOKER not in use.new_meld:
            yield reason(variant, WORDINGS, "joker_not_in_new_meld", use.new_meld)
    if use.added_to is not None and goes is JokerGoes.NEW_MELD:
        yield reason(variant, WORDINGS, "joker_needs_new_meld", use.added_to)
    elif use.on_only_pure_run and variant.jokers.pure_run_stays:
        yield reason(variant, LAYING_OFF, "pure_run_stays")
    elif use.added_to is not None and not holds(variant, use.added_to, (JOKER,)):
        yield reason(variant, WORDINGS, "joker_fits_not_there", use.added_to)


def _missing(variant: Variant, use: _FreedJokerUse) -> list[Reason]:
    if variant.swap.goes_to is JokerGoes.HAND or use != _FreedJokerUse():
        return []
    return [reason(variant, WORDINGS, "where_goes_the_joker", missing=("joker_used_in_new_meld",))]


def _facts(swap: Exchange, use: _FreedJokerUse, meld_owner: str | None) -> dict[str, Fact]:
    goes = swap.variant.swap.goes_to
    place = "new_meld" if use.new_meld is not None else "old_meld"
    return {
        "meld_after": swap.meld_after,
        "joker_goes_to": "hand" if goes is JokerGoes.HAND or use.kept else place,
        "must_meld_joker_now": goes is not JokerGoes.HAND and not use.kept,
        "replaced_card_scores_for": meld_owner if swap.variant.scoring.table_scores else None,
    }


def _grounds(swap: Exchange, use: _FreedJokerUse) -> Iterator[Reason]:
    variant = swap.variant
    yield reason(variant, WORDINGS, "stands_for_it", swap.offered[:1])
    yield from _by_order(swap)
    if swap.suit_is_open:
        code = "all_suits_given" if variant.swap.frees_set.together else "either_suit_frees"
        yield reason(variant, WORDINGS, code, swap.stands_for)
    to_hand = variant.swap.goes_to is JokerGoes.HAND
    if use.kept and not to_hand:
        yield reason(variant, WORDINGS, "joker_may_wait")
        return
    yield reason(variant, WORDINGS, "joker_to_hand" if to_hand else "joker_laid_at_once")
