"""What a special way of closing multiplies a round by is said in words of its factor, everywhere."""

from dataclasses import replace

import pytest
from flask import Flask

from scorekeeper.rules.cards import parse_cards
from scorekeeper.rules.model.terms import How
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.referee.headlines import headline_of
from scorekeeper.rules.referee.questions.go_out import judge_go_out
from scorekeeper.rules.referee.questions.round_score import judge_round
from scorekeeper.rules.referee.situations import PlayerCards
from scorekeeper.rules.scoring.rounds import CardsEntry, Round
from scorekeeper.rules.scoring.scoring import score_round
from scorekeeper.rules.variants import get_variant
from scorekeeper.services.paper.blank_sheets import blank_sheet
from scorekeeper.services.wording import headline_sentence, sentence
from scorekeeper.web.referee.facts import fact_words
from scorekeeper.web.rounds.round_facts import scoring_facts
from scorekeeper.web.rounds.round_form import RoundForm

WORDS = [(1, "as usual"), (2, "double"), (3, "× 3"), (4, "× 4")]


def rommi(times: int) -> Variant:
    """Return the Icelandic game with rommí counted so many `times`."""
    variant = get_variant("is-rommi", {})
    (way,) = variant.closing.ways.values()
    return replace(variant, closing=replace(variant.closing, ways={"rommi": replace(way, factor=times)}))


@pytest.mark.parametrize(("times", "how"), WORDS)
def test_the_form_of_a_round_says_how_it_counts(app: Flask, times: int, how: str) -> None:
    with app.test_request_context():
        form = RoundForm(rommi(times), ("Ida", "Ole"), 1)
        assert form.ways == [("rommi", f'<bdi lang="is">Rommí</bdi>: the round counts {how}')]
        assert scoring_facts(rommi(times), 2)["ways"] == {"rommi": times}


@pytest.mark.parametrize(("times", "headings"), [(1, ()), (2, ("Rommí × 2",)), (3, ("Rommí × 3",))])
def test_a_blank_sheet_has_a_column_for_what_multiplies(app: Flask, times: int, headings: tuple[str, ...]) -> None:
    with app.test_request_context():
        assert blank_sheet(rommi(times), ("Ida", "Ole")).of_round == ("dealer", *headings)


@pytest.mark.parametrize(
    ("times", "headline"),
    [
        (1, "Rommí: the round is over"),
        (2, "Rommí: doubled"),
        (3, "Rommí: the round counts × 3"),
        (4, "Rommí: the round counts × 4"),
    ],
)
def test_the_headline_of_going_out_says_how_the_round_counts(times: int, headline: str) -> None:
    situation = {"hand_after": (), "laid_new_melds": (parse_cards(["5S", "6S", "7S"]),), "melded_before": False}
    situation["discard"] = parse_cards(["9D"])[0]
    ruling = judge_go_out(rommi(times), **situation)
    assert headline_sentence(headline_of("go-out", rommi(times), situation, ruling)) == headline


@pytest.mark.parametrize(("times", "how"), WORDS)
def test_the_fact_says_how_the_round_counts(app: Flask, times: int, how: str) -> None:
    with app.test_request_context():
        (words,) = fact_words("go-out", rommi(times), {"rommi": True, "closes": True}, {})
        assert f"the round counts {how}." in words


@pytest.mark.parametrize(
    ("times", "text"),
    [
        (1, None),
        (2, "Rommí doubles it: 15 become 30."),
        (3, "Rommí counts × 3: 15 become 45."),
        (4, "Rommí counts × 4: 15 become 60."),
    ],
)
def test_the_score_says_what_was_multiplied(times: int, text: str | None) -> None:
    cards = {"Ida": PlayerCards(), "Ole": PlayerCards(hand=parse_cards(["5C", "JS"]))}
    ruling = judge_round(rommi(times), closer="Ida", players_=cards, rommi=True)
    assert ruling.facts["scores"] == {"Ida": 15 * times, "Ole": 0}
    said = [sentence(reason.message, reason.values) for reason in ruling.reasons if reason.code == "counts_double"]
    assert said == ([text] if text else [])


def test_chips_that_are_paid_singly_are_not_multiplied(app: Flask) -> None:
    """The referee and the scoreboard agree on it."""
    singly = get_variant("is-rommi", {"settlement": "chips", "chips_doubled": False})
    with app.test_request_context():
        assert "as usual" in RoundForm(singly, ("Ida", "Ole"), 1).ways[0][1]
        assert scoring_facts(singly, 2)["ways"] == {"rommi": 1}
    hands = {"Ida": CardsEntry(), "Ole": CardsEntry(hand=parse_cards(["5C", "JS"]))}
    assert score_round(singly, Round(("Ida", "Ole"), hands, "Ida", How.OUT, "rommi")).scores == {"Ida": 15, "Ole": -15}
