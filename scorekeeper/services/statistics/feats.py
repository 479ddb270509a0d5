"""What somebody did more often than everybody else, worth telling: pure functions of sums."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...rules.errors import NN_
from ...rules.variants import CARD_GAMES
from .statistics import Sums

LEAST = 3
"""How often something must have happened to be told."""
MOST = 3
"""How many feats are told at once."""

_OFTEN = NN_("{name}: “{what}”, {num} time", "{name}: “{what}”, {num} times", "num")


@dataclass(frozen=True)
class Feat:
    """What a person did `num` times: a marked message with the values `name`, `num` and `what`.

    `what` is a marked label, such as that of a penalty, or empty.
    """

    person: int
    message: str
    what: str
    num: int
    ahead: int  # by how much more often than anybody else


def _labelled(counted: Mapping[tuple[str, str], int], labels: Callable[[str], Mapping[str, str]]) -> Counter[str]:
    """Return how often each thing happened, by the label that its game has for it."""
    found = Counter[str]()
    for (variant, key), times in counted.items():
        if label := labels(variant).get(key) if variant in CARD_GAMES else None:
            found[label] += times
    return found


def _penalties(variant: str) -> Mapping[str, str]:
    return {penalty.key: penalty.label for penalty in CARD_GAMES[variant].scoring.penalties}


def _ways(variant: str) -> Mapping[str, str]:
    return {key: way.label for key, way in CARD_GAMES[variant].closing.ways.items()}


_KINDS: Sequence[tuple[str, Callable[[Sums], Mapping[str, int]]]] = (
    (_OFTEN, lambda sums: _labelled(sums.kinds, _penalties)),
    (_OFTEN, lambda sums: _labelled(sums.ways, _ways)),
    (
        NN_("{name} went out in {num} round in a row.", "{name} went out in {num} rounds in a row.", "num"),
        lambda sums: {"": sums.out_run},
    ),
    (
        NN_("{name} won {num} game in a row.", "{name} won {num} games in a row.", "num"),
        lambda sums: {"": sums.streak},
    ),
    (
        NN_("{name} was right in {num} ruling.", "{name} was right in {num} rulings.", "num"),
        lambda sums: {"": sums.rulings_won},
    ),
    (
        NN_("{name} was wrong in {num} ruling.", "{name} was wrong in {num} rulings.", "num"),
        lambda sums: {"": sums.rulings_lost},
    ),
)
"""What may be told: the message, and the figures of a person by what they are about."""


def feats_of(people: Mapping[int, Sums]) -> list[Feat]:
    """Return what somebody did at least `LEAST` times and more often than each of the others, the clearest first."""
    found = [
        feat
        for message, figures in _KINDS
        for feat in _of_kind(message, {person: figures(sums) for person, sums in people.items()})
    ]
    return sorted(found, key=lambda feat: -feat.ahead)


def _of_kind(message: str, figures: Mapping[int, Mapping[str, int]]) -> Iterable[Feat]:
    for what in sorted({what for each in figures.values() for what in each}):
        ranked = sorted(((each.get(what, 0), person) for person, each in figures.items()), reverse=True)
        (most, person), second = ranked[0], ranked[1][0] if len(ranked) > 1 else 0
        if most >= LEAST and most > second:
            yield Feat(person, message, what, most, most - second)
