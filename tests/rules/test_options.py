"""House rules: accepted and refused choices, and the fields that they change."""

from dataclasses import FrozenInstanceError, fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.errors import InvalidHouseRules, Problem, UnknownVariant
from scorekeeper.rules.model.options import Effect, Option, OptionGroup
from scorekeeper.rules.model.paths import read_field
from scorekeeper.rules.model.sources import Ambiguity
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.variants import VARIANTS, get_variant

from ..folded import for_each
from ..sampled import of_each_game
from .strategies import house_rules, variants

OPTIONS = [(key, option) for key, variant in VARIANTS.items() for option in variant.options]
every_option = for_each({f"{key} {option.key}": (key, option) for key, option in OPTIONS})
every_variant = pytest.mark.parametrize("key", VARIANTS)


def refused(key: str, choices: dict[str, object]) -> list[Problem]:
    """Return the problems that `choices` cause, which are the same in both ways to get a variant."""
    with pytest.raises(InvalidHouseRules) as raised:
        VARIANTS[key].with_house_rules(choices)
    with pytest.raises(InvalidHouseRules) as cached:
        get_variant(key, choices)
    assert cached.value.problems == raised.value.problems
    return list(raised.value.problems)


# ---------------------------------------------------------------- what is taken


@every_option
def test_the_default_is_a_choice_and_changes_nothing(key: str, option: Option) -> None:
    chosen = VARIANTS[key].with_house_rules({option.key: option.default})
    assert replace(chosen, house_rules=VARIANTS[key].house_rules) == VARIANTS[key]
    assert chosen.chosen(option) == option.default == VARIANTS[key].chosen(option)


@every_option
def test_every_listed_choice_is_taken_and_noted(key: str, option: Option) -> None:
    listed = [*option.choices, *(c for c in (option.lowest, option.highest) if c is not None)] or ["Tichu", " 𝓉 "]
    assert listed
    for choice in listed:
        variant = VARIANTS[key].with_house_rules({option.key: choice})
        assert dict(variant.house_rules) == {option.key: choice}
        assert variant.chosen(option) == choice


@every_option
def test_every_choice_but_the_default_changes_a_field_of_the_variant(key: str, option: Option) -> None:
    """An option that is only noted has no field; none that counts may lack one, nor change it without its needs."""
    other = [c for c in (*option.choices, option.lowest, option.highest) if c is not None and c != option.default]
    assert other or option.is_text
    for choice in other or ["Tichu"]:
        paths = option.changes_for(choice)
        assert bool(paths) is (option.effect is not Effect.RECORDED), choice
        variant = VARIANTS[key].with_house_rules({**option.needs, option.key: choice})
        assert {path: read(variant, path) for path in paths} == dict(paths)
        if option.needs:
            alone = VARIANTS[key].with_house_rules({option.key: choice})
            assert {path: read(alone, path) for path in paths} == {path: read(VARIANTS[key], path) for path in paths}


@every_variant
def test_every_other_reading_can_be_chosen_and_that_settles_its_ambiguity(key: str) -> None:
    variant = VARIANTS[key]
    readings = [(ambiguity, reading) for ambiguity in variant.ambiguities for reading in ambiguity.readings]
    assert bool(readings) is VARIANTS[key].has_cards
    for ambiguity, reading in readings:
        option = variant.option(reading.option)
        assert option.allows(reading.choice), reading
        assert reading.choice != option.default, reading
        chosen = variant.with_house_rules({option.key: reading.choice})
        assert ambiguity.key not in {open_.key for open_, _ in chosen.open_readings}


@every_option
def test_an_option_that_settles_a_doubt_stands_on_an_ambiguity(key: str, option: Option) -> None:
    assert option.group is not OptionGroup.QUARREL or isinstance(VARIANTS[key].rules[option.rule], Ambiguity)


def read(variant: Variant, path: str) -> object:
    """Return the field at `path`, whose last part may be the key of a mapping."""
    try:
        return read_field(variant, path)
    except AttributeError:
        outer, _, last = path.rpartition(".")
        mapping: Any = read_field(variant, outer)
        return mapping[last]


@pytest.mark.parametrize(
    ("key", "option"),
    [
        ("da-500", "fixed_rounds"),
        ("de-romme", "agreed_rounds"),
        ("nb-rummy", "agreed_rounds"),
        ("nb-rummy", "run_limit"),
    ],
)
def test_null_is_a_choice_where_nothing_can_be_chosen(key: str, option: str) -> None:
    variant = VARIANTS[key].with_house_rules({option: None})
    assert dict(variant.house_rules) == {option: None}


def test_no_agreed_number_of_rounds_is_another_game_than_the_default_of_three() -> None:
    assert VARIANTS["nb-rummy"].ending.rounds == 3
    assert get_variant("nb-rummy", {"agreed_rounds": None}).ending.rounds is None


@every_variant
def test_null_is_the_same_as_left_out_where_it_is_no_choice(key: str) -> None:
    options = [option.key for option in VARIANTS[key].options if not option.allows_none]
    assert options
    assert [option for option in options if get_variant(key, {option: None}) != VARIANTS[key]] == []


# ---------------------------------------------------------------- what is refused


@every_variant
def test_an_unknown_option_is_refused_and_the_known_ones_are_named(key: str) -> None:
    (problem,) = refused(key, {"jokerz": 3})
    assert problem.path == ("house_rules", "jokerz")
    text = problem.message.format(**problem.values)
    assert all(option.key in text for option in VARIANTS[key].options)


def test_an_option_of_another_game_is_refused() -> None:
    assert [p.path for p in refused("cs-500", {"knocking": True})] == [("house_rules", "knocking")]


def test_an_unknown_option_is_refused_even_with_null() -> None:
    assert [p.path for p in refused("da-500", {"jokerz": None})] == [("house_rules", "jokerz")]


@pytest.mark.parametrize("choice", [1, 0, 1.0, "true", "yes", "", [True], [], {}, {"on": True}], ids=repr)
def test_a_switch_takes_true_and_false_only(choice: object) -> None:
    assert [p.path for p in refused("da-500", {"runs_only": choice})] == [("house_rules", "runs_only")]


@pytest.mark.parametrize("choice", [True, False, 3.0, 3.5, "3", "", [3], {"n": 3}, float("nan")], ids=repr)
def test_a_number_takes_whole_numbers_only(choice: object) -> None:
    assert [p.path for p in refused("da-500", {"jokers": choice})] == [("house_rules", "jokers")]


@pytest.mark.parametrize("choice", [True, 2.0, "2", 3, 4, [2]], ids=repr)
def test_a_listed_number_takes_those_of_the_list_only(choice: object) -> None:
    (problem,) = refused("de-romme", {"jokers": choice})
    assert problem.message.format(**problem.values) == "“jokers” takes one of: 2, 6."


@pytest.mark.parametrize("choice", ["LOW", "middle", "", True, 1, ["low"]], ids=repr)
def test_a_word_takes_the_listed_words_only(choice: object) -> None:
    (problem,) = refused("cs-500", {"ace": choice})
    assert problem.message.format(**problem.values) == "“ace” takes one of: low, low_and_high."


def test_a_refused_list_with_nothing_as_a_choice_says_null() -> None:
    (problem,) = refused("nb-rummy", {"run_limit": 5})
    assert problem.message.format(**problem.values) == "“run_limit” takes one of: null, 4."


@pytest.mark.parametrize("choice", [True, 3, ["a"], "a" * 81, "a\nb", "a\u2028b", "\x7f"], ids=repr)
def test_a_text_takes_short_texts_without_control_characters_only(choice: object) -> None:
    (problem,) = refused("points", {"name_of_game": choice})
    assert problem.path == ("house_rules", "name_of_game")
    assert problem.values["longest"] == 80


@every_option
def test_a_number_beyond_its_bounds_is_refused_with_them(key: str, option: Option) -> None:
    for bound, beyond in ((option.lowest, -1), (option.highest, 1)):
        if bound is None:
            continue
        (problem,) = refused(key, {option.key: bound + beyond})
        assert problem.path == ("house_rules", option.key)
        assert (problem.values["lowest"], problem.values["highest"]) == (option.lowest, option.highest)


def test_true_is_not_one_even_after_one_was_chosen() -> None:
    """`True == 1` must not confuse the cache of variants."""
    assert get_variant("da-500", {"jokers": 1}).deck.jokers == 1
    assert refused("da-500", {"jokers": True})
    assert refused("da-500", {"jokers": 1.0})
    assert get_variant("da-500", {"runs_only": False}).melds.sets
    assert refused("da-500", {"runs_only": 0})


@pytest.mark.parametrize(
    ("key", "one", "other"), [(key, *pair) for key, variant in VARIANTS.items() for pair in variant.exclusive]
)
def test_switches_that_exclude_each_other_cannot_both_be_on(key: str, one: str, other: str) -> None:
    assert [p.path for p in refused(key, {one: True, other: True})] == [("house_rules", other)]
    for either in ({one: True, other: False}, {one: False, other: True}, {one: False, other: False}):
        assert dict(get_variant(key, either).house_rules) == either


def test_runs_only_excludes_sets_only() -> None:
    assert ("runs_only", "sets_only") in VARIANTS["da-500"].exclusive


def test_every_problem_is_told_not_only_the_first() -> None:
    problems = refused("da-500", {"jokerz": 3, "target": 0, "runs_only": True, "sets_only": True, "tie": "again"})
    assert {problem.path[-1] for problem in problems} == {"jokerz", "target", "sets_only", "tie"}


def test_an_unknown_game_is_refused_and_the_known_ones_are_named() -> None:
    with pytest.raises(UnknownVariant, match=", ".join(VARIANTS)):
        get_variant("gin")


# ---------------------------------------------------------------- what comes out


@every_variant
@of_each_game
@given(data=st.data())
def test_the_choices_are_noted_as_they_were_made(key: str, data: st.DataObject) -> None:
    choices = data.draw(house_rules(VARIANTS[key], quarrels=True))
    variant = VARIANTS[key].with_house_rules(choices)
    kept = {o.key: choices[o.key] for o in variant.options if o.key in choices}
    assert dict(variant.house_rules) == kept
    assert all(variant.chosen(o) == choices.get(o.key, o.default) for o in variant.options)


@every_variant
@of_each_game
@given(data=st.data())
def test_the_order_of_the_choices_has_no_meaning(key: str, data: st.DataObject) -> None:
    choices = data.draw(house_rules(VARIANTS[key], quarrels=True))
    turned = dict(data.draw(st.permutations(list(choices.items()))))
    assert VARIANTS[key].with_house_rules(turned) == VARIANTS[key].with_house_rules(choices)


@given(variant=variants())
def test_a_variant_with_house_rules_is_frozen(variant: Variant) -> None:
    with pytest.raises(FrozenInstanceError):
        variant.version = "2"  # type: ignore[misc]  # must fail
    with pytest.raises(FrozenInstanceError):
        variant.deck.jokers = 0  # type: ignore[misc]  # must fail
    with pytest.raises(TypeError):
        variant.house_rules["target"] = 1  # type: ignore[index]  # must fail
    with pytest.raises(TypeError):
        variant.rules["X"] = variant.rule_list[0]  # type: ignore[index]  # must fail


@every_variant
@of_each_game
@given(data=st.data())
def test_choosing_house_rules_leaves_the_game_itself_as_it_was(key: str, data: st.DataObject) -> None:
    before = {f.name: repr(getattr(VARIANTS[key], f.name)) for f in fields(Variant)}
    VARIANTS[key].with_house_rules(data.draw(house_rules(VARIANTS[key], quarrels=True)))
    assert {f.name: repr(getattr(VARIANTS[key], f.name)) for f in fields(Variant)} == before


@pytest.mark.parametrize("key", VARIANTS)
def test_the_summary_has_no_number(key: str) -> None:
    """It stands on the pages and the card of tables whose house rules have other numbers."""
    assert not [letter for letter in VARIANTS[key].summary if letter.isdigit()]
