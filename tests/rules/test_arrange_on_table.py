"""What `arrange` proposes on a table is legal to the question `table`, and the best of what is."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.arranging import Aim, arrange_on_table
from scorekeeper.rules.arranging.aims import OBJECTIVES
from scorekeeper.rules.arranging.dealing import Arrangement
from scorekeeper.rules.cards import JOKER, NATURALS, Card
from scorekeeper.rules.melds.judge import judge_meld
from scorekeeper.rules.model.options import Choice
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.referee.questions.arrange import judge_arrange
from scorekeeper.rules.referee.questions.table import judge_table
from scorekeeper.rules.referee.ruling import Ruling, Verdict
from scorekeeper.rules.solver import Budget
from scorekeeper.rules.variants import VARIANTS

Melds = tuple[tuple[Card, ...], ...]
AIMS = (Aim.MOST_POINTS, Aim.FEWEST_LEFT)
OPTIONS: dict[str, dict[str, tuple[Choice, ...]]] = {
    "rummikub": {
        "freed_joker": ("any_meld", "new_meld"),
        "joker_replaced_only": (False, True),
        "joker_from_rack_only": (False, True),
        "joker_meld_locked": (False, True),
        "joker_stays": (False, True),
    },
    "nb-rummy": {"joker_left_over": (True, False)},
    "de-romme": {"rearrange": (True,), "joker_swap": (False, True)},
}


@st.composite
def games(draw: st.DrawFn, *keys: str) -> Variant:
    key = draw(st.sampled_from(keys or tuple(OPTIONS)))
    chosen = {option: draw(st.sampled_from(choices)) for option, choices in OPTIONS[key].items()}
    return VARIANTS[key].with_house_rules(chosen)


def lying_and_held(variant: Variant, random: Random, melds: int, held: int) -> tuple[Melds, tuple[Card, ...]]:
    """Return melds with jokers of few ranks and suits, and cards of a hand near them."""
    low, pack = random.randint(1, 8), Counter({card: variant.deck.copies(card, 4) for card in (*NATURALS, JOKER)})
    near = [card for card in NATURALS if card.rank is not None and low <= card.rank <= low + 5]
    table: list[tuple[Card, ...]] = []
    for _ in range(100):
        card, size = random.choice(near), random.randint(3, 4)
        group = [other for other in near if other.rank == card.rank]
        run = [other for other in near if other.suit == card.suit]
        meld = random.choice([group, run[random.randint(0, 3) :]])[:size]
        for place in random.sample(range(len(meld)), random.choice((0, 1, 1)) if meld else 0):
            meld[place] = JOKER
        if judge_meld(variant, meld).valid and Counter(meld) <= pack and len(table) < melds:
            table.append(tuple(meld))
            pack -= Counter(meld)
    left = list((pack & Counter([*near, *near, JOKER])).elements())
    return tuple(table), tuple(random.sample(left, held))


def on_table(variant: Variant, cards: tuple[Card, ...], table: Melds, melds: Sequence[Sequence[Card]]) -> Ruling:
    after = tuple(tuple(meld) for meld in melds)
    played = Counter(card for meld in after for card in meld) - Counter(card for meld in table for card in meld)
    return judge_table(variant, before=table, after=after, played=tuple(played.elements()), opened=True)


@settings(max_examples=100)
@given(games(), st.integers(0, 2**32), st.sampled_from(AIMS))
def test_what_is_proposed_is_not_forbidden(variant: Variant, seed: int, aim: Aim) -> None:
    table, cards = lying_and_held(variant, Random(seed), 4, 6)
    found = judge_arrange(variant, cards=cards, aim=aim.value, table=table)
    melds = found.facts["melds"]
    assert isinstance(melds, list)
    ruling = on_table(variant, cards, table, [meld["cards"] for meld in melds])
    assert ruling.verdict is not Verdict.ILLEGAL, (table, cards, melds, ruling.reasons)


def partitions(variant: Variant, cards: Sequence[Card]) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Yield every way to part `cards` into melds."""
    if not cards:
        yield ()
        return
    first, *others = cards
    for size in range(2, len(others) + 1):
        for chosen in {tuple(chosen) for chosen in combinations(others, size)}:
            meld = (first, *chosen)
            if judge_meld(variant, meld).valid:
                rest = list((Counter(others) - Counter(chosen)).elements())
                yield from ((meld, *more) for more in partitions(variant, rest))


def most_laid(variant: Variant, cards: tuple[Card, ...], table: Melds) -> int:
    """Return how many of `cards` can be laid by brute force."""
    lying = [card for meld in table for card in meld]
    for size in range(len(cards), 0, -1):
        for played in set(combinations(cards, size)):
            for melds in partitions(variant, [*lying, *played]):
                if on_table(variant, cards, table, melds).verdict is Verdict.LEGAL:
                    return size
    return 0


@settings(max_examples=30)
@given(games("rummikub").filter(lambda variant: variant.jokers.floats), st.integers(0, 2**32))
def test_nothing_allowed_lays_more(variant: Variant, seed: int) -> None:
    table, cards = lying_and_held(variant, Random(seed), 2, 3)
    found: Arrangement = arrange_on_table(variant, cards, Aim.FEWEST_LEFT, table, Budget())
    laid, most = len(cards) - len(found.left), most_laid(variant, cards, table)
    assert laid == most if found.optimal else laid <= most
    assert OBJECTIVES[Aim.FEWEST_LEFT](found)[0] == laid - len(cards)
