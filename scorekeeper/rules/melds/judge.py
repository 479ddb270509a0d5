"""Judge cards as a meld: its kind, its points, what its jokers may stand for, or every fault."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..cards import JOKER, Card
from ..errors import N_
from ..model.parts import JokerRules, MeldRules
from ..model.terms import Declaration
from ..model.topics import MeldTopic
from ..model.variant import Variant
from ..reasons import Reason, with_cards
from .faults import aces, fault, in_order, shape_faults
from .suit_order import first_by_suit
from .sums import MeldSum
from .wild import MeldKind, MeldReading, always_within_limit, find_readings, natural_reading
from .windows import suited_bits

__all__ = ["GROUNDS", "MeldJudgement", "MeldKind", "MeldReading", "ground", "is_meld", "judge_meld", "wild_cards"]


class MeldJudgement(NamedTuple):
    """The answer of `judge_meld`.

    `kind` is None if the cards are no meld. `points` are those of the meld on the table, 0 if the cards are none.
    `reasons` are all faults, or the grounds of a meld. `wild` are the jokers and cards of wild ranks, in their order
    among the cards, `roles` the card that each stands for.

    `readings` are all that agree with the declarations; kind, points and roles are those of the reading that counts
    most (of equals a run, then the lowest cards). `joker_may_be` lists what a single joker may stand for,
    whatever it was declared as. `declaration_required`: a joker must be declared and was not.
    """

    kind: MeldKind | None
    points: int
    reasons: tuple[Reason, ...]
    wild: tuple[Card, ...] = ()
    roles: tuple[Card, ...] = ()
    readings: tuple[MeldReading, ...] = ()
    joker_may_be: tuple[Card, ...] = ()
    declaration_required: bool = False

    @property
    def valid(self) -> bool:
        """Whether the cards are a meld."""
        return self.kind is not None

    @property
    def is_pure_run(self) -> bool:
        """Whether the cards are a run in which none stands for another."""
        return self.kind is MeldKind.RUN and self.roles == self.wild

    @property
    def faults(self) -> tuple[Reason, ...]:
        """Everything that keeps the cards from being a meld; empty if they are one."""
        return () if self.valid else self.reasons

    def counting(self, meld: MeldSum) -> tuple[Reason, ...]:
        """Return the grounds of a meld, the first one with what its cards count."""
        kind, *others = self.reasons
        counted = Reason(kind.code, COUNTED[kind.code][1], kind.cards, kind.rule, {"sum": (meld,)})
        return (counted, *others)

    @property
    def least_points(self) -> int:
        """What the cards count at least, whatever their jokers are."""
        return min((reading.points for reading in self.readings), default=self.points)


GROUNDS: Mapping[str, tuple[MeldTopic, str]] = {
    "is_run": (MeldTopic.RUN, N_("One suit, in sequence: {cards}.")),
    "is_mixed_run": (MeldTopic.SAME_SUIT, N_("In sequence, in several suits: {cards}.")),
    "ace_allowed_here": (MeldTopic.ACE, N_("The ace can be used as in {places}.")),
    "is_set": (MeldTopic.SET, N_("All of one rank: {cards}.")),
    "suits_may_repeat": (MeldTopic.SUITS, N_("At this table a set may have a suit twice.")),
    "joker_stands_in": (MeldTopic.JOKER, N_("The joker stands for {roles}.")),
    "joker_by_order": (MeldTopic.JOKER, N_("No suit was named, so the first missing one counts: {roles}.")),
    "joker_stands_for_one": (MeldTopic.JOKER, N_("A joker stands for a card that the meld lacks.")),
    "jokers_within_limit": (MeldTopic.JOKER_LIMIT, N_("Not too many jokers: {jokers}; other cards: {others}.")),
}

COUNTED: Mapping[str, tuple[MeldTopic, str]] = {
    "is_run": (MeldTopic.RUN, N_("One suit, in sequence: {sum} points.")),
    "is_mixed_run": (MeldTopic.SAME_SUIT, N_("In sequence, in several suits: {sum} points.")),
    "is_set": (MeldTopic.SET, N_("All of one rank: {sum} points.")),
}
"""The same grounds where the points of the meld are counted, too."""


def judge_meld(variant: Variant, cards: Collection[Card], joker_as: Sequence[Card | None] = ()) -> MeldJudgement:
    """Return whether `cards`, in any order, are a meld, with every reason.

    `joker_as` is what each joker stands for, in their order among the cards, None if undeclared. Cards of
    a wild rank count as jokers in it, unless it has no more entries than there are real jokers. It is not
    checked whether the packs hold the cards, nor whether a meld may be laid now.
    """
    wild = wild_cards(variant, cards)
    if not wild:
        return _judge_naturals(variant, tuple(cards))
    ranks = variant.deck.wild_ranks
    naturals = in_order([card for card in cards if card.rank is not None and card.rank not in ranks])
    return _judge_wild(variant, naturals, wild, names_by_place(wild, joker_as))


def is_meld(variant: Variant, cards: Sequence[Card], joker_as: Sequence[Card | None] = ()) -> bool:
    """Return whether `cards` are a meld; quicker than `judge_meld`, for searches."""
    wild = wild_cards(variant, cards)
    if not wild:
        return bool(cards) and natural_reading(variant, cards) is not None
    ranks = variant.deck.wild_ranks
    naturals = [card for card in cards if card.rank is not None and card.rank not in ranks]
    return bool(
        _allowed(variant, naturals, wild, find_readings(variant, naturals, wild, names_by_place(wild, joker_as)))
    )


def wild_cards(variant: Variant, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the jokers and the cards of wild ranks among `cards`, in their order."""
    ranks = variant.deck.wild_ranks
    return tuple([card for card in cards if card.rank is None or card.rank in ranks])


def names_by_place(wild: Sequence[Card], joker_as: Sequence[Card | None]) -> list[Card | None]:
    """Return the card that each wild card was declared as, None if it was not."""
    names: list[Card | None] = [None] * len(wild)
    if not joker_as:
        return names
    jokers = [place for place, card in enumerate(wild) if card.rank is None]
    places = jokers if len(joker_as) <= len(jokers) else range(len(wild))
    for place, card in zip(places, joker_as, strict=False):
        names[place] = card
    return names


def _judge_naturals(variant: Variant, cards: Sequence[Card]) -> MeldJudgement:
    reading = natural_reading(variant, cards) if cards else None
    if reading is None:
        return MeldJudgement(None, 0, tuple(shape_faults(variant.melds, in_order(cards))))
    return MeldJudgement(
        reading.kind, reading.points, tuple(_grounds(variant.melds, reading.kind, in_order(cards), cards))
    )


def _judge_wild(
    variant: Variant, naturals: Sequence[Card], wild: tuple[Card, ...], names: Sequence[Card | None]
) -> MeldJudgement:
    shaped = find_readings(variant, naturals, wild, names)
    unnamed = find_readings(variant, naturals, wild, [None] * len(wild)) if any(names) else shaped
    possible = _allowed(variant, naturals, wild, shaped)
    may_be = _single_roles(
        variant, naturals, wild, possible if unnamed is shaped else _allowed(variant, naturals, wild, unnamed)
    )
    readings = first_by_suit(variant.jokers, wild, names, possible)
    if not readings:
        faults = tuple(_wild_faults(variant, naturals, wild, names, shaped, unnamed))
        return MeldJudgement(None, 0, faults, wild, joker_may_be=may_be)
    best = max(readings, key=lambda reading: reading.points)
    return MeldJudgement(
        best.kind,
        best.points,
        tuple(_wild_grounds(variant, naturals, wild, best, len(readings), len(possible))),
        wild,
        best.roles,
        tuple(readings),
        may_be,
        _must_be_named(variant.jokers, wild, names, readings),
    )


def _allowed(
    variant: Variant, naturals: Sequence[Card], wild: Sequence[Card], readings: Collection[MeldReading]
) -> list[MeldReading]:
    """Return the `readings` within the joker limit."""
    size = len(naturals) + len(wild)
    if all(always_within_limit(size - reading.jokers, reading.jokers) for reading in readings):
        return list(readings)
    limit = variant.jokers.limit
    return [reading for reading in readings if limit.allows(size - reading.jokers, reading.jokers)]


def _single_roles(
    variant: Variant, naturals: Sequence[Card], wild: Sequence[Card], readings: Sequence[MeldReading]
) -> tuple[Card, ...]:
    """Return what the only joker, or the only wild card, may stand for; nothing if there are several.

    Beside cards of wild ranks each role is tried for the joker: of the assignments that differ in which wild card has
    which role, `find_readings` returns only one.
    """
    if len(wild) == 1:
        alone = dict.fromkeys(reading.roles[0] for reading in readings)
        return tuple(alone if wild[0] == JOKER else in_order(alone))
    if [card.rank for card in wild].count(None) != 1:
        return ()

    def possible(role: Card) -> bool:
        return bool(
            _allowed(variant, naturals, wild, find_readings(variant, naturals, wild, names_by_place(wild, [role])))
        )

    roles = dict.fromkeys(role for reading in readings for role in reading.roles)
    return tuple(in_order([role for role in roles if possible(role)]))


def _must_be_named(
    rules: JokerRules, wild: Sequence[Card], names: Sequence[Card | None], readings: Sequence[MeldReading]
) -> bool:
    """Return whether the rules require a joker of the meld to be named, and it is not.

    Only `ALWAYS` asks for it where a single card is possible, too.
    """
    if len(readings) == 1 and rules.declared is not Declaration.ALWAYS:
        return False
    match rules.declared:
        case Declaration.NO:
            return False
        case Declaration.ALWAYS:
            return any(
                card is None and (joker == JOKER or any(reading.roles[place] != joker for reading in readings))
                for place, (joker, card) in enumerate(zip(wild, names, strict=True))
            )
        case Declaration.WHERE_OPEN:
            return len(readings) > 1
        case Declaration.IN_SETS:
            return len([reading for reading in readings if reading.kind is MeldKind.SET]) > 1
        case Declaration.IN_RUNS:
            return len([reading for reading in readings if reading.kind is MeldKind.RUN]) > 1


def _wild_faults(
    variant: Variant,
    naturals: Sequence[Card],
    wild: Sequence[Card],
    names: Sequence[Card | None],
    shaped: Sequence[MeldReading],
    unnamed: Sequence[MeldReading],
) -> Iterator[Reason]:
    rules = variant.melds
    jokers = min((reading.jokers for reading in shaped or unnamed), default=len(wild))
    laid = len(naturals) + len(wild) - jokers
    if not always_within_limit(laid, jokers) and not variant.jokers.limit.allows(laid, jokers):
        lonely = not laid and variant.jokers.limit.allows(1, jokers)
        if lonely:
            yield fault(rules, "no_natural_card", wild)
        else:
            yield fault(rules, "too_many_jokers", wild, jokers=jokers, others=laid)
    if shaped:
        return
    if not variant.jokers.side_by_side and find_readings(_side_by_side(variant), naturals, wild, names):
        yield fault(rules, "jokers_side_by_side", wild)
        return
    if unnamed:
        yield fault(rules, "joker_cannot_be", _impossible(names, unnamed))
        return
    named = [card for card in names if card is not None and card != JOKER]
    yield from shape_faults(rules, in_order([*naturals, *named]), len(wild) - len(named))


def _side_by_side(variant: Variant) -> Variant:
    """Return the game if jokers might lie side by side; its joker limit and names are not for `find_readings`."""
    return replace(variant, jokers=JokerRules())


def _impossible(names: Sequence[Card | None], readings: Sequence[MeldReading]) -> list[Card]:
    """Return the named cards that no reading has in their place; all if only their combination is impossible."""
    named = [(place, card) for place, card in enumerate(names) if card is not None]
    possible = {role for reading in readings for role in reading.roles}
    wrong = [card for _, card in named if card not in possible]
    return wrong or [card for _, card in named]


def _wild_grounds(
    variant: Variant, naturals: Sequence[Card], wild: Sequence[Card], reading: MeldReading, left: int, possible: int
) -> Iterator[Reason]:
    """Yield why a meld with wild cards is one; what they stand for only if of those possible no other is left."""
    rules, cards = variant.melds, (*naturals, *wild)
    yield from _grounds(rules, reading.kind, cards, (*naturals, *reading.roles))
    if reading.jokers:
        roles = tuple(role for card, role in zip(wild, reading.roles, strict=True) if role != card)
        if left == 1:
            yield ground(rules, "joker_stands_in" if possible == 1 else "joker_by_order", wild, roles=roles)
        else:
            yield ground(rules, "joker_stands_for_one", wild)
        others = len(cards) - reading.jokers
        yield ground(rules, "jokers_within_limit", wild, jokers=reading.jokers, others=others)


def _grounds(rules: MeldRules, kind: MeldKind, cards: Sequence[Card], laid_as: Sequence[Card]) -> Iterator[Reason]:
    """Yield why `cards` are a meld; `laid_as` are the cards that they stand for."""
    if kind is MeldKind.SET:
        yield ground(rules, "is_set", cards)
    else:
        yield ground(rules, "is_run" if suited_bits(laid_as) else "is_mixed_run", cards)
        if in_run := aces(laid_as):
            yield ground(rules, "ace_allowed_here", in_run, places=rules.ace.examples)
    if kind is MeldKind.SET:
        twice = [card for card in dict.fromkeys(cards) if card.rank is not None and cards.count(card) > 1]
        if twice:
            yield ground(rules, "suits_may_repeat", twice)


def ground(rules: MeldRules, code: str, cards: Sequence[Card], **values: object) -> Reason:
    """Return the ground `code` of a meld with its sentence and the rule about it."""
    key, message = GROUNDS[code]
    about, cited = tuple(cards), rules.rules
    named = with_cards(message, about, values, once=True)
    return Reason(code, message, about, cited.get(code, cited.get(key)), named)
