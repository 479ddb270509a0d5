"""Name the jokers of melds: as the situation does, or in each possible way.

A question is judged once for each way in which the jokers may have been named. If all these rulings agree, that is the
answer. If they differ but each of them is illegal, the answer is illegal. Otherwise it is undecided.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import TypeAlias

from ..cards import Card, Cards
from ..errors import N_, InvalidSituation, Problem
from ..melds.fitting import holds, is_near
from ..melds.judge import wild_cards
from ..melds.laid import LaidMeld, laid_meld, namings
from ..model.variant import Variant
from ..reasons import Path, Reason
from .questions.meld import WORDINGS
from .ruling import Fact, Ruling, Verdict, reason

Named: TypeAlias = Card | Sequence[Card | None] | None  # what the jokers of one meld were laid as
NamesByMeld: TypeAlias = Mapping[str, Named]  # index of the meld -> what its jokers were laid as
Melds: TypeAlias = Mapping[str, tuple[LaidMeld, ...]]  # key of the situation -> its melds

MOST_NAMINGS = 16  # ways to name all jokers; a question with more is refused

_NO_SUCH_MELD = N_("There is no meld number {to}; the first one is number 0.")
_TOO_MANY_NAMES = N_("You named more cards for jokers than there are jokers ({jokers}).")
_CANNOT_BE = N_("The joker in this meld can’t be {card}.")
_TOO_MANY_WAYS = N_("Too many unnamed jokers. Say what they stand for.")


@dataclass(frozen=True)
class MeldList:
    """A list of melds in the situation, with the key that names their jokers."""

    key: str
    names_key: str
    melds: tuple[LaidMeld, ...]
    asked: frozenset[int] | None = None  # the melds, by index, on whose jokers the ruling can depend; None: all
    required: frozenset[int] = frozenset()  # the melds whose jokers must be named
    single: bool = False  # `names_key` holds the name of the one joker of the only meld
    only: Card | None = None  # the only card laid on the melds: names matter only if they decide whether it fits
    laid_off: tuple[int, ...] = ()  # for melds with jokers laid off: the index of each one's first such joker

    def names_path(self, index: int) -> Path:
        """Return the path of the names of a meld's jokers in the situation."""
        if self.laid_off:
            return (self.names_key, self.laid_off[index], "as")
        return (self.names_key,) if self.single else (self.names_key, str(index))


def as_names(named: Named) -> tuple[Card | None, ...]:
    """Return what the jokers of a meld were named, in their order."""
    return (named,) if isinstance(named, Card) else tuple(named or ())


def read_melds(
    variant: Variant, key: str, melds: Iterable[Cards], names_key: str, given: NamesByMeld | None
) -> tuple[LaidMeld, ...]:
    """Return `melds`, the situation's `key`, with their jokers named as `given` by its key `names_key`.

    Raises:
        InvalidSituation: an index without a meld, more names than jokers, a card that the joker cannot be.
    """
    melds, problems = tuple(melds), []
    found = []
    for index in (given or {}).keys() - {str(at) for at in range(len(melds))}:
        problems.append(Problem(_NO_SUCH_MELD, (names_key, index), {"to": int(index)}))
    for at, cards in enumerate(melds):
        names = as_names((given or {}).get(str(at)))
        found.append(laid_meld(variant, cards, names))
        if any(names):
            problems += _problems(variant, found[-1], names, (names_key, str(at)))
    if problems:
        raise InvalidSituation(*problems)
    return tuple(found)


def _problems(variant: Variant, meld: LaidMeld, names: Sequence[Card | None], path: Path) -> list[Problem]:
    jokers = len(wild_cards(variant, meld.cards))
    if len(names) > jokers:
        return [Problem(_TOO_MANY_NAMES, path, {"jokers": jokers})]
    if meld.judged.valid or not laid_meld(variant, meld.cards).judged.valid:
        return []
    wrong = next(card for card in names if card is not None)
    return [Problem(_CANNOT_BE, path, {"card": wrong.code})]


def near(variant: Variant, melds: Sequence[LaidMeld], cards: Iterable[Card]) -> frozenset[int]:
    """Return the indexes of the melds that one of `cards` might fit."""
    cards = set(cards)
    jokers = any(card.is_joker for card in cards)
    return frozenset(
        at for at, meld in enumerate(melds) if jokers or any(is_near(variant, meld.cards, card) for card in cards)
    )


@dataclass(frozen=True)
class _Open:
    """A meld whose jokers can be named in several ways: its list, its index there, and each way."""

    list_: MeldList
    index: int
    ways: Sequence[LaidMeld]


def under_each_naming(
    variant: Variant, lists: Sequence[MeldList], judge: Callable[[Melds], Ruling], *, by_list: bool = False
) -> Ruling:
    """Return the ruling of `judge` on melds; undecided if it depends on what their jokers were laid as.

    `judge` takes the melds of each list, with their jokers named. The fact `joker_may_be` is by index, or with
    `by_list` by list and index.

    Raises:
        InvalidSituation: there are too many ways to name the jokers.
    """
    open_ = [found for each in lists for found in _open(variant, each)]
    if prod(len(each.ways) for each in open_) > MOST_NAMINGS:
        first = open_[0]
        raise InvalidSituation(Problem(_TOO_MANY_WAYS, (first.list_.names_key,)))
    rulings = {
        choice: judge(_chosen(lists, open_, choice)) for choice in product(*(range(len(each.ways)) for each in open_))
    }
    found = next(iter(rulings.values()))
    deciding = [each for at, each in enumerate(open_) if _depends(rulings, at)]
    required = [_Open(each, index, ()) for each in lists for index in sorted(each.required)]
    if deciding:
        found = _common(list(rulings.values()))
    elif not required:
        return found
    unnamed = {(each.list_.key, each.index): each for each in (*required, *deciding)}
    return _asking(variant, found, list(unnamed.values()), by_list=by_list, depends=bool(deciding))


def _open(variant: Variant, list_: MeldList) -> Iterable[_Open]:
    for index, meld in enumerate(list_.melds):
        if list_.asked is None or index in list_.asked:
            ways = namings(variant, meld, to_swap=list_.single)
            if len(ways) > 1 and list_.only is not None:
                ways = _merged(variant, ways, list_.only)
            if len(ways) > 1:
                yield _Open(list_, index, ways)


def _merged(variant: Variant, ways: Sequence[LaidMeld], card: Card) -> list[LaidMeld]:
    """Return the ways merged into two at most: those in which the meld takes the card, and the others."""
    groups: dict[bool, list[LaidMeld]] = {}
    for way in ways:
        groups.setdefault(holds(variant, way, (card,)), []).append(way)
    return [group[0].narrowed([each for way in group for each in way.judged.readings]) for group in groups.values()]


def _chosen(lists: Sequence[MeldList], open_: Sequence[_Open], choice: Sequence[int]) -> Melds:
    melds = {each.key: list(each.melds) for each in lists}
    for each, way in zip(open_, choice, strict=True):
        melds[each.list_.key][each.index] = each.ways[way]
    return {key: tuple(each) for key, each in melds.items()}


def _depends(rulings: Mapping[tuple[int, ...], Ruling], at: int) -> bool:
    """Return whether the outcome depends on the naming of the meld with index `at` of the choices."""
    first: dict[tuple[int, ...], object] = {}
    for choice, ruling in rulings.items():
        others = (*choice[:at], *choice[at + 1 :])
        if first.setdefault(others, _outcome(ruling)) != _outcome(ruling):
            return True
    return False


def _outcome(ruling: Ruling) -> tuple[object, ...]:
    return ruling.verdict, ruling.facts, ruling.penalties


def _common(rulings: Sequence[Ruling]) -> Ruling:
    """Return what all of `rulings` have in common; undecided unless each of them is illegal."""
    first, others = rulings[0], rulings[1:]
    facts = {
        key: value
        for key, value in first.facts.items()
        if all(key in other.facts and other.facts[key] == value for other in others)
    }
    penalties = tuple(award for award in first.penalties if all(award in other.penalties for other in others))
    doubts = tuple(doubt for doubt in first.doubts if all(doubt in other.doubts for other in others))
    if any(ruling.verdict is not Verdict.ILLEGAL for ruling in rulings):
        missing = [each for ruling in rulings if ruling.verdict is Verdict.UNDECIDED for each in ruling.reasons]
        return Ruling(Verdict.UNDECIDED, tuple(_once(missing)), facts, penalties, doubts)
    always = [fault for fault in first.reasons if all(fault in other.reasons for other in others)]
    return Ruling(Verdict.ILLEGAL, tuple(always or first.reasons), facts, penalties, doubts)


def _once(reasons: Iterable[Reason]) -> list[Reason]:
    found: list[Reason] = []
    for each in reasons:
        if each not in found:
            found.append(each)
    return found


def _asking(variant: Variant, found: Ruling, unnamed: Sequence[_Open], *, by_list: bool, depends: bool) -> Ruling:
    """Return the ruling, undecided until the jokers of `unnamed` are named; an illegal ruling stays illegal."""
    facts = {**found.facts, "joker_may_be": _may_be(unnamed, by_list=by_list)}
    if found.verdict is Verdict.ILLEGAL:
        return replace(found, facts=facts) if depends else found
    asked = [
        reason(
            variant,
            WORDINGS,
            "joker_not_named",
            each.list_.melds[each.index].cards,
            each.list_.names_path(each.index),
        )
        for each in unnamed
    ]
    others = found.reasons if found.verdict is Verdict.UNDECIDED else ()
    stands = found if found.verdict is Verdict.LEGAL else None
    return replace(found, verdict=Verdict.UNDECIDED, reasons=(*asked, *others), facts=facts, once_named=stands)


def _may_be(unnamed: Sequence[_Open], *, by_list: bool) -> Fact:
    found: dict[str, dict[str, list[Card]]] = {}
    for each in unnamed:
        may_be = each.list_.melds[each.index].may_be
        index = each.list_.laid_off[each.index] if each.list_.laid_off else each.index
        found.setdefault(each.list_.key, {})[str(index)] = may_be
    return found if by_list else {index: cards for by_index in found.values() for index, cards in by_index.items()}
