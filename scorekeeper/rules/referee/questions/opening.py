"""The question `opening`: do these melds reach the minimum that a player's first lay-down must have?"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...cards import Card, Cards
from ...errors import N_, NN_, InvalidSituation, Problem
from ...melds.judge import MeldJudgement, judge_meld
from ...melds.laid import LaidMeld
from ...melds.sums import MeldSum, MeldSums
from ...melds.wild import points_laid
from ...model.terms import LayOff, Requirement, ValuePlace
from ...model.topics import Topic
from ...model.variant import Variant
from ...reasons import Reason
from ..naming import Named
from ..ruling import Fact, Ruling, Verdict, Wordings, legal_once_named, reason, rule_on
from .meld import before_closing, check_meld, court_doubt, doubted_rules, unnamed

WORDINGS: Wordings = {
    "below_minimum": (
        Topic.OPENING_MINIMUM,
        NN_("Only {points} of {minimum} point to open.", "Only {points} of {minimum} points to open.", "minimum"),
    ),
    "no_pure_run": (Topic.PURE_RUN, N_("To open, one of the melds must be a run without a joker.")),
    "too_many_melds": (Topic.MELDS_EACH, N_("New melds in a turn: at most {most}.")),
    "opening_from_rack_only": (
        Topic.OPENING_TURN,
        N_("To open, use nothing from the table: {cards}."),
    ),
    "lay_off_next_turn": (Topic.LAY_OFF_WHEN_OPENING, N_("You can’t lay off in the turn in which you open.")),
    "more_than_needed": (
        Topic.MORE_THAN_MINIMUM,
        NN_(
            "You may only lay what you need for {minimum} point.",
            "You may only lay what you need for {minimum} points.",
            "minimum",
        ),
    ),
    "minimum_reached": (
        Topic.OPENING_MINIMUM,
        NN_("{points} point: {minimum} is enough to open.", "{points} points: {minimum} are enough to open.", "points"),
    ),
    "pure_run_laid": (Topic.PURE_RUN, N_("A run without a joker: {cards}.")),
    "no_minimum": (Topic.OPENING_MINIMUM, N_("The first meld needs no minimum points.")),
    "table_tiles_do_not_count": (Topic.OPENING_TURN, N_("Melds with {cards} from the table don’t count for opening.")),
    "jokers_do_not_open": (Topic.OPENING_MINIMUM, N_("A meld with a joker doesn’t count for opening: {cards}.")),
    "need_not_open": (Topic.NOT_OPENING, N_("Nobody has to open.")),
    "draws_and_ends": (Topic.NOT_OPENING, N_("A player who doesn’t open draws one tile, and the turn is over.")),
}


SUMS: Wordings = {
    "below_minimum": (
        Topic.OPENING_MINIMUM,
        NN_(
            "Only {points} of {minimum} point to open: {sum}.",
            "Only {points} of {minimum} points to open: {sum}.",
            "minimum",
        ),
    ),
}
"""The wordings for an opening with a meld that counts: they show the sum."""


@dataclass(frozen=True)
class _OpeningMeld:
    """A meld with its least and most points, and a reason for each joker that was not named.

    `sum` has the points of its cards where it counts most; None if it does not count.
    """

    cards: Cards
    judged: MeldJudgement
    least: int
    best: int
    counts: bool
    unnamed: Sequence[Reason]
    sum: MeldSum | None


def opening(
    variant: Variant,
    *,
    melds: tuple[Cards, ...],
    joker_as: Mapping[str, Named] | None = None,
    table_tiles_used: Cards = (),
) -> Ruling:
    """Rule on opening with `melds` in a turn that does not close; no melds: the player does not open.

    `joker_as` names the jokers of melds, by their index. A meld with a tile of `table_tiles_used` does not count.
    Facts as in the contract; `points` is there unless it depends on the names of jokers.

    Raises:
        InvalidSituation: a meld without cards, names for jokers that are not there, a tile that is in no meld.
    """
    minimum = variant.turn.opening_minimum or 0
    names = joker_as or {}
    _check(variant, melds, names, table_tiles_used)
    if not melds:
        return _rule_on_waiting(variant, minimum)
    laid = _laid(variant, melds, names, table_tiles_used)
    counting = [meld for meld in laid if meld.counts]
    best, least = (_reach(variant, points) for points in ([m.best for m in counting], [m.least for m in counting]))
    faults = [*_faults(variant, laid, best, minimum, table_tiles_used), *before_closing(variant)]
    hangs = least < minimum <= best
    asked = {str(at): meld for at, meld in enumerate(laid) if _must_be_named(meld, hangs=hangs and meld.counts)}
    missing = [meld.unnamed[0] for meld in asked.values()]
    doubts = [
        *doubted_rules(variant, faults),
        court_doubt(variant, [c for m in counting for c in (*m.cards, *m.judged.roles)]),
    ]
    grounds = list(_grounds(variant, laid, best, minimum, table_tiles_used))
    facts = _facts(counting, best, minimum)
    if variant.turn.opening_asks(Requirement.PURE_RUN):
        facts["pure_run"] = _pure_run(counting) is not None
    if asked and not faults:
        facts["joker_may_be"] = {at: LaidMeld(meld.cards, meld.judged).may_be for at, meld in asked.items()}
    found = rule_on(faults, grounds, missing, facts, doubts=doubts)
    sure = found.verdict is Verdict.UNDECIDED and not hangs and "points" in facts
    return legal_once_named(found) if sure else found


def _must_be_named(meld: _OpeningMeld, *, hangs: bool) -> bool:
    """Return whether a joker must be named; `hangs`: the opening depends on the points of the melds."""
    return bool(meld.unnamed) and (meld.judged.declaration_required or (hangs and meld.least < meld.best))


def _check(variant: Variant, melds: tuple[Cards, ...], joker_as: Mapping[str, Named], used: Cards) -> None:
    for key in joker_as:
        if int(key) >= len(melds):
            message = N_("There’s no such meld: {count} in all.")
            raise InvalidSituation(Problem(message, ("joker_as", key), {"count": len(melds)}))
    for index, cards in enumerate(melds):
        named = _named(joker_as.get(str(index)))
        check_meld(variant, cards, named, ("melds", index), ("joker_as", str(index)))
    there = Counter(card for cards in melds for card in cards)
    for index, card in enumerate(used):
        there[card] -= 1
        if there[card] < 0:
            message = N_("{card} isn’t in any meld.")
            raise InvalidSituation(Problem(message, ("table_tiles_used", index), {"card": card.code}))


def _named(names: Named) -> tuple[Card | None, ...]:
    return (names,) if isinstance(names, Card) else tuple(names or ())


def _laid(variant: Variant, melds: tuple[Cards, ...], joker_as: Mapping[str, Named], used: Cards) -> list[_OpeningMeld]:
    left = Counter(used)
    found = []
    for index, cards in enumerate(melds):
        named = _named(joker_as.get(str(index)))
        judged = judge_meld(variant, cards, named)
        from_table = left & Counter(cards)
        left -= from_table
        points = _points(variant, cards, judged)
        counts = judged.valid and not from_table and not (judged.wild and _asks_clean(variant))
        missing = unnamed(variant, judged, named, ("joker_as", str(index)))
        counted = _sum(variant, cards, judged, points) if counts else None
        found.append(_OpeningMeld(cards, judged, min(points), max(points), counts, missing, counted))
    return found


def _asks_clean(variant: Variant) -> bool:
    return variant.turn.opening_asks(Requirement.WITHOUT_JOKERS)


def _points(variant: Variant, cards: Cards, judged: MeldJudgement) -> list[int]:
    """Return the points of a meld toward the minimum, for each reading of its jokers."""
    joker = variant.values.places.get(ValuePlace.OPENING_JOKER)
    if not judged.readings or joker is None:
        return [reading.points for reading in judged.readings] or [judged.points]
    return [
        points_laid(variant.values, _naturals(cards, judged.wild, reading.roles)) + joker * reading.jokers
        for reading in judged.readings
    ]


def _sum(variant: Variant, cards: Cards, judged: MeldJudgement, points: Sequence[int]) -> MeldSum:
    """Return what each card counts in the reading that counts most; `points` are what each reading counts."""
    best = max(points)
    roles = judged.readings[points.index(best)].roles if judged.readings else ()
    joker = variant.values.places.get(ValuePlace.OPENING_JOKER)
    return MeldSum(cards, best, judged.wild, roles, joker)


def _naturals(cards: Cards, wild: Sequence[Card], roles: Sequence[Card]) -> list[Card]:
    own = [card for card, role in zip(wild, roles, strict=True) if card == role]
    return [card for card in cards if card not in wild] + own


def _reach(variant: Variant, points: Sequence[int]) -> int:
    """Return the points of all melds, or of the best one where one meld alone must reach the minimum."""
    return max(points, default=0) if variant.turn.opening_asks(Requirement.IN_ONE_MELD) else sum(points)


def _counted(variant: Variant, laid: Sequence[_OpeningMeld]) -> dict[str, MeldSums]:
    """Return the value `sum` of a reason: that of the melds that count, or of the best one; empty if none counts."""
    counting = [meld for meld in laid if meld.counts]
    if counting and variant.turn.opening_asks(Requirement.IN_ONE_MELD):
        counting = [max(counting, key=lambda meld: meld.best)]
    return {"sum": tuple(meld.sum for meld in counting if meld.sum)} if counting else {}


def _faults(variant: Variant, laid: Sequence[_OpeningMeld], best: int, minimum: int, used: Cards) -> Iterator[Reason]:
    for meld in laid:
        yield from meld.judged.faults
    most = variant.turn.melds_each
    if most is not None and len(laid) > most and variant.turn.melds_each_after_pile:
        yield reason(variant, WORDINGS, "too_many_melds", most=most)
    if used and variant.turn.opening_asks(Requirement.NEW_MELDS_ONLY):
        yield reason(variant, WORDINGS, "opening_from_rack_only", used)
    elif used and variant.turn.lay_off is LayOff.NEXT_TURN:
        yield reason(variant, WORDINGS, "lay_off_next_turn", used)
    if best < minimum:
        short = {"points": best, "minimum": minimum}
        counted = _counted(variant, laid)
        yield reason(variant, SUMS if counted else WORDINGS, "below_minimum", (), None, **short, **counted)
        yield from _not_counting(variant, laid)
    counting = [meld for meld in laid if meld.counts]
    if variant.turn.opening_asks(Requirement.PURE_RUN) and _pure_run(counting) is None:
        yield reason(variant, WORDINGS, "no_pure_run")
    spare = min(counting, key=lambda meld: meld.best, default=None)
    enough = spare and _reach(variant, [meld.best for meld in counting if meld is not spare]) >= minimum
    if len(counting) > 1 and spare and enough and variant.turn.opening_asks(Requirement.NO_MORE):
        yield reason(variant, WORDINGS, "more_than_needed", spare.cards, minimum=minimum)


def _grounds(variant: Variant, laid: Sequence[_OpeningMeld], best: int, minimum: int, used: Cards) -> Iterator[Reason]:
    if variant.turn.opening_minimum is None:
        yield reason(variant, WORDINGS, "no_minimum")
    else:
        yield reason(variant, WORDINGS, "minimum_reached", points=best, minimum=minimum)
    pure = _pure_run([meld for meld in laid if meld.counts])
    if pure is not None and variant.turn.opening_asks(Requirement.PURE_RUN):
        yield reason(variant, WORDINGS, "pure_run_laid", pure)
    if used:
        yield reason(variant, WORDINGS, "table_tiles_do_not_count", used)
    yield from _not_counting(variant, laid)
    for meld in laid:
        yield from meld.judged.counting(meld.sum) if meld.sum else meld.judged.reasons


def _not_counting(variant: Variant, laid: Sequence[_OpeningMeld]) -> Iterator[Reason]:
    """Yield the reason that melds do not count toward the minimum because they have a joker."""
    spoiled = [card for meld in laid if meld.judged.valid and meld.judged.wild for card in meld.cards]
    if spoiled and _asks_clean(variant):
        yield reason(variant, WORDINGS, "jokers_do_not_open", spoiled)


def _pure_run(counting: Sequence[_OpeningMeld]) -> Cards | None:
    """Return a run that no joker is in; None if there is none."""
    return next((meld.cards for meld in counting if meld.judged.is_pure_run), None)


def _facts(counting: Sequence[_OpeningMeld], best: int, minimum: int) -> dict[str, Fact]:
    facts: dict[str, Fact] = {"minimum": minimum, "meets_minimum": best >= minimum}
    total, at_least = sum(meld.best for meld in counting), sum(meld.least for meld in counting)
    if any(meld.unnamed for meld in counting):
        facts["best_points"] = total
    if total == at_least:
        facts["points"] = total
    return facts


def _rule_on_waiting(variant: Variant, minimum: int) -> Ruling:
    """Rule on a player who does not open: in the tile game the player draws instead, else the turn goes on."""
    ends = not variant.turn.draw_first
    facts = {"minimum": minimum, "meets_minimum": minimum <= 0, "points": 0, "draw": int(ends), "turn_ends": ends}
    return rule_on((), [reason(variant, WORDINGS, "draws_and_ends" if ends else "need_not_open")], facts=facts)
