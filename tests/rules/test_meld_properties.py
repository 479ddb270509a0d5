"""Properties of melds with jokers, for any house rules: compared with brute force, and between questions."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from hypothesis import assume, given
from hypothesis import strategies as st

from scorekeeper.rules.cards import JOKER, NATURALS, Card
from scorekeeper.rules.melds.judge import judge_meld, wild_cards
from scorekeeper.rules.model.variant import Variant

from .strategies import melds, pack, variants


@st.composite
def near_melds(draw: st.DrawFn, variant: Variant, jokers: int = 2, most: int = 6) -> list[Card]:
    """Cards that are often nearly a meld, with a few jokers, in any order."""
    cards = [card for card in pack(variant, 5) if card != JOKER]
    suits = draw(st.sets(st.sampled_from("SHDC"), min_size=1, max_size=4))
    first, width = draw(st.integers(0, 12)), draw(st.integers(1, 6))
    near = {(first + step) % 13 + 1 for step in range(width)}
    cards = [
        card for card in cards if card.suit in suits and (card.rank in near or card.rank in variant.deck.wild_ranks)
    ]
    chosen = draw(st.lists(st.integers(0, len(cards) - 1), unique=True, max_size=most)) if cards else []
    added = draw(st.integers(0, min(jokers, variant.deck.jokers_for(5))))
    return draw(st.permutations([*(cards[place] for place in chosen), *[JOKER] * added]))


def tame(variant: Variant) -> Variant:
    """Return the variant without wild ranks."""
    return replace(variant, deck=replace(variant.deck, wild_ranks=()))


def brute_force(variant: Variant, cards: Sequence[Card]) -> set[tuple[str, ...]]:
    """Return every assignment of natural cards to the wild ones that makes a legal meld."""
    wild = wild_cards(variant, cards)
    naturals = [card for card in cards if card not in wild]
    plain, found = tame(variant), set()
    for roles in product(NATURALS, repeat=len(wild)):
        own = variant.deck.wild_as_itself  # else a card of a wild rank is a joker in its own place, too
        jokers = sum(role != card or not own for role, card in zip(roles, wild, strict=True))
        allowed = variant.jokers.limit.allows(len(cards) - jokers, jokers)
        if allowed and judge_meld(plain, [*naturals, *roles]).valid:
            found.add(tuple(role.code for role in roles))
    return found


@given(data=st.data(), variant=variants())
def test_what_a_joker_may_be_is_what_brute_force_finds(data: st.DataObject, variant: Variant) -> None:
    cards = data.draw(near_melds(variant, jokers=1))
    wild = wild_cards(variant, cards)
    if len(wild) != 1:
        cards = [card for card in cards if card not in wild] + [JOKER]
    found = brute_force(variant, cards)
    judged = judge_meld(variant, cards)
    assert {(card.code,) for card in judged.joker_may_be} == found
    assert judged.valid is bool(found)
    for card in NATURALS:
        assert judge_meld(variant, cards, [card]).valid is ((card.code,) in found)


@given(data=st.data(), variant=variants("da-500", "nb-rummy", "de-romme", "cs-500"))
def test_the_ways_of_two_wild_cards_are_what_brute_force_finds(data: st.DataObject, variant: Variant) -> None:
    cards = data.draw(near_melds(variant, jokers=2, most=4))
    wild = wild_cards(variant, cards)
    if len(wild) > 2:
        cards = [card for card in cards if card not in wild] + [JOKER] * 2
    found = {tuple(sorted(roles)) for roles in brute_force(variant, cards)}
    judged = judge_meld(variant, cards)
    if judged.wild:
        assert {tuple(sorted(card.code for card in way.roles)) for way in judged.readings} == found
    assert judged.valid is bool(found)


@given(data=st.data(), variant=variants("de-romme", "da-500"))
def test_a_joker_beside_wild_twos_may_be_whatever_it_may_be_named(data: st.DataObject, variant: Variant) -> None:
    """Two wild cards can swap their roles; the result must not depend on their order."""
    cards = [*data.draw(near_melds(variant, jokers=0, most=6)), JOKER]
    judged = judge_meld(variant, cards)
    named = {card for card in NATURALS if judge_meld(variant, cards, [card]).valid}
    assert set(judged.joker_may_be) == (named if cards.count(JOKER) == 1 else set())


@given(data=st.data(), variant=variants())
def test_a_meld_stays_what_it_is_in_another_order(data: st.DataObject, variant: Variant) -> None:
    cards = data.draw(near_melds(variant, jokers=3, most=13))
    one, other = judge_meld(variant, cards), judge_meld(variant, data.draw(st.permutations(cards)))
    assert (one.kind, one.points, set(one.joker_may_be)) == (other.kind, other.points, set(other.joker_may_be))
    assert {reason.code for reason in one.reasons} == {reason.code for reason in other.reasons}


@given(data=st.data(), variant=variants())
def test_any_cards_and_any_names_are_judged_with_reasons(data: st.DataObject, variant: Variant) -> None:
    cards = data.draw(st.lists(st.sampled_from((*NATURALS, *[JOKER] * 9)), max_size=16))
    named = data.draw(st.lists(st.sampled_from((None, JOKER, *NATURALS)), max_size=5))
    judged = judge_meld(variant, cards, named)
    assert judged.reasons
    assert judged.valid is not bool(judged.faults)
    for reason in judged.reasons:
        assert reason.rule in variant.rules, reason.code
        assert "{" not in reason.message.format(**reason.values)


@given(data=st.data(), variant=variants())
def test_the_roles_of_the_way_taken_make_the_meld_and_its_points(data: st.DataObject, variant: Variant) -> None:
    fewest = 1 if variant.deck.jokers else 0
    cards = data.draw(st.one_of(melds(variant, fewest_jokers=fewest), near_melds(variant, jokers=3, most=8)))
    judged = judge_meld(variant, cards)
    assume(judged.valid and judged.wild)
    again = judge_meld(variant, cards, judged.roles)
    assert (again.kind, again.points, again.roles) == (judged.kind, judged.points, judged.roles)
    assert not again.declaration_required
    assert judged.least_points <= judged.points
