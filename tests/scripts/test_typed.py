"""typed.js, run in QuickJS, parses the text of a card field as the server does."""

from random import Random
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.rules.cards import codes
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.referee.tile_words import in_words_of
from scorekeeper.rules.variants import get_variant
from scorekeeper.services.errors import Invalid
from scorekeeper.services.referee.ask import read_question
from scorekeeper.services.referee.offline_rules import offline_rules
from scorekeeper.web.referee.forms.field_reading import missing_words
from scorekeeper.web.referee.forms.fields import GameContext
from scorekeeper.web.referee.forms.form import RefereeForm, _with_signs
from scorekeeper.web.referee.offline_page import WORDS
from scorekeeper.web.referee.questions.melds import MELD

from .engine import Engine

PLAYERS = ("Ida", "Ole", "Eva")
_TOKENS = (
    *("KnH", "kn ♠", "dd", "D♥", "ás", "eh", "bcgd", "kd"),
    *(
        "7h",
        "8H",
        "9♥",
        "10♦",
        "td",
        "1h",
        "ac",
        "2S",
        "2s",
        "k♠︎",
        "qd",
        "jk",
        "JK",
        "joker",
        "Jokers",
        "žolík",
        "Zoli\u0301ci",
        "JÓKER",
        "jokere",
        "Jo",
        "zol",
        "jokx",
        "žolíkový",
        "7h8h9h",
        "jkjk",
    ),
    *("r7", "K1", "k13", "B10", "y2", "O14", "r7k8o9", "R7H", "7r", "jkb3"),
    *("=", " = ", "=9h", "=xx", "==", "10", "h", "♣", "x", "7", "jk=8h", "2s=5h", "<b>", "7h7h7h", "7hxx", "é", "ſ"),
)
_GAPS = (" ", " ", " ", ", ", ";", "  ", "\t", "", "\n")


def _text(chance: Random) -> str:
    return "".join(chance.choice(_TOKENS) + chance.choice(_GAPS) for _ in range(chance.randint(0, 7)))


@pytest.mark.parametrize(
    ("game", "rules"),
    [("de-romme", {"twos_wild": True}), ("da-500", {}), ("nb-rummy", {}), ("is-rommi", {}), ("rummikub", {})],
)
def test_the_phone_reads_typed_cards_as_the_server_does(game: str, rules: dict[str, Any]) -> None:
    """The same cards in the same order, the same declared jokers, the same message about invalid text."""
    variant = get_variant(game, rules)
    chance = Random(game)
    texts = [_text(chance) for _ in range(2_000)] + ["7h " * 201]
    page = offline_rules(variant, len(PLAYERS))
    mine = Engine("read.js").call("readTexts", page, texts)
    theirs = [_read_by_the_server(GameContext(variant, PLAYERS), text) for text in texts]
    assert len(texts) == 2_001
    for text, one, other in zip(texts, mine, theirs, strict=True):
        assert (text, _sentences(variant, one) if isinstance(one, list) else one) == (text, other)


def _sentences(variant: Variant, problems: list[tuple[str, dict[str, Any]]]) -> list[str]:
    words = {**WORDS, "whichCards": missing_words(MELD.fields[0], variant)}
    return list(dict.fromkeys(in_words_of(variant, words[said]).format(**values) for said, values in problems))


def _read_by_the_server(seated: GameContext, text: str) -> object:
    form = RefereeForm(MELD, seated, MultiDict({"cards": text}))
    try:
        situation = read_question("meld", form.body()).situation
    except Invalid as error:
        problems = [_with_signs(each) for each in error.problems]
        return list(dict.fromkeys(each.message.format(**each.values) for each in problems))
    named = [card and card.code for card in situation.get("joker_as", ())]
    return {"cards": codes(situation["cards"]), "joker_as": named}
