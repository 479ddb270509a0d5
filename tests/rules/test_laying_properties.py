"""Properties of laying, opening, laying off and exchanging jokers, for any cards and house rules."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from scorekeeper.rules.cards import JOKER, NATURALS, Card, parse_card, parse_cards
from scorekeeper.rules.errors import InvalidSituation
from scorekeeper.rules.melds.fitting import holds, place_all
from scorekeeper.rules.melds.judge import MeldKind, judge_meld
from scorekeeper.rules.model.terms import ClosingRequirement
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.referee.questions.joker_swap import joker_swap
from scorekeeper.rules.referee.questions.lay_off import lay_off
from scorekeeper.rules.referee.questions.meld import hand_value, meld
from scorekeeper.rules.referee.questions.opening import opening
from scorekeeper.rules.referee.ruling import Ruling, Verdict
from scorekeeper.rules.referee.situations import CardMove
from scorekeeper.rules.variants import get_variant

from .strategies import melds, variants

Cards = tuple[Card, ...]

anything = st.sampled_from((*NATURALS, *[JOKER] * 6))
lots = st.lists(anything, min_size=1, max_size=6).map(tuple)
jokered = ("da-500", "nb-rummy", "de-romme", "cs-500")


def check_ruling(variant: Variant, ruling: Ruling) -> None:
    """Check that every reason cites a rule of the variant and has all its values, and that there is one."""
    assert ruling.reasons
    for reason in ruling.reasons:
        assert reason.rule in variant.rules, reason.code
        assert "{" not in reason.message.format(**reason.values)
    assert set(ruling.doubts) <= set(variant.rules)
    assert (ruling.verdict is Verdict.UNDECIDED) is any(reason.missing is not None for reason in ruling.reasons)


# ---------------------------------------------------------------- any cards at all


@given(variant=variants(), cards=lots, first=st.booleans(), before=st.integers(0, 3))
def test_any_cards_are_ruled_on_as_a_meld(variant: Variant, cards: Cards, first: bool, before: int) -> None:
    ruling = meld(variant, cards=cards, first_round=first, melds_laid_this_turn=before)
    check_ruling(variant, ruling)
    assert ruling.facts["valid"] is judge_meld(variant, cards).valid
    assert ruling.facts["may_be_laid_now"] is (ruling.verdict is not Verdict.ILLEGAL)


@given(variant=variants(), laid=st.lists(lots, max_size=4).map(tuple))
def test_any_cards_are_ruled_on_as_an_opening(variant: Variant, laid: tuple[Cards, ...]) -> None:
    ruling = opening(variant, melds=laid)
    check_ruling(variant, ruling)
    assert ("draw" in ruling.facts) is (not laid)


@given(
    variant=variants(), table=st.lists(lots, max_size=3).map(tuple), cards=lots, flags=st.tuples(*[st.booleans()] * 4)
)
def test_any_cards_are_ruled_on_as_laid_off(
    variant: Variant, table: tuple[Cards, ...], cards: Cards, flags: tuple[bool, bool, bool, bool]
) -> None:
    opened, own, turn, first = flags
    ruling = lay_off(
        variant, table=table, cards=cards, opened=opened, has_own_melds=own, own_turn=turn, first_round=first
    )
    check_ruling(variant, ruling)


@given(variant=variants(), table=st.lists(lots, min_size=1, max_size=3).map(tuple), data=st.data())
def test_any_card_is_ruled_on_as_moved(variant: Variant, table: tuple[Cards, ...], data: st.DataObject) -> None:
    start, to = (data.draw(st.integers(0, len(table) - 1)) for _ in range(2))
    move = CardMove(data.draw(st.sampled_from(table[start])), start, to)
    check_ruling(variant, lay_off(variant, table=table, move=move, opened=data.draw(st.booleans())))


@given(variant=variants(), cards=lots, offered=anything, data=st.data())
def test_any_card_is_ruled_on_as_offered_for_a_joker(
    variant: Variant, cards: Cards, offered: Card, data: st.DataObject
) -> None:
    told: Mapping[str, Any] = data.draw(
        st.fixed_dictionaries(
            {},
            optional={
                "from_": st.sampled_from(["hand", "rack", "table"]),
                "joker_as": anything,
                "own_turn": st.booleans(),
                "opened": st.booleans(),
                "first_round": st.booleans(),
                "player": st.sampled_from(["Ada", "Bo"]),
                "meld_owner": st.sampled_from(["Ada", "Bo"]),
                "joker_used_in_new_meld": lots,
                "joker_added_to_meld": lots,
                "joker_kept": st.booleans(),
                "table_source_after": lots,
            },
        )
    )
    more = data.draw(st.lists(anything, max_size=2))
    check_ruling(variant, joker_swap(variant, meld=cards, offered=(offered, *more) if more else offered, **told))


# ---------------------------------------------------------------- between the questions


@given(variant=variants(), data=st.data())
def test_a_card_that_may_be_laid_off_makes_a_meld(variant: Variant, data: st.DataObject) -> None:
    lying, card = data.draw(melds(variant)), data.draw(anything)
    ruling = lay_off(variant, table=(lying,), cards=(card,))
    together = judge_meld(variant, (*lying, card))
    assert together.valid or ruling.verdict is not Verdict.LEGAL
    assert meld(variant, cards=(*lying, card)).facts["valid"] is together.valid
    if JOKER not in lying and not variant.deck.wild_ranks:
        assert (ruling.verdict is Verdict.LEGAL) is together.valid


@given(variant=variants(), data=st.data())
def test_cards_are_laid_off_whatever_order_they_are_named_in(variant: Variant, data: st.DataObject) -> None:
    table = tuple(data.draw(st.lists(melds(variant), min_size=1, max_size=3)))
    near = [
        card for card in NATURALS if any(card.suit == c.suit or card.rank == c.rank for lying in table for c in lying)
    ]
    cards = data.draw(st.lists(st.sampled_from([*near, JOKER]), min_size=1, max_size=4))
    other = data.draw(st.permutations(cards))

    def verdict(named: Sequence[Card]) -> Verdict | None:
        try:
            return lay_off(variant, table=table, cards=tuple(named)).verdict
        except InvalidSituation:  # too many jokers on the table that nobody named
            return None

    assert verdict(cards) is verdict(other)


def try_everything(variant: Variant, table: Sequence[Cards], added: Sequence[Cards], left: Cards) -> bool:
    """Return whether all cards can be laid off: every card on every meld, in every order."""
    return not left or any(
        holds(variant, meld, (*added[index], card))
        and try_everything(
            variant,
            table,
            [*added[:index], (*added[index], card), *added[index + 1 :]],
            (*left[:place], *left[place + 1 :]),
        )
        for place, card in enumerate(left)
        for index, meld in enumerate(table)
    )


@given(variant=variants(), data=st.data())
def test_cards_can_be_laid_off_together_if_some_order_works(variant: Variant, data: st.DataObject) -> None:
    table = tuple(data.draw(st.lists(melds(variant), min_size=1, max_size=3)))
    near = [
        card for card in NATURALS if any(card.suit == c.suit or card.rank == c.rank for lying in table for c in lying)
    ]
    cards = tuple(data.draw(st.lists(st.sampled_from([*near, JOKER, JOKER]), min_size=1, max_size=4)))
    expected = try_everything(variant, table, [()] * len(table), cards)
    assert (not place_all(variant, table, cards)) is expected


@given(variant=variants(), data=st.data())
def test_a_card_may_go_to_each_of_its_targets_and_nowhere_else(variant: Variant, data: st.DataObject) -> None:
    table = tuple(data.draw(st.lists(melds(variant), min_size=1, max_size=4)))
    card = data.draw(anything)
    ruling = lay_off(variant, table=table, cards=(card,))
    targets = ruling.facts.get("targets")
    if targets is None:  # it hangs on what a joker was laid as
        assert ruling.facts["joker_may_be"]
        return
    legal = [
        to for to in range(len(table)) if lay_off(variant, table=table, cards=(card,), to=to).verdict is Verdict.LEGAL
    ]
    in_one_turn = variant.closing.asks(ClosingRequirement.IN_ONE_TURN)  # then nothing is laid off before
    assert legal == ([] if in_one_turn else targets)


@given(variant=variants(*jokered), data=st.data())
def test_an_exchange_leaves_a_meld_with_one_joker_less(variant: Variant, data: st.DataObject) -> None:
    lying = data.draw(melds(variant))
    wild = judge_meld(variant, lying).wild
    assume(wild)
    offered = data.draw(st.sampled_from(NATURALS))
    ruling = joker_swap(variant, meld=lying, offered=offered)
    if ruling.verdict is not Verdict.LEGAL:
        return
    after = ruling.facts["meld_after"]
    assert isinstance(after, tuple)
    assert judge_meld(variant, after).valid
    assert sum((Counter(lying) - Counter(after)).values()) == 1
    assert Counter(after) - Counter(lying) == Counter([offered])


@given(variant=variants(*jokered), data=st.data())
def test_a_joker_named_as_it_counts_most_gives_the_best_points(variant: Variant, data: st.DataObject) -> None:
    laid = data.draw(melds(variant))
    open_ = opening(variant, melds=(laid,))
    named = opening(variant, melds=(laid,), joker_as={"0": judge_meld(variant, laid).roles})
    assert named.facts["points"] == open_.facts.get("best_points", named.facts["points"])
    assert named.facts["meets_minimum"] == open_.facts["meets_minimum"]
    assert named.verdict is not Verdict.UNDECIDED


@given(variant=variants(), one=lots, two=lots)
def test_two_hands_cost_what_each_costs(variant: Variant, one: Cards, two: Cards) -> None:
    costs = [hand_value(variant, cards=cards).facts["points"] for cards in (one, two, one + two)]
    assert all(isinstance(points, int) and points >= 0 for points in costs)
    together = sum(points for points in costs[:2] if isinstance(points, int))
    assert costs[2] == together or (variant.knock.allowed and costs[2] < together)  # melds of both cost nothing there


# ---------------------------------------------------------------- house rules


def is_legal(key: str, house_rules: Mapping[str, Any], cards: Sequence[Card]) -> bool:
    return judge_meld(get_variant(key, house_rules), cards).valid


LIMITS = ["one", "fewer_than_naturals", "not_more_than_naturals", "none"]
WIDER: list[tuple[str, Mapping[str, Any], Mapping[str, Any]]] = [
    *(
        (key, {"joker_limit": narrow}, {"joker_limit": wide})
        for key in ("de-romme", "cs-500")
        for narrow, wide in pairwise(LIMITS)
    ),
    ("da-500", {"joker_limit": "one"}, {}),
    ("da-500", {"runs_only": True}, {}),
    ("da-500", {"sets_only": True}, {}),
    ("nb-rummy", {"run_limit": 4}, {}),
    ("de-romme", {}, {"twos_wild": True, "twos_as_themselves": True}),
    ("de-romme", {}, {"ace_also_low": True}),
    ("de-romme", {"ace_also_low": True}, {"round_the_corner": True}),
    ("cs-500", {}, {"ace": "low_and_high"}),
    ("cs-500", {}, {"sets_different_suits": False}),
    ("is-rommi", {}, {"ace_high_and_low": True}),
]


@pytest.mark.parametrize(("key", "narrow", "wide"), WIDER, ids=str)
@given(data=st.data())
def test_a_wider_house_rule_takes_no_meld_away(
    key: str, narrow: Mapping[str, Any], wide: Mapping[str, Any], data: st.DataObject
) -> None:
    cards = data.draw(melds(get_variant(key, narrow)))
    assert is_legal(key, wide, cards)


@given(data=st.data())
def test_naming_suits_in_sets_asks_for_a_name_and_changes_nothing_else(data: st.DataObject) -> None:
    plain, named = get_variant("de-romme"), get_variant("de-romme", {"declare_suit_in_sets": True})
    cards = data.draw(melds(plain))
    one, two = judge_meld(plain, cards), judge_meld(named, cards)
    assert (one.kind, one.points, one.readings) == (two.kind, two.points, two.readings)
    assert not one.declaration_required
    assert two.declaration_required <= (two.kind is MeldKind.SET and bool(two.wild))


@st.composite
def exchanges(draw: st.DrawFn, variant: Variant) -> dict[str, Any]:
    """A natural card offered for a joker of a meld, often one that the joker may stand for."""
    lying = draw(melds(variant, fewest_jokers=1))
    fitting = [role for way in judge_meld(variant, lying).readings for role in way.roles]
    offered = draw(st.sampled_from(fitting if draw(st.booleans()) else NATURALS))
    return {"meld": lying, "offered": offered, "player": draw(st.sampled_from(["Ada", "Bo"])), "meld_owner": "Ada"}


@pytest.mark.parametrize(
    ("key", "wide"), [("da-500", {"own_joker_swap": True}), ("nb-rummy", {"freed_joker": "any_meld"})]
)
@settings(suppress_health_check=[HealthCheck.filter_too_much])  # one's own joker is no exchange of the plain game
@given(data=st.data())
def test_a_wider_house_rule_takes_no_exchange_away(key: str, wide: Mapping[str, Any], data: st.DataObject) -> None:
    exchange = data.draw(exchanges(get_variant(key)))
    narrow_, wide_ = (joker_swap(get_variant(key, rules), **exchange) for rules in ({}, wide))
    assume(narrow_.verdict is not Verdict.ILLEGAL)
    assert wide_.verdict is narrow_.verdict


@pytest.mark.parametrize("key", ["de-romme", "cs-500"])
@given(data=st.data())
def test_where_the_plain_game_has_no_exchange_the_house_rule_allows_what_fits(key: str, data: st.DataObject) -> None:
    exchange = data.draw(exchanges(get_variant(key)))
    plain, swapping = (joker_swap(get_variant(key, rules), **exchange) for rules in ({}, {"joker_swap": True}))
    lying, offered = exchange["meld"], exchange["offered"]
    ways = judge_meld(get_variant(key), lying).readings
    open_suit = key == "de-romme" and ways and {way.kind for way in ways} == {"set"}
    found = {offered in way.roles for way in ways} or {False}
    assert plain.verdict is Verdict.ILLEGAL
    if len(found) == 1 or open_suit:
        assert swapping.verdict is (Verdict.LEGAL if any(found) else Verdict.ILLEGAL)
    else:
        assert swapping.verdict is Verdict.UNDECIDED
        named = [joker_swap(get_variant(key, {"joker_swap": True}), **exchange, joker_as=r) for r in ways[0].roles]
        assert all(ruling.verdict is not Verdict.UNDECIDED for ruling in named if len(ways[0].roles) == 1)


@given(data=st.data(), lower=st.integers(1, 15), more=st.integers(0, 15))  # most melds count more than both
def test_a_higher_minimum_opens_no_more(data: st.DataObject, lower: int, more: int) -> None:
    low, high = (get_variant("de-romme", {"opening_minimum": points}) for points in (lower, lower + more))
    laid = tuple(data.draw(st.lists(melds(low), min_size=1, max_size=3)))
    assume(opening(high, melds=laid).verdict is Verdict.LEGAL)
    assert opening(low, melds=laid).verdict is Verdict.LEGAL


# ---------------------------------------------------------------- other readings of a source


def codes_under_other_readings(key: str, ambiguity: str, question: Callable[..., Ruling], **told: Any) -> set[str]:
    """Return the codes of the faults that each other reading of an ambiguity finds."""
    variant = get_variant(key, told.pop("house_rules", {}))
    others = [variant.read_as(r) for found in variant.ambiguities if found.key == ambiguity for r in found.readings]
    rulings = [question(other, **told) for other in others if other is not None]
    for ruling in rulings:
        check_ruling(variant, ruling)
    return {reason.code for ruling in rulings if ruling.verdict is Verdict.ILLEGAL for reason in ruling.reasons}


def cards(codes: str) -> Cards:
    return parse_cards(codes.split())


class TestWhatOtherReadingsOfTheSourceWouldSay:
    def test_only_who_has_laid_a_meld_may_lay_off(self) -> None:
        told = {"table": (cards("5H 6H 7H"),), "cards": cards("8H"), "has_own_melds": False}
        assert codes_under_other_readings("cs-500", "CS-A11", lay_off, **told) == {"own_meld_first"}

    def test_in_the_turn_of_the_opening_nothing_is_laid_off(self) -> None:
        told = {"melds": (cards("TS JS QS KS"), cards("4H 5H 6H 7H")), "table_tiles_used": cards("4H 5H 6H")}
        assert codes_under_other_readings("de-romme", "DE-A6", opening, **told) == {"lay_off_next_turn"}

    def test_a_joker_leaves_its_meld_only_when_it_is_replaced(self) -> None:
        told = {"table": (cards("7H 7S 7D JK"), cards("4C 5C 6C")), "move": CardMove(JOKER, 0, 1)}
        codes = codes_under_other_readings(
            "nb-rummy", "NO-A13", lay_off, house_rules={"freed_joker": "any_meld"}, **told
        )
        assert codes == {"joker_stays"}

    def test_both_missing_suits_free_the_joker_of_a_set(self) -> None:
        told = {"meld": cards("JS JD JK"), "offered": parse_card("JC")}
        codes = codes_under_other_readings("de-romme", "DE-A12", joker_swap, house_rules={"joker_swap": True}, **told)
        assert codes == {"both_suits_needed"}


# ---------------------------------------------------------------- what cannot be


RANKS = ((2, 3, 4), (6, 7, 8), (10, 11, 12), (4, 5, 6), (8, 9, 10))
SEVENS = tuple(card for card in NATURALS if card.rank == 7)


class TestWhatCannotBeIsRefusedWithItsPlace:
    @pytest.mark.parametrize("named", [(JOKER, None), (None, None)])
    def test_more_jokers_named_than_there_are(self, named: tuple[Card | None, ...]) -> None:
        with pytest.raises(InvalidSituation) as raised:
            meld(get_variant("da-500"), cards=(*SEVENS[:2], JOKER), joker_as=named)
        assert [problem.path for problem in raised.value.problems] == [("joker_as", 1)]

    def test_a_meld_without_cards(self) -> None:
        with pytest.raises(InvalidSituation) as raised:
            meld(get_variant("da-500"), cards=())
        assert [problem.path for problem in raised.value.problems] == [("cards",)]

    def test_an_opening_with_a_meld_without_cards(self) -> None:
        with pytest.raises(InvalidSituation) as raised:
            opening(get_variant("nb-rummy"), melds=(SEVENS, ()))
        assert [problem.path for problem in raised.value.problems] == [("melds", 1)]

    def test_names_for_a_meld_that_is_not_there(self) -> None:
        with pytest.raises(InvalidSituation) as raised:
            opening(get_variant("nb-rummy"), melds=(SEVENS,), joker_as={"1": SEVENS[0]})
        assert [problem.path for problem in raised.value.problems] == [("joker_as", "1")]

    def test_a_tile_from_the_table_that_is_in_no_meld(self) -> None:
        with pytest.raises(InvalidSituation) as raised:
            opening(get_variant("nb-rummy"), melds=(SEVENS,), table_tiles_used=(SEVENS[0], SEVENS[0]))
        assert [problem.path for problem in raised.value.problems] == [("table_tiles_used", 1)]

    @pytest.mark.parametrize(
        ("told", "path"),
        [
            ({}, ("cards",)),
            ({"cards": ()}, ("cards",)),
            ({"cards": SEVENS, "move": CardMove(SEVENS[0], 0, 0)}, ("cards",)),
            ({"cards": SEVENS, "to": 1}, ("to",)),
            ({"move": CardMove(JOKER, 0, 0)}, ("move", "card")),
            ({"move": CardMove(SEVENS[0], 1, 0)}, ("move", "from")),
            ({"move": CardMove(SEVENS[0], 0, 1)}, ("move", "to")),
        ],
    )
    def test_what_is_laid_off_or_moved(self, told: Mapping[str, Any], path: tuple[str, ...]) -> None:
        with pytest.raises(InvalidSituation) as raised:
            lay_off(get_variant("nb-rummy"), table=(SEVENS,), **told)
        assert [problem.path for problem in raised.value.problems] == [path]

    def test_more_cards_than_can_be_tried(self) -> None:
        """The referee refuses the question instead of searching for long."""
        runs = [
            [card for card in NATURALS if card.suit == suit and card.rank in ranks]
            for suit in "SHDC"
            for ranks in RANKS
        ]
        cards = [card for card in NATURALS if card.rank in (1, 5, 9, 13)] * 2 + [JOKER] * 6
        with pytest.raises(InvalidSituation) as raised:
            lay_off(get_variant("de-romme", {"jokers": 6}), table=tuple(map(tuple, runs)), cards=tuple(cards))
        assert [problem.path for problem in raised.value.problems] == [("cards",)]

    def test_an_empty_meld_on_the_table(self) -> None:
        with pytest.raises(InvalidSituation) as raised:
            lay_off(get_variant("nb-rummy"), table=(SEVENS, ()), cards=SEVENS[:1])
        assert [problem.path for problem in raised.value.problems] == [("table", 1)]

    def test_a_joker_of_an_empty_meld(self) -> None:
        with pytest.raises(InvalidSituation) as raised:
            joker_swap(get_variant("nb-rummy"), meld=(), offered=SEVENS[0], joker_used_in_new_meld=())
        assert [problem.path for problem in raised.value.problems] == [("meld",), ("joker_used_in_new_meld",)]
