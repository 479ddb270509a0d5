"""The question `table`: was the table rearranged rightly, and in time?"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ...cards import Card, Cards
from ...errors import N_, NN_, InvalidSituation, Problem
from ...melds.freed_jokers import (
    FreedJoker,
    broken_melds,
    freed_jokers,
    may_leave_unreplaced,
    must_go_into_new_meld,
)
from ...melds.judge import judge_meld
from ...model.terms import LayOff
from ...model.topics import Topic
from ...model.variant import Variant
from ...reasons import Reason
from ..naming import MeldList, NamesByMeld, read_melds, under_each_naming
from ..ruling import Ruling, Wordings, reason, rule_on
from ..turns.table_turn import TableTurn

FAULTS: Wordings = {
    "no_meld_on_table": (Topic.REARRANGING, N_("Not a complete meld: {cards}.")),
    "card_stays_in_meld": (
        Topic.REARRANGING,
        N_("These stay in their meld: {cards}."),
    ),
    "taken_from_table": (Topic.TABLE_TO_HAND, N_("Missing from the table: {cards}.")),
    "played_but_not_there": (Topic.REARRANGING, N_("Played, but not on the table: {cards}.")),
    "from_nowhere": (Topic.REARRANGING, N_("Neither on the table before nor played: {cards}.")),
    "table_before_opening": (Topic.OPENING_TURN, N_("Don’t touch these before opening: {cards}.")),
    "opening_too_low": (
        Topic.OPENING_MINIMUM,
        NN_("Only {points} of {minimum} point to open.", "Only {points} of {minimum} points to open.", "minimum"),
    ),
    "freed_joker_kept": (Topic.JOKER_ON_TABLE, N_("You must lay a freed joker again in the same turn.")),
    "freed_joker_in_old_meld": (Topic.JOKER_ON_TABLE, N_("The freed joker must go into a new meld, not into {cards}.")),
    "joker_not_replaced": (
        Topic.JOKER_LEFT_OVER,
        N_("A joker left its meld without being replaced. It now lies here: {cards}."),
    ),
    "replaced_from_table": (
        Topic.SWAP_CARD,
        N_("In {cards}: a tile from the table replaced the joker, not one from the rack."),
    ),
    "meld_locked": (Topic.MELDS_STAY, N_("A joker locks this meld, so nothing may be taken from it: {cards}.")),
    "no_own_tile": (Topic.OWN_TILE, N_("The table was rearranged, but no tile came from the rack.")),
    "place_unknown": (Topic.PLACE_UNKNOWN, N_("Tiles whose place nobody remembers go back into the pool.")),
    "wrong_table_draws": (Topic.WRONG_TABLE, N_("Whoever leaves the table wrong draws the penalty tiles, too.")),
    "time_up": (Topic.TIME_OUT, N_("The turn took longer than {seconds} s.")),
}
SUMS: Wordings = {
    "opening_too_low": (
        Topic.OPENING_MINIMUM,
        NN_(
            "Only {points} of {minimum} point to open: {sum}.",
            "Only {points} of {minimum} points to open: {sum}.",
            "minimum",
        ),
    ),
}
"""What is said where new melds count, so that there is a sum to be shown."""
GROUNDS: Wordings = {
    "table_valid": (
        Topic.REARRANGING,
        N_("All melds on the table are complete, and nothing is missing."),
    ),
    "faulty_before": (Topic.REARRANGING, N_("A meld that was wrong before this turn isn’t this player’s fault.")),
    "melds_kept": (Topic.MELDS_STAY, N_("Every meld that lay on the table is still there.")),
    "rearranged": (Topic.MANIPULATING, N_("You may extend, split and rearrange melds on the table.")),
    "opened_now": (
        Topic.OPENING_MINIMUM,
        NN_(
            "The new melds reach the minimum of {minimum} point.",
            "The new melds reach the minimum of {minimum} points.",
            "minimum",
        ),
    ),
    "freed_joker_used": (Topic.JOKER_ON_TABLE, N_("The freed joker is laid again in the same turn: {cards}.")),
    "joker_left_over": (Topic.JOKER_LEFT_OVER, N_("You can also free a joker by moving away the tiles beside it.")),
    "in_time": (Topic.TURN_TIME, N_("The turn took at most {seconds} s.")),
    "nothing_played": (Topic.NOTHING_LAID, N_("No tile was played from the rack: draw one.")),
}


def judge_table(
    variant: Variant,
    *,
    before: tuple[Cards, ...],
    after: tuple[Cards, ...],
    played: Cards = (),
    opened: bool = True,
    seconds_used: float | None = None,
    finished_in_time: bool = True,
    place_unknown: bool = False,
    before_joker_as: NamesByMeld | None = None,
) -> Ruling:
    """Rule on whether the melds `before` may become those `after` with the cards `played`.

    Whatever is wrong, everything goes back; tiles are drawn for it only when the time was up. `place_unknown`: nobody
    remembers where tiles lay; then they go to the pool instead, where that is a rule. What was no meld before, and was
    not touched, is not wrong now. The order of melds and of their cards does not matter.

    Raises:
        InvalidSituation: a meld without a card, or a joker that cannot be what it was named.

    Source: NO-12 to NO-17, NO-21, NO-22, NO-A9, NO-A12 to NO-A14; DE-O7; CS-09.
    """
    _check_melds(before=before, after=after)
    now = tuple(judge_meld(variant, meld) for meld in after)
    lying = read_melds(variant, "before", before, "before_joker_as", before_joker_as)
    changed = frozenset(at for at, meld in enumerate(before) if Counter(meld) not in [Counter(each) for each in after])
    return under_each_naming(
        variant,
        [MeldList("before", "before_joker_as", lying, changed)],
        lambda named: _rule(
            TableTurn(variant, named["before"], after, played, opened, seconds_used, finished_in_time, now),
            place_unknown,
        ),
    )


def _rule(turn: TableTurn, place_unknown: bool) -> Ruling:
    variant = turn.variant
    faults = [*_meld_faults(turn), *_card_faults(turn), *_moving_faults(turn), *_joker_faults(turn)]
    late = turn.is_late and not (variant.turn.time_out_keeps_valid and turn.played and not faults)
    if late:
        faults.insert(0, _reason(turn, FAULTS, "time_up", seconds=variant.turn.seconds))
    elif faults and variant.turn.wrong_table_draws:
        faults.append(_reason(turn, FAULTS, "wrong_table_draws"))
    to_pool = bool(faults) and place_unknown and variant.turn.lost_places_to_pool
    facts = {
        "restore_table": bool(faults),
        "penalty_tiles": variant.turn.time_out_tiles if late or (faults and variant.turn.wrong_table_draws) else 0,
        "conserved": turn.conserved,
        "faulty_before": turn.faulty_before,
        "to_pool": to_pool,
    }
    faults[:0] = [_reason(turn, FAULTS, "place_unknown")] if to_pool else []  # the decisive one first
    return rule_on(faults, [*_grounds(turn)], facts=facts, doubts=_doubts(turn, late))


def _check_melds(**tables: tuple[Cards, ...]) -> None:
    empty = [(key, index) for key, melds in tables.items() for index, meld in enumerate(melds) if not meld]
    if empty:
        raise InvalidSituation(*(Problem(N_("This meld has no cards."), path) for path in empty))


def _meld_faults(turn: TableTurn) -> Iterator[Reason]:
    for meld in {frozenset(Counter(cards).items()): cards for cards in turn.wrong_now}.values():  # equal ones once
        yield _reason(turn, FAULTS, "no_meld_on_table", meld)
        yield from turn.now[turn.after.index(meld)].faults


def _card_faults(turn: TableTurn) -> Iterator[Reason]:
    if turn.kept_jokers:
        yield _reason(turn, FAULTS, "freed_joker_kept", turn.kept_jokers.elements())
    taken = turn.taken - turn.kept_jokers
    if taken and not turn.variant.turn.table_to_hand:
        yield _reason(turn, FAULTS, "taken_from_table", taken.elements())
    if missing := turn.lost - turn.taken:
        yield _reason(turn, FAULTS, "played_but_not_there", missing.elements())
    if turn.invented:
        yield _reason(turn, FAULTS, "from_nowhere", turn.invented.elements())


def _moving_faults(turn: TableTurn) -> Iterator[Reason]:
    if turn.moved and not turn.variant.turn.rearrange:
        yield _reason(turn, FAULTS, "card_stays_in_meld", turn.moved)
    if turn.moved and turn.variant.turn.rearranging_plays and not turn.played:
        yield _reason(turn, FAULTS, "no_own_tile", turn.moved)
    if not turn.is_opening or not (turn.played or turn.moved):
        return
    minimum = turn.variant.turn.opening_minimum or 0
    may_lay_off = turn.opens and turn.variant.turn.lay_off is not LayOff.NEXT_TURN
    too_early = turn.moved if turn.variant.turn.rearrange else ()
    if too_early := (*too_early, *(() if may_lay_off else turn.grown)):
        yield _reason(turn, FAULTS, "table_before_opening", too_early)
    if not turn.reaches_minimum:
        short = turn.opening_values("below_minimum") or {"points": 0, "minimum": minimum}
        yield _reason(turn, SUMS if "sum" in short else FAULTS, "opening_too_low", turn.played, **short)
    judged = turn.first_melds.reasons if turn.first_melds else ()
    spoiled = () if turn.reaches_minimum else ("jokers_do_not_open",)
    yield from (fault for fault in judged if fault.code in ("more_than_needed", "no_pure_run", *spoiled))


def _joker_faults(turn: TableTurn) -> Iterator[Reason]:
    must_be_new = must_go_into_new_meld(turn.variant)
    for meld in broken_melds(turn.variant, turn.lying, turn.after):
        yield _reason(turn, FAULTS, "meld_locked", meld)
    for freed in _freed(turn):
        if must_be_new and not freed.into_new:
            yield _reason(turn, FAULTS, "freed_joker_in_old_meld", freed.meld)
        if not freed.replaced and not may_leave_unreplaced(turn.variant):
            yield _reason(turn, FAULTS, "joker_not_replaced", freed.meld)
        if freed.replaced and not freed.from_hand and turn.variant.jokers.replaced_from_hand:
            yield _reason(turn, FAULTS, "replaced_from_table", freed.meld)


def _grounds(turn: TableTurn) -> Iterator[Reason]:
    rules = turn.variant.turn
    if turn.faulty_before:
        yield _reason(turn, GROUNDS, "faulty_before", [card for i in turn.faulty_before for card in turn.before[i]])
    else:
        yield _reason(turn, GROUNDS, "table_valid" if rules.rearrange else "melds_kept")
    if turn.moved:
        yield _reason(turn, GROUNDS, "rearranged", turn.moved)
    if turn.is_opening and turn.played:
        yield _reason(turn, GROUNDS, "opened_now", turn.played, minimum=rules.opening_minimum)
    for freed in _freed(turn):
        yield _reason(turn, GROUNDS, "freed_joker_used" if freed.replaced else "joker_left_over", freed.meld)
    if rules.seconds is not None and turn.seconds is not None and turn.finished:
        yield _reason(turn, GROUNDS, "in_time", seconds=rules.seconds)
    if not turn.played and not rules.draw_first:
        yield _reason(turn, GROUNDS, "nothing_played")


def _freed(turn: TableTurn) -> Sequence[FreedJoker]:
    """Return the freed jokers; none in games in which melds may not be rearranged."""
    return freed_jokers(turn.variant, turn.lying, turn.after, turn.played) if turn.variant.turn.rearrange else ()


def _doubts(turn: TableTurn, late: bool) -> Iterator[str | None]:
    """Yield the ambiguities about work that was done in time in part, and about the opening."""
    complete = [meld for meld in turn.after if judge_meld(turn.variant, meld).valid]
    if late and any(card in meld for meld in complete for card in turn.played):
        yield turn.variant.cites.get(Topic.TIME_OUT_PART)
    courts = () if turn.hangs_on_courts else (turn.variant.cites.get(Topic.COURT_VALUES),)
    yield from (doubt for doubt in (turn.first_melds.doubts if turn.first_melds else ()) if doubt not in courts)


def _reason(turn: TableTurn, wordings: Wordings, code: str, cards: Iterable[Card] = (), **values: object) -> Reason:
    return reason(turn.variant, wordings, code, cards, None, **values)
