"""Every sentence that the cases bring about: short, said once, about tiles where tiles are played."""

import re
from functools import cache
from typing import Any

import pytest

from scorekeeper.rules.cards import JOKER, parse_card
from scorekeeper.rules.referee.headlines import HEADLINES, LONGEST
from scorekeeper.rules.referee.tile_words import TILE_WORDS, in_words_of
from scorekeeper.rules.referee.wordings import all_codes, sentences
from scorekeeper.rules.variants import get_variant
from scorekeeper.services.errors import Invalid
from scorekeeper.services.referee.answers import AnswerJson
from scorekeeper.services.referee.ask import rule_on_document
from scorekeeper.services.wording import problem_sentence, sentence

from .test_cases import cases

LONGEST_SENTENCE = 140
CARD_WORDS = re.compile(r"\b(cards?|hands?|stock|packs?)\b", re.IGNORECASE)
STIFF = (  # what was said before, and must not come back
    "0 are needed",
    "There are too many jokers beside",
    "cannot stand in this place",
    "not those of this way of drawing",
    "Every card has its value",
    "The way in which the round was closed",
    "the first one has the number 0",
)


@cache
def answers() -> tuple[tuple[str, str, AnswerJson], ...]:
    """Return (variant, question, answer) of every case that asks the referee."""
    found = []
    for variant, case in (param.values for param in cases()):
        if case["ask"] == "referee":
            choices = {key: None if value == "null" else value for key, value in case.get("house_rules", {}).items()}
            body = {"variant": variant, "house_rules": choices, "situation": case["situation"]}
            body["players"] = case.get("players")
            found.append((variant, case["question"], rule_on_document(case["question"], body)))
    return tuple(found)


def said(answer: AnswerJson) -> list[str]:
    """Return the headline, the reasons and the readings' headlines of an answer."""
    readings = [each["headline"] for each in answer["readings"] if each["headline"]]
    return [answer["headline"], *(reason["text"] for reason in answer["reasons"]), *readings]


def test_no_sentence_is_long_or_stiff() -> None:
    assert len(answers()) > 500
    for _variant, question, answer in answers():
        for text in said(answer):
            assert len(text) <= LONGEST_SENTENCE, (question, text)
            assert not any(words in text for words in STIFF), (question, text)


def test_no_headline_is_long_or_the_bare_verdict() -> None:
    assert answers()
    for _variant, question, answer in answers():
        assert 0 < len(answer["headline"]) <= LONGEST, (question, answer["headline"])
        assert answer["headline"].strip(".").lower() != answer["verdict"], question


def test_no_answer_says_a_thing_twice() -> None:
    """Two jokers that are not named are two questions: their sentences may be equal."""
    assert answers()
    for _variant, question, answer in answers():
        texts = [(each["text"], each.get("missing")) for each in answer["reasons"]]
        assert len(texts) == len(set(texts)), (question, texts)


def test_no_reason_says_the_opposite_of_another() -> None:
    """Faults and grounds do not stand together, nor what fits beside what does not."""
    assert answers()
    for _variant, question, answer in answers():
        codes = {each["code"] for each in answer["reasons"]}
        for one, other in (("card_fits", "fits_no_meld"), ("closes", "cards_left"), ("fits_a_meld", "fits_nowhere")):
            assert not {one, other} <= codes, question
        if answer["verdict"] == "legal":
            assert not any(each.get("missing") for each in answer["reasons"] if question != "game-end"), question


def test_the_tile_game_speaks_of_tiles_rack_and_pool() -> None:
    told = [
        (question, text) for variant, question, answer in answers() if variant == "nb-rummy" for text in said(answer)
    ]
    assert len(told) > 100
    assert [(question, text) for question, text in told if CARD_WORDS.search(text)] == []
    assert any("rack" in text for _question, text in told)


@pytest.mark.parametrize(
    ("question", "situation"),
    [
        ("meld", {"cards": []}),
        ("meld", {"cards": ["7X"]}),
        ("meld", {"cards": ["7H"] * 3}),
        ("meld", {"cards": ["7H", "8H", "9H"], "joker_as": ["7H"]}),
        ("lay-off", {"table": [[]], "cards": []}),
        ("lay-off", {"table": [["7H", "8H", "9H"]], "move": {"card": "2S", "from": 0, "to": 3}}),
        ("opening", {"melds": [["7H", "8H", "9H"]], "joker_as": {"4": "7H"}}),
        ("go-out", {"hand_after": [], "table": [], "laid_off": [{"card": "7H", "to": 0}]}),
        ("table", {"before": [[]], "after": []}),
        ("round-score", {}),
    ],
)
def test_errors_in_the_tile_game_speak_of_tiles_too(question: str, situation: dict[str, Any]) -> None:
    with pytest.raises(Invalid) as raised:
        rule_on_document(question, {"variant": "nb-rummy", "situation": situation})
    texts = [problem_sentence(problem) for problem in raised.value.problems]
    assert texts
    assert [text for text in texts if CARD_WORDS.search(text) or any(words in text for words in STIFF)] == []


def test_every_sentence_that_has_tile_words_is_one_that_is_said() -> None:
    """A sentence that was rewritten is not forgotten among the tile words; those of errors are tried above."""
    reasons = {message for code in all_codes() for _topic, message in sentences(code)}
    headlines = set(HEADLINES.values())
    sentences_end = (".", ": {cards}")
    assert [text for text in TILE_WORDS if not text.endswith(sentences_end) and text not in headlines] == []
    assert len([text for text in TILE_WORDS if text in reasons]) >= 12
    for text, tiles in TILE_WORDS.items():
        assert not CARD_WORDS.search(tiles.replace("{card}", "").replace("{cards}", ""))
        assert in_words_of(get_variant("nb-rummy"), text) == tiles
        assert in_words_of(get_variant("da-500"), text) == text


def test_sums_are_shown_as_sums() -> None:
    hand = rule_on_document("hand-value", {"variant": "de-romme", "situation": {"cards": ["KH", "AS", "JK"]}})
    assert hand["reasons"][0]["text"].startswith("Left in hand: K♥ 10 + A♠ 11 + joker ")
    body = {"variant": "de-romme", "situation": {"closer": "Ida", "hand_romme": True,
            "players": {"Ida": {}, "Ole": {"hand": ["KH", "AS"]}}}}  # fmt: skip  # a situation in two lines
    texts = [reason["text"] for reason in rule_on_document("round-score", body)["reasons"]]
    assert "Ole has K♥ 10 + A♠ 11 = 21 left." in texts
    assert "Hand-Rommé doubles it: 21 become 42." in texts


def test_what_was_left_in_the_pile_is_named() -> None:
    situation = {"take": "deeper_card", "wanted": "5C", "pile": ["2H", "5C", "KD", "8C"], "taken": ["5C"],
                 "laid_new_melds": [["5C", "5D", "5H"]]}  # fmt: skip  # a situation in two lines
    answer = rule_on_document("pile", {"variant": "cs-500", "situation": situation})
    assert "Take the 5♣ and everything above it: K♦ and 8♣, too." in [each["text"] for each in answer["reasons"]]
    assert answer["headline"] == "Take the 5♣ and everything above it: K♦ and 8♣, too"


def test_a_joker_that_begins_a_sentence_has_a_capital_letter() -> None:
    seven = parse_card("7H")
    assert sentence("{card} fits.", {"card": JOKER}) == "Joker fits."
    assert sentence("{cards} fit.", {"cards": (JOKER, seven)}) == "Joker and 7♥ fit."
    assert sentence("{cards} fit.", {"cards": (seven, JOKER)}) == "7♥ and joker fit."
    assert sentence("{name} deals.", {"name": "joker"}) == "joker deals."
