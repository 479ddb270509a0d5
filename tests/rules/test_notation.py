"""The notation of a game's file: what it leaves out follows, and what it gets wrong is refused at the import."""

import pytest

from scorekeeper.rules.cards import Rank
from scorekeeper.rules.model.options import (
    Effect,
    Option,
    Wording,
    choice,
    doubt_switch,
    house_rules,
    number,
    one_of,
    switch,
)
from scorekeeper.rules.model.rulebook import doubt, rulebook
from scorekeeper.rules.model.scoring import range_values
from scorekeeper.rules.model.sources import Ambiguity, Reading, Rule
from scorekeeper.rules.model.topics import Chapter, MeldTopic, Topic, meld_topics, topics

OPTIONS = house_rules(
    aces_low=doubt_switch("XX-A2", "The ace is low.", {"melds.ace": "low"}, condition="If the ace is low"),
    kings=choice("XX-O1", "Kings.", {"a": "a", "b": "b", "c": "c"}, readings={"b": Wording("Kings are b.")}),
)
SECTIONS = {"First": "XX-01 XX-O1", "Second": "XX-A2 XX-02"}


def test_the_rules_stand_in_the_order_of_their_ids_with_their_sections() -> None:
    book = rulebook(OPTIONS, SECTIONS, deal={"XX-02": "Two.", "XX-O1": "Kings."}, aim={"XX-01": "One.", "XX-A2": "?"})
    assert book.chapters == {Chapter.DEAL: "XX-02 XX-O1", Chapter.AIM: "XX-01 XX-A2"}
    assert list(book.chapters) == [Chapter.DEAL, Chapter.AIM]
    assert book.rule_list[:3] == (
        Rule("XX-01", "One.", "First"),
        Rule("XX-02", "Two.", "Second"),
        Rule("XX-O1", "Kings.", "First"),
    )


@pytest.mark.parametrize(
    ("named", "readings"),
    [
        ((), (Reading("The ace is low.", "aces_low", True, "If the ace is low"),)),
        (("kings",), (Reading("Kings are b.", "kings", "b"),)),
    ],
)
def test_a_doubt_has_the_readings_of_the_options_about_it_or_of_those_it_names(
    named: tuple[str, ...], readings: tuple[Reading, ...]
) -> None:
    book = rulebook(OPTIONS, {"S": "XX-A2"}, aim={"XX-A2": doubt("Open.", "High.", *named)})
    assert book.rule_list == (Ambiguity("XX-A2", "Open.", "S", "High.", readings),)


@pytest.mark.parametrize(
    "sections", [{"First": "XX-01"}, {"First": "XX-01 XX-02 XX-03"}, {"First": "XX-01 XX-02", "Second": "XX-02"}]
)
def test_a_rule_without_its_section_or_with_two_is_refused(sections: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"XX-0[23]"):
        rulebook((), sections, aim={"XX-01": "One.", "XX-02": "Two."})


def test_a_rule_in_two_chapters_and_an_unknown_chapter_are_refused() -> None:
    with pytest.raises(ValueError, match="XX-01"):
        rulebook((), {"First": "XX-01 XX-01"}, aim={"XX-01": "One."}, deal={"XX-01": "One."})
    with pytest.raises(ValueError, match="songs"):
        rulebook((), {"First": "XX-01"}, songs={"XX-01": "One."})


def test_an_index_cites_a_rule_for_each_topic() -> None:
    found = topics("XX-01: draw top_card; XX-02: score", "XX-01: values")
    assert found == {Topic.DRAW: "XX-01", Topic.TOP_CARD: "XX-01", Topic.SCORE: "XX-02", Topic.VALUES: "XX-01"}
    assert meld_topics("XX-03: ace") == {MeldTopic.ACE: "XX-03"}
    with pytest.raises(ValueError, match="twice"):
        topics("XX-01: draw", "XX-02: draw")
    with pytest.raises(ValueError, match="drawing"):
        topics("XX-01: drawing")


def test_values_go_by_ranges_of_letters() -> None:
    found = range_values({"A": 15, "2-9": 5, "T-K": 10})
    assert set(found) == set(Rank)
    assert [found[rank] for rank in (Rank.ACE, Rank.TWO, Rank.NINE, Rank.TEN, Rank.KING)] == [15, 5, 5, 10, 10]


@pytest.mark.parametrize(
    ("option", "effect"),
    [
        (switch("XX-01", "S.", {"scoring.chips": True}), Effect.SCORE),
        (switch("XX-01", "S.", sets="ending.past_target"), Effect.SCORE),
        (switch("XX-01", "S.", {"melds.ace": "low"}), Effect.REFEREE),
        (switch("XX-01", "S.", {"melds.ace": "low"}, effect=Effect.SCORE), Effect.SCORE),
        (choice("XX-01", "S.", {"a": "a", "b": "b"}), Effect.RECORDED),
        (number("XX-01", "S.", 1, (0, 2), sets="deck.jokers"), Effect.REFEREE),
    ],
)
def test_the_effect_follows_from_the_fields_that_are_changed(option: Option, effect: Effect) -> None:
    assert option.effect is effect


def test_what_an_option_leaves_out_follows() -> None:
    off = switch("XX-01", "S.", {"melds.ace": "low"}, default=True, reading="Low.")
    assert (off.choices, off.readings) == ((True, False), {False: Wording("Low.")})
    assert set(off.changes) == {False}
    assert number("XX-01", "S.", None, (1, 9), sets="ending.rounds").nullable
    assert one_of("XX-01", "S.", (2, 6), sets="deck.jokers").default == 2
    assert one_of("XX-01", "S.", (False, True), default=True).default is True
    assert [option.key for option in OPTIONS] == ["aces_low", "kings"]
