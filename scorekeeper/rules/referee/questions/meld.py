"""The questions `meld` and `hand-value`: is this a meld, may it be laid now; what do these cards cost in hand?"""

from collections.abc import Iterator, Sequence

from ...cards import JOKER, Card, Cards, Rank
from ...errors import N_, InvalidSituation, Problem
from ...melds.faults import in_order
from ...melds.judge import MeldJudgement, judge_meld, wild_cards
from ...melds.sums import MeldSum
from ...model.sources import Ambiguity
from ...model.terms import ClosingRequirement
from ...model.topics import Topic
from ...model.variant import Variant
from ...reasons import Addend, Path, Reason, Sum
from ...scoring.deadwood import UNPROVED, Deadwood, deadwood
from ..ruling import Fact, Ruling, Verdict, Wordings, legal_once_named, reason, rule_on

WORDINGS: Wordings = {
    "first_round_closed": (Topic.FIRST_ROUND, N_("Nobody may lay until everybody has had a first turn.")),
    "two_rounds_closed": (Topic.FIRST_ROUND, N_("Nobody may lay before the third round of turns.")),
    "only_hand_closes": (
        Topic.HAND_ONLY,
        N_("At this table you lay everything at once, in the turn in which you go out."),
    ),
    "too_many_melds": (Topic.MELDS_EACH, N_("New melds in a turn: at most {most}.")),
    "joker_not_named": (Topic.DECLARING, N_("Say first what the joker stands for.")),
    "cards_cost": (Topic.VALUES, N_("Left in hand: {sum}.")),
    "meld_costs_nothing": (Topic.MELDS_IN_HAND, N_("A complete meld left in hand costs nothing: {cards}.")),
    "nothing_left": (Topic.VALUES, N_("Nothing left, so it costs nothing.")),
    "jokers_cost": (Topic.JOKER_IN_HAND, N_("A leftover joker costs {points}.")),
    "wild_cards_cost": (Topic.WILD_IN_HAND, N_("A leftover wild card costs {points}, like a joker.")),
}

_COURT = {Rank.JACK, Rank.QUEEN, Rank.KING}


def meld(
    variant: Variant,
    *,
    cards: Cards,
    joker_as: Sequence[Card | None] = (),
    first_round: bool = False,
    melds_laid_this_turn: int = 0,
    players: int = 4,
) -> Ruling:
    """Rule on whether `cards` are a meld and may be laid now.

    The turn is one that does not close. `joker_as` is what each joker stands for, in their order. Facts as in the
    contract; kind and points of a meld with a joker that was not named are those of the way that counts most. A joker
    cannot be a card of which the packs of `players` hold no more than lie beside it.

    Raises:
        InvalidSituation: no cards, or more jokers named than there are.
    """
    check_meld(variant, cards, joker_as, ("cards",), ("joker_as",))
    judged = judge_meld(variant, cards, joker_as)
    not_now = list(_not_now(variant, first_round, melds_laid_this_turn))
    missing = unnamed(variant, judged, joker_as, ("joker_as",)) if judged.declaration_required else []
    faults = [*judged.faults, *not_now]
    doubts = doubted_rules(variant, faults)
    grounds = () if faults or missing else counting_grounds(cards, judged)
    facts = _facts(judged, not not_now)
    if judged.valid and judged.joker_may_be:
        facts["joker_may_be"] = _may_be(variant, cards, players, judged, named=any(joker_as))
    found = rule_on(faults, grounds, missing, facts, doubts=doubts)
    if found.verdict is Verdict.UNDECIDED and len({(each.kind, each.points) for each in judged.readings}) == 1:
        return legal_once_named(found)
    return found


def counting_grounds(cards: Cards, judged: MeldJudgement) -> tuple[Reason, ...]:
    """Return the grounds of a meld with its points as a sum, its jokers as in the reading that counts most."""
    return judged.counting(MeldSum(cards, judged.points, judged.wild, judged.roles))


def check_meld(variant: Variant, cards: Cards, joker_as: Sequence[Card | None], at: Path, named_at: Path) -> None:
    """Check that there are cards, and no more jokers named than there are.

    Raises:
        InvalidSituation: at the path of the cards, or of the first name too many.
    """
    if not cards:
        raise InvalidSituation(Problem(N_("A meld has at least one card."), at))
    jokers = len(wild_cards(variant, cards))
    if len(joker_as) > jokers:
        message = N_("You named more cards for jokers than there are jokers ({jokers}).")
        raise InvalidSituation(Problem(message, (*named_at, jokers), {"jokers": jokers}))


def _not_now(variant: Variant, first_round: bool, melds_laid: int) -> Iterator[Reason]:
    yield from too_early(variant, first_round)
    yield from before_closing(variant)
    most = variant.turn.melds_each
    if most is not None and melds_laid >= most and variant.turn.melds_each_after_pile:
        yield reason(variant, WORDINGS, "too_many_melds", most=most)


def too_early(variant: Variant, first_round: bool, cards: Cards = ()) -> Iterator[Reason]:
    """Yield the fault that `cards` are laid in one of the first rounds of turns, in a game that forbids this."""
    if first_round and variant.turn.first_round_closed:
        code = "first_round_closed" if variant.turn.closed_rounds == 1 else "two_rounds_closed"
        yield reason(variant, WORDINGS, code, cards)


def before_closing(variant: Variant, cards: Cards = ()) -> Iterator[Reason]:
    """Yield the fault that `cards` are laid in a turn that does not close, in a game that forbids this."""
    if variant.closing.asks(ClosingRequirement.IN_ONE_TURN):
        yield reason(variant, WORDINGS, "only_hand_closes", cards)


def unnamed(variant: Variant, judged: MeldJudgement, joker_as: Sequence[Card | None], at: Path) -> list[Reason]:
    """Return a reason for each joker that was not named, `at` the path of the names."""
    names = (*joker_as, *[None] * len(judged.wild))
    return [
        reason(variant, WORDINGS, "joker_not_named", [card], (*at, place))
        for place, card in enumerate(judged.wild)
        if names[place] is None and any(reading.roles[place] != card for reading in judged.readings)
    ]


def next_joker_may_be(variant: Variant, cards: Cards, joker_as: Sequence[Card | None], players: int) -> list[Card]:
    """Return what the next undeclared joker may stand for; undeclared jokers are interchangeable."""
    judged = judge_meld(variant, cards, joker_as)
    names = (*joker_as, *[None] * len(judged.wild))
    unnamed_places = [place for place, card in enumerate(judged.wild) if card == JOKER and names[place] is None]
    found = {reading.roles[place] for reading in judged.readings for place in unnamed_places}
    return [card for card in in_order(found) if cards.count(card) < variant.deck.copies(card, players)]


def _facts(judged: MeldJudgement, now: bool) -> dict[str, Fact]:
    facts: dict[str, Fact] = {"valid": judged.valid, "may_be_laid_now": judged.valid and now}
    if judged.valid:
        facts |= {"kind": judged.kind, "points": judged.points, "declaration_required": judged.declaration_required}
    return facts


def _may_be(variant: Variant, cards: Cards, players: int, judged: MeldJudgement, *, named: bool) -> list[Card]:
    """Return what the joker may stand for; where it was not named and goes by an order of suits, that is one card."""
    left = {role for reading in judged.readings for role in reading.roles}
    possible = [card for card in judged.joker_may_be if named or card in left]
    return [card for card in possible if cards.count(card) < variant.deck.copies(card, players)]


def doubted_rules(variant: Variant, faults: Sequence[Reason]) -> list[str]:
    """Return the ambiguities behind the faults; none if a fault has an unambiguous rule."""
    rules = [fault.rule for fault in faults]
    open_ = [rule for rule in rules if rule is not None and isinstance(variant.rules.get(rule), Ambiguity)]
    return open_ if len(open_) == len(rules) else []


def hand_value(variant: Variant, *, cards: Cards) -> Ruling:
    """Rule on what `cards`, which may be none, cost when left in hand: the fact `points`, a positive number.

    Raises:
        InvalidSituation: complete melds cost nothing, and which are best could not be proved for so many cards.
    """
    found = deadwood(variant, cards, alone=True)
    if not found.proved:
        raise InvalidSituation(Problem(UNPROVED, ("cards",)))
    grounds = [*_cost(variant, found)] if cards else [_nothing_left(variant)]
    return rule_on((), grounds, facts={"points": found.points(variant)}, doubts=[court_doubt(variant, found.cards)])


def _cost(variant: Variant, found: Deadwood) -> Iterator[Reason]:
    wild = [card for card in wild_cards(variant, found.cards) if card != JOKER]
    if found.cards:
        parts = Sum(tuple(map(Addend, found.cards, found.costs(variant))))
        yield reason(variant, WORDINGS, "cards_cost", found.cards, sum=parts)
    yield from (reason(variant, WORDINGS, "meld_costs_nothing", meld) for meld in found.melds)
    if JOKER in found.cards:
        yield reason(variant, WORDINGS, "jokers_cost", [JOKER], points=variant.value(JOKER))
    if wild and variant.values.wild_as_joker:
        yield reason(variant, WORDINGS, "wild_cards_cost", wild, points=variant.value(JOKER))


def _nothing_left(variant: Variant) -> Reason:
    return reason(variant, WORDINGS, "nothing_left")


def court_doubt(variant: Variant, cards: Sequence[Card]) -> str | None:
    """Return the ambiguity about the values of jack, queen and king if one is among `cards`."""
    return variant.cites.get(Topic.COURT_VALUES) if any(card.rank in _COURT for card in cards) else None
