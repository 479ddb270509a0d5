"""Whether cards are a meld, what its jokers may be, and if it is none, everything that is wrong with it."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..cards import JOKER, Card
from ..errors import N_
from ..model.parts import MeldRules
from ..model.terms import Declaration
from ..model.topics import MeldTopic
from ..model.variant import Variant
from ..reasons import Reason
from .faults import aces, fault, in_order, shape_faults
from .wild import MeldKind, MeldReading, always_within_limit, find_ways, natural_way, within_limit

__all__ = ["GROUNDS", "MeldJudgement", "MeldKind", "MeldReading", "ground", "is_meld", "judge_meld", "wild_cards"]


@dataclass(frozen=True)
class MeldJudgement:
    """The answer of `judge_meld`.

    `kind` is None if the cards are no meld. `points` are what they count as laid on the table, 0 if they are no
    meld; where a joker was not named and may be several cards, kind, `roles` and points are those of the way that
    counts most (of equals a run, then the lowest cards). `reasons` are every fault, or for a meld the rules
    that make it one.

    `wild` are the jokers and wild ranks, in their order among the cards, `roles` what each stands for. `ways` are all
    ways that agree with what was said. `joker_may_be` lists what a single joker may stand for, whatever was
    said. `declaration_required` says that a joker must be named and was not.
    """

    kind: MeldKind | None
    points: int
    reasons: tuple[Reason, ...]
    wild: tuple[Card, ...] = ()
    roles: tuple[Card, ...] = ()
    ways: tuple[MeldReading, ...] = ()
    joker_may_be: tuple[Card, ...] = ()
    declaration_required: bool = False

    @property
    def valid(self) -> bool:
        """Whether the cards are a meld."""
        return self.kind is not None

    @property
    def faults(self) -> tuple[Reason, ...]:
        """Everything that keeps the cards from being a meld; empty if they are one."""
        return () if self.valid else self.reasons

    @property
    def least_points(self) -> int:
        """What the cards count at least, whatever their jokers are."""
        return min((way.points for way in self.ways), default=self.points)


GROUNDS: Mapping[str, tuple[MeldTopic, str]] = {
    "is_run": (MeldTopic.RUN, N_("The cards are of one suit, and their ranks follow each other.")),
    "ace_allowed_here": (MeldTopic.ACE, N_("The ace may stand in this place of a run.")),
    "is_set": (MeldTopic.SET, N_("The cards are of one rank.")),
    "suits_may_repeat": (MeldTopic.SUITS, N_("A suit may be in a set more than once at this table.")),
    "joker_stands_in": (MeldTopic.JOKER, N_("A joker stands for the card that is missing.")),
    "jokers_within_limit": (MeldTopic.JOKER_LIMIT, N_("The meld does not hold more jokers than it may.")),
}


def judge_meld(variant: Variant, cards: Collection[Card], joker_as: Sequence[Card | None] = ()) -> MeldJudgement:
    """Return whether `cards`, in any order, are a meld, with every reason.

    `joker_as` is what each joker stands for, in their order among the cards, None if it was not said. Cards of
    a wild rank count as jokers in it, unless it has no more entries than there are real jokers. Whether the packs
    hold the cards, and whether a meld may be laid now, is not asked here.
    """
    wild = wild_cards(variant, cards)
    if not wild:
        return _judge_naturals(variant, tuple(cards))
    ranks = variant.deck.wild_ranks
    naturals = in_order([card for card in cards if card.rank is not None and card.rank not in ranks])
    return _judge_wild(variant, naturals, wild, _said(wild, joker_as))


def is_meld(variant: Variant, cards: Sequence[Card], joker_as: Sequence[Card | None] = ()) -> bool:
    """Return whether `cards` are a meld; quicker than `judge_meld`, for what tries many."""
    wild = wild_cards(variant, cards)
    if not wild:
        return bool(cards) and natural_way(variant, cards) is not None
    ranks = variant.deck.wild_ranks
    naturals = [card for card in cards if card.rank is not None and card.rank not in ranks]
    return bool(_allowed(variant, naturals, wild, find_ways(variant, naturals, wild, _said(wild, joker_as))))


def wild_cards(variant: Variant, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the jokers and the cards of wild ranks among `cards`, in their order."""
    ranks = variant.deck.wild_ranks
    return tuple([card for card in cards if card.rank is None or card.rank in ranks])


def _said(wild: Sequence[Card], joker_as: Sequence[Card | None]) -> list[Card | None]:
    """Return what was said of each wild card."""
    said: list[Card | None] = [None] * len(wild)
    if not joker_as:
        return said
    jokers = [place for place, card in enumerate(wild) if card.rank is None]
    places = jokers if len(joker_as) <= len(jokers) else range(len(wild))
    for place, card in zip(places, joker_as, strict=False):
        said[place] = card
    return said


def _judge_naturals(variant: Variant, cards: Sequence[Card]) -> MeldJudgement:
    way = natural_way(variant, cards) if cards else None
    if way is None:
        return MeldJudgement(None, 0, tuple(shape_faults(variant.melds, in_order(cards))))
    found = aces(cards) if way.kind is MeldKind.RUN else ()
    return MeldJudgement(way.kind, way.points, tuple(_grounds(variant.melds, way.kind, in_order(cards), found)))


def _judge_wild(
    variant: Variant, naturals: Sequence[Card], wild: tuple[Card, ...], said: Sequence[Card | None]
) -> MeldJudgement:
    shaped = find_ways(variant, naturals, wild, said)
    silent = find_ways(variant, naturals, wild, [None] * len(wild)) if any(said) else shaped
    may_be = _single_roles(variant, naturals, wild, _allowed(variant, naturals, wild, silent))
    ways = _allowed(variant, naturals, wild, shaped)
    if not ways:
        faults = tuple(_wild_faults(variant, naturals, wild, said, shaped, silent))
        return MeldJudgement(None, 0, faults, wild, joker_may_be=may_be)
    best = max(ways, key=lambda way: way.points)
    return MeldJudgement(
        best.kind,
        best.points,
        tuple(_wild_grounds(variant, naturals, wild, best)),
        wild,
        best.roles,
        tuple(ways),
        may_be,
        _must_be_named(variant.jokers.declared, wild, said, ways),
    )


def _allowed(
    variant: Variant, naturals: Sequence[Card], wild: Sequence[Card], ways: Collection[MeldReading]
) -> list[MeldReading]:
    """Return those of `ways` that keep the limit of jokers."""
    size = len(naturals) + len(wild)
    if all(always_within_limit(size - way.jokers, way.jokers) for way in ways):
        return list(ways)
    limit = variant.jokers.limit
    return [way for way in ways if within_limit(limit, size - way.jokers, way.jokers)]


def _single_roles(
    variant: Variant, naturals: Sequence[Card], wild: Sequence[Card], ways: Sequence[MeldReading]
) -> tuple[Card, ...]:
    """Return what the only joker, or the only wild card, may stand for; nothing if there are several.

    Beside cards of wild ranks each role is tried for the joker: `find_ways` returns only one of the assignments that
    differ in which wild card has which role.
    """
    if len(wild) == 1:
        return tuple(dict.fromkeys(way.roles[0] for way in ways))
    if [card.rank for card in wild].count(None) != 1:
        return ()

    def possible(role: Card) -> bool:
        return bool(_allowed(variant, naturals, wild, find_ways(variant, naturals, wild, _said(wild, [role]))))

    roles = dict.fromkeys(role for way in ways for role in way.roles)
    return tuple(in_order([role for role in roles if possible(role)]))


def _must_be_named(
    declared: Declaration, wild: Sequence[Card], said: Sequence[Card | None], ways: Sequence[MeldReading]
) -> bool:
    """Return whether the meld lacks the name of a joker that the rules ask for.

    Only `ALWAYS` asks for it where a single card is possible, too.
    """
    match declared:
        case Declaration.NO:
            return False
        case Declaration.ALWAYS:
            return any(
                card is None and (joker == JOKER or any(way.roles[place] != joker for way in ways))
                for place, (joker, card) in enumerate(zip(wild, said, strict=True))
            )
        case Declaration.WHERE_OPEN:
            return len(ways) > 1
        case Declaration.IN_SETS:
            return len([way for way in ways if way.kind is MeldKind.SET]) > 1


def _wild_faults(
    variant: Variant,
    naturals: Sequence[Card],
    wild: Sequence[Card],
    said: Sequence[Card | None],
    shaped: Sequence[MeldReading],
    silent: Sequence[MeldReading],
) -> Iterator[Reason]:
    rules = variant.melds
    jokers = min((way.jokers for way in shaped or silent), default=len(wild))
    laid = len(naturals) + len(wild) - jokers
    if not always_within_limit(laid, jokers) and not within_limit(variant.jokers.limit, laid, jokers):
        lonely = not laid and within_limit(variant.jokers.limit, 1, jokers)
        yield fault(rules, "no_natural_card" if lonely else "too_many_jokers", wild)
    if shaped:
        return
    if silent:
        yield fault(rules, "joker_cannot_be", _impossible(said, silent))
        return
    named = [card for card in said if card is not None and card != JOKER]
    yield from shape_faults(rules, in_order([*naturals, *named]), len(wild) - len(named))


def _impossible(said: Sequence[Card | None], ways: Sequence[MeldReading]) -> list[Card]:
    """Return which named cards no way has in its place; all of them if they are only impossible together."""
    named = [(place, card) for place, card in enumerate(said) if card is not None]
    possible = {role for way in ways for role in way.roles}
    wrong = [card for _, card in named if card not in possible]
    return wrong or [card for _, card in named]


def _wild_grounds(
    variant: Variant, naturals: Sequence[Card], wild: Sequence[Card], way: MeldReading
) -> Iterator[Reason]:
    rules, cards = variant.melds, (*naturals, *wild)
    standing = aces((*naturals, *way.roles)) if way.kind is MeldKind.RUN else ()
    yield from _grounds(rules, way.kind, cards, standing)
    if way.jokers:
        yield ground(rules, "joker_stands_in", wild)
        yield ground(rules, "jokers_within_limit", wild)


def _grounds(rules: MeldRules, kind: MeldKind, cards: Sequence[Card], aces_in_run: Sequence[Card]) -> Iterator[Reason]:
    yield ground(rules, "is_run" if kind is MeldKind.RUN else "is_set", cards)
    if aces_in_run:
        yield ground(rules, "ace_allowed_here", aces_in_run)
    if kind is MeldKind.SET:
        twice = [card for card in dict.fromkeys(cards) if card.rank is not None and cards.count(card) > 1]
        if twice and not rules.set_suits_differ:
            yield ground(rules, "suits_may_repeat", twice)


def ground(rules: MeldRules, code: str, cards: Sequence[Card]) -> Reason:
    """Return the ground `code` of a meld with its sentence and the rule about it."""
    key, message = GROUNDS[code]
    return Reason(code, message, tuple(cards), rules.rules.get(code, rules.rules.get(key)))
