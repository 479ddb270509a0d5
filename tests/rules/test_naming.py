"""What jokers were laid as: told or not, for every game and its house rules, against each way to name them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorekeeper.rules.cards import JOKER, NATURALS, Card, Cards, LaidOff
from scorekeeper.rules.errors import InvalidSituation
from scorekeeper.rules.melds.judge import judge_meld
from scorekeeper.rules.model.terms import Declaration, FreesSetJoker
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.referee.questions.call import judge_call
from scorekeeper.rules.referee.questions.go_out import judge_go_out
from scorekeeper.rules.referee.questions.joker_swap import joker_swap
from scorekeeper.rules.referee.questions.lay_off import lay_off
from scorekeeper.rules.referee.questions.pile import judge_pile
from scorekeeper.rules.referee.questions.table import judge_table
from scorekeeper.rules.referee.ruling import Ruling, Verdict
from scorekeeper.rules.variants import get_variant

from .strategies import variants

JOKERED = ("da-500", "nb-rummy", "de-romme", "cs-500")
Ask = Callable[[Mapping[str, Any]], Ruling]


@st.composite
def jokered_runs(draw: st.DrawFn) -> Cards:
    """A run or set of which one card, at its end or within, is a joker."""
    suit, low, size = draw(st.integers(0, 3)), draw(st.integers(1, 9)), draw(st.integers(3, 4))
    cards = [NATURALS[13 * suit + low + step - 1] for step in range(size)]
    if draw(st.booleans()):
        cards = [NATURALS[13 * other + low] for other in draw(st.permutations(range(4)))[:3]]
    cards[draw(st.integers(0, len(cards) - 1))] = JOKER
    return tuple(cards)


def near(melds: Sequence[Cards]) -> st.SearchStrategy[Card]:
    """A card of the suit or rank of one that lies in `melds`."""
    lying = [card for meld in melds for card in meld]
    return st.sampled_from([c for c in NATURALS if any(c.suit is o.suit or c.rank is o.rank for o in lying)])


def ways(variant: Variant, melds: Sequence[Cards]) -> Iterator[dict[str, tuple[Card, ...]]]:
    """Yield every way to name the jokers of `melds` by their index."""
    readings = [judge_meld(variant, meld).readings or (None,) for meld in melds]
    for chosen in product(*readings):
        yield {str(at): each.roles for at, each in enumerate(chosen) if each is not None}


def check_each_way(ask: Ask, named: Sequence[Mapping[str, Any]]) -> None:
    """Check an answer without names against the answers with each way to name the jokers."""
    bare, told = ask({}), [ask(names) for names in named]
    verdicts = {ruling.verdict for ruling in told}
    if any(each.code == "joker_not_named" for each in bare.reasons):
        assert bare.verdict is Verdict.UNDECIDED
        assert bare.facts["joker_may_be"]
        assert len({repr((r.verdict, dict(r.facts), r.penalties)) for r in told}) > 1
        assert verdicts != {Verdict.ILLEGAL}, "a fault that stands in any case wins"
    else:
        assert verdicts == {bare.verdict}
    for key, value in bare.facts.items():
        assert key == "joker_may_be" or all(ruling.facts[key] == value for ruling in told)
    for award in bare.penalties:
        assert all(award in ruling.penalties for ruling in told)
    for ruling in told:
        assert all(each.code != "joker_not_named" for each in ruling.reasons)


tables = st.lists(jokered_runs(), min_size=1, max_size=2)


@given(variant=variants(*JOKERED), table=tables, data=st.data())
def test_a_lay_off_hangs_on_a_joker_where_the_names_differ(
    variant: Variant, table: list[Cards], data: st.DataObject
) -> None:
    cards = tuple(data.draw(st.lists(near(table), min_size=1, max_size=2)))
    assume(all(judge_meld(variant, meld).valid for meld in table))
    check_each_way(
        lambda names: lay_off(variant, table=tuple(table), cards=cards, **names),
        [{"table_joker_as": way} for way in ways(variant, table)],
    )


@given(variant=variants("da-500"), table=tables, data=st.data())
def test_a_call_hangs_on_a_joker_where_the_names_differ(
    variant: Variant, table: list[Cards], data: st.DataObject
) -> None:
    discard = data.draw(near(table))
    check_each_way(
        lambda names: judge_call(
            variant, discard=discard, table=tuple(table), discarder="Eva", callers=("Ole",), **names
        ),
        [{"table_joker_as": way} for way in ways(variant, table)],
    )


@given(variant=variants(*JOKERED), meld=jokered_runs(), data=st.data())
def test_a_table_hangs_on_a_joker_where_the_names_differ(variant: Variant, meld: Cards, data: st.DataObject) -> None:
    card = data.draw(near([meld]))
    after = ((*meld, card),)
    check_each_way(
        lambda names: judge_table(variant, before=(meld,), after=after, played=(card,), **names),
        [{"before_joker_as": way} for way in ways(variant, [meld])],
    )


@given(variant=variants(*JOKERED), lying=jokered_runs(), laid=jokered_runs(), opened=st.booleans(), data=st.data())
def test_the_end_of_a_turn_hangs_on_jokers_where_the_names_differ(
    variant: Variant, lying: Cards, laid: Cards, opened: bool, data: st.DataObject
) -> None:
    card, discard = data.draw(near([lying])), data.draw(near([lying, laid]))
    assume(variant.jokers.declared is Declaration.NO)  # else a new meld's joker must be named anyway
    check_each_way(
        lambda names: judge_go_out(
            variant,
            hand_after=(),
            table=(lying,),
            laid_new_melds=(laid,),
            laid_off=(LaidOff(card, 0),),
            discard=discard,
            opened_before=opened,
            **names,
        ),
        [
            {"table_joker_as": one, "new_joker_as": other}
            for one, other in product(ways(variant, [lying]), ways(variant, [laid]))
        ],
    )


@given(variant=variants("da-500", "cs-500"), laid=jokered_runs(), data=st.data())
def test_a_pile_is_taken_with_a_named_joker_where_the_game_asks_for_it(
    variant: Variant, laid: Cards, data: st.DataObject
) -> None:
    """The ruling with each name is the one without, but for the name that is missing."""
    judged, wanted = judge_meld(variant, laid), next(card for card in laid if card != JOKER)
    assume(judged.valid)
    held = list(laid)
    held.remove(wanted)
    take = data.draw(st.sampled_from(["whole_pile", "deeper_card"]))
    situation = {"take": take, "wanted": wanted, "pile": (wanted, NATURALS[0]), "hand_before": tuple(held)}
    bare = judge_pile(variant, **situation, laid_new_melds=(laid,))
    told = [judge_pile(variant, **situation, laid_new_melds=(laid,), new_joker_as=way) for way in ways(variant, [laid])]
    assert len({ruling.verdict for ruling in told}) == 1
    if told[0].verdict is Verdict.LEGAL and judged.declaration_required:
        assert bare.verdict is Verdict.UNDECIDED
        assert set(bare.facts["joker_may_be"]["laid_new_melds"]["0"]) == {r.roles[0] for r in judged.readings}
    else:
        assert bare.verdict is told[0].verdict


@given(variant=variants(*JOKERED), meld=jokered_runs(), data=st.data())
def test_a_swap_hangs_on_a_joker_where_the_names_differ(variant: Variant, meld: Cards, data: st.DataObject) -> None:
    offered, judged = data.draw(near([meld])), judge_meld(variant, meld)
    assume(judged.readings and variant.swap.frees_set is FreesSetJoker.THE_NAMED)
    assume(variant.jokers.declared is not Declaration.NO or judged.kind == "run")
    check_each_way(
        lambda names: joker_swap(variant, meld=meld, offered=offered, **names),
        [{"joker_as": reading.roles[0]} for reading in judged.readings],
    )


@pytest.mark.parametrize(
    ("question", "situation", "path"),
    [
        (lay_off, {"cards": "5C", "table": "7H 8H JK", "table_joker_as": {"0": "2C"}}, ("table_joker_as", "0")),
        (lay_off, {"cards": "5C", "table": "7H 8H JK", "table_joker_as": {"3": "6H"}}, ("table_joker_as", "3")),
        (lay_off, {"cards": "5C", "table": "7H 8H 9H", "table_joker_as": {"0": "6H"}}, ("table_joker_as", "0")),
        (lay_off, {"cards": "JK", "table": "7H 8H 9H", "joker_as": ["2C"]}, ("joker_as", 0)),
        (lay_off, {"cards": "6H", "table": "7H 8H 9H", "joker_as": ["6H"]}, ("joker_as", 0)),
        (
            judge_go_out,
            {"hand_after": "", "laid_new_melds": "7H 8H JK", "new_joker_as": {"0": "2C"}},
            ("new_joker_as", "0"),
        ),
        (
            judge_table,
            {"before": "7H 8H JK", "after": "7H 8H JK", "before_joker_as": {"0": "2C"}},
            ("before_joker_as", "0"),
        ),
    ],
)
def test_what_a_joker_cannot_be_is_refused(question: Callable[..., Ruling], situation: Any, path: Any) -> None:
    with pytest.raises(InvalidSituation) as raised:
        question(get_variant("da-500"), **{key: read(key, value) for key, value in situation.items()})
    assert [problem.path for problem in raised.value.problems] == [path]


def read(key: str, value: Any) -> Any:
    """Return cards, melds or names written as codes."""
    by_code = {card.code: card for card in (*NATURALS, JOKER)}
    if isinstance(value, dict):
        return {index: by_code[code] for index, code in value.items()}
    if isinstance(value, list):
        return tuple(by_code[code] for code in value)
    cards = tuple(by_code[code] for code in value.split())
    return (cards,) if key in ("table", "laid_new_melds", "before", "after") else cards


def test_too_many_jokers_that_nobody_named_are_refused_and_named_ones_are_not() -> None:
    variant = get_variant("de-romme", {"jokers": 6})
    table = tuple((JOKER, NATURALS[13 * s + r], NATURALS[13 * s + r + 1]) for s in range(4) for r in (4, 7))[:7]
    cards = tuple(NATURALS[13 * s + r] for s in range(4) for r in (3, 6, 9))
    with pytest.raises(InvalidSituation) as raised:
        lay_off(variant, table=table, cards=cards)
    assert raised.value.problems[0].path == ("table_joker_as",)
    named = next(ways(variant, table))
    assert lay_off(variant, table=table, cards=cards, table_joker_as=named).verdict is Verdict.ILLEGAL
