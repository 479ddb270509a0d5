"""Word what the cards of a game count, from the variant's data."""

from collections.abc import Iterable, Iterator

from ...rules.cards import JOKER, Card, Rank
from ...rules.errors import N_
from ...rules.model.terms import AceOrder, ValuePlace
from ...rules.model.variant import Variant
from ..wording import rank_sign, sentence

_JOKER, _FACE_VALUE = N_("joker"), N_("face value")
_JOKER_LAID = N_("A laid joker counts as what it stands for.")
_JOKER_OPENING = N_("When you open, a joker counts {points}.")
_LOW_ACE_LAID = N_("On the table, an ace below a two counts {points}.")
_ACE_LAID = N_("On the table, an ace counts {high}, below a two {points}.")
_LOW_ACE = N_("When you open, an ace below a two counts {points}.")
# Translators: in the line of card values: “A (-2-3) to open: 1” is what an ace below a two counts when somebody opens
_TO_OPEN = N_("{cards} to open")


def card_values(variant: Variant) -> str:
    """Return the values in one line: “2–9: 5 · 10, J, Q, K: 10 · A: 15 · A (-2-3): 5 · joker: 25”.

    Where an ace below a two counts otherwise only when somebody opens, it says so: “A: 11 · A (-2-3) to open: 1”.
    """
    values, ace = list(value_table(variant)), rank_sign(Rank.ACE)
    if not variant.has_cards or not variant.values.ranks:
        return _line(values)
    at = 1 + next((place for place, (cards, _points) in enumerate(values) if ace in cards), len(values) - 1)
    low = f"{ace}\u00a0(\u20112\u20113)"
    if (opening := _low_ace_to_open(variant)) is not None:
        values.insert(at, (sentence(_TO_OPEN, {"cards": low}), str(opening)))
    elif variant.scoring.table_scores and variant.values.low_ace_differs:
        values.insert(at, (low, str(variant.values.laid_ace(low=True))))
        if (high := _ace_laid(variant)) is not None:
            below = "\u2011".join((rank_sign(Rank.QUEEN), rank_sign(Rank.KING), ""))
            values.insert(at, (f"{ace}\u00a0({below})", str(high)))
    return _line(values)


def _line(values: Iterable[tuple[str, str]]) -> str:
    return " · ".join(f"{cards}: {points}" for cards, points in values)


def value_table(variant: Variant) -> Iterator[tuple[str, str]]:
    """Yield pairs of cards and what each counts in hand: (“10, J, Q, K”, “10”), the joker last."""
    if not variant.has_cards:
        return
    if variant.deck.numbered and all(variant.values.ranks[rank] == rank for rank in Rank):
        yield "1–13", sentence(_FACE_VALUE)
        yield sentence(_JOKER), str(variant.value(JOKER))
        return
    groups: list[tuple[int, list[Rank]]] = []
    for rank in (*list(Rank)[1:], Rank.ACE):
        points = variant.value(Card(rank, None))
        if groups and groups[-1][0] == points:
            groups[-1][1].append(rank)
        else:
            groups.append((points, [rank]))
    yield from ((_span(ranks), str(points)) for points, ranks in _merge_face_values(groups))
    if variant.deck.jokers:
        yield sentence(_JOKER), str(variant.value(JOKER))


def value_notes(variant: Variant) -> Iterator[str]:
    """Yield where a card that is laid counts other points than in hand."""
    if not variant.has_cards:
        return
    values = variant.values
    joker = values.places.get(ValuePlace.OPENING_JOKER)
    if variant.deck.jokers and joker is not None and variant.turn.opening_minimum:
        yield sentence(_JOKER_OPENING, {"points": joker})
    elif variant.deck.jokers and values.joker_as_card:
        yield sentence(_JOKER_LAID)
    if (low := _low_ace_to_open(variant)) is not None:
        yield sentence(_LOW_ACE, {"points": low})
    elif variant.scoring.table_scores and values.low_ace_differs:
        low, high = values.laid_ace(low=True), _ace_laid(variant)
        yield sentence(_LOW_ACE_LAID if high is None else _ACE_LAID, {"points": low, "high": high})


def _low_ace_to_open(variant: Variant) -> int | None:
    """Return what an ace below a two counts when somebody opens; None if nobody need open, or if that is the usual."""
    low = variant.values.laid_ace(low=True)
    differs = low not in (None, variant.values.ranks[Rank.ACE]) and variant.melds.ace is not AceOrder.HIGH
    return low if variant.turn.opening_minimum and differs else None


def _ace_laid(variant: Variant) -> int | None:
    """Return what an ace counts in a meld, other than below a two; None if that is what it counts in hand."""
    high = variant.values.laid_ace(low=False)
    return None if high == variant.values.ranks[Rank.ACE] else high


def _merge_face_values(groups: list[tuple[int, list[Rank]]]) -> Iterator[tuple[int | str, list[Rank]]]:
    """Yield points and ranks of each group; consecutive ranks that count their own number become one group."""
    face: list[Rank] = []
    for points, ranks in groups:
        if len(ranks) == 1 and points == ranks[0] and ranks[0] != Rank.ACE:
            face += ranks
            continue
        yield from _face(face)
        face = []
        yield points, ranks
    yield from _face(face)


def _face(ranks: list[Rank]) -> Iterator[tuple[int | str, list[Rank]]]:
    if ranks:
        shown = sentence(_FACE_VALUE) if ranks[-1] <= Rank.TEN else f"{int(ranks[0])}–{int(ranks[-1])}"
        yield shown if len(ranks) > 1 else int(ranks[0]), ranks


def _span(ranks: list[Rank]) -> str:
    names = [rank_sign(rank) for rank in ranks]
    return f"{names[0]}–{names[-1]}" if len(ranks) > 4 else ", ".join(names)


def rating_values(variant: Variant) -> str:
    """Return what brings rating points in one line: “for going out: 5 · 0–10 in hand: 3”; empty if nothing does."""
    rating = variant.scoring.rating
    if rating is None:
        return ""
    found = [(sentence(N_("for going out")), rating.win)]
    found += [
        (sentence(way.label), rating.ways[key]) for key, way in variant.closing.ways.items() if key in rating.ways
    ]
    least = 0
    for most, points in rating.bands:
        found.append((sentence(N_("{points} in hand"), {"points": f"{least}–{most}"}), points))
        least = most + 1
    return " · ".join(f"{what}: {points}" for what, points in found)
