"""The question about the best arrangement: its answer is legal, and reports what other readings change."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.arranging import Aim
from scorekeeper.rules.cards import Card
from scorekeeper.rules.errors import InvalidSituation
from scorekeeper.rules.melds.judge import judge_meld
from scorekeeper.rules.referee.questions.arrange import MOST_TRIED, judge_arrange
from scorekeeper.rules.referee.ruling import Ruling, Verdict
from scorekeeper.rules.variants import CARD_GAMES
from scorekeeper.services.referee.ask import rule_on_document

from .strategies import pack, variants

every_variant = pytest.mark.parametrize("key", CARD_GAMES)


def melds(ruling: Ruling) -> list[Mapping[str, Any]]:
    found = ruling.facts["melds"]
    assert isinstance(found, list)
    return found


@every_variant
@given(data=st.data())
def test_what_is_advised_can_be_laid(key: str, data: st.DataObject) -> None:
    """Every meld is legal with its jokers as named, and no card is lost."""
    variant = data.draw(variants(key))
    cards = tuple(data.draw(st.lists(st.sampled_from(pack(variant, 4)), max_size=9)))
    ruling = judge_arrange(variant, cards=cards, aim=data.draw(st.sampled_from(Aim)).value)
    laid: Counter[Card] = Counter(card for meld in melds(ruling) for card in meld["cards"])
    left = ruling.facts["left"]
    assert isinstance(left, tuple)
    assert ruling.verdict is Verdict.LEGAL
    assert all(judge_meld(variant, meld["cards"], meld["joker_as"]).valid for meld in melds(ruling))
    assert laid + Counter(left) == Counter(cards)
    assert ruling.facts["points_left"] == sum(map(variant.value, left))
    assert ruling.reasons


def test_a_table_that_cannot_be_melds_is_refused_where_it_stands() -> None:
    cards = [pack(CARD_GAMES["nb-rummy"], 4)[index] for index in (0, 30, 60)]
    with pytest.raises(InvalidSituation) as raised:
        judge_arrange(CARD_GAMES["nb-rummy"], cards=(), aim="fewest_left", table=(tuple(cards),))
    assert [problem.path[0] for problem in raised.value.problems] == ["table"]


def test_of_many_cards_what_another_reading_has_not_got_is_open_still() -> None:
    """Too many cards to solve again for each reading; in one of them a run of thirteen is illegal."""
    spades = [f"{rank}S" for rank in "A23456789TJQK"]
    assert len(spades * 2) > MOST_TRIED
    body = {"variant": "nb-rummy", "situation": {"cards": spades * 2, "aim": "fewest_left"}}
    found = rule_on_document("arrange", body)
    assert found["facts"]["left"] == []
    assert {(reading["rule"]["key"], reading["option"]) for reading in found["readings"]} == {("NO-A1", "run_limit")}
