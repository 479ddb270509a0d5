"""Labels of a variant (ways of closing, penalties) are translated wherever a sentence of the referee has one."""

from typing import Any

import pytest

from scorekeeper.rules.variants import VARIANTS
from scorekeeper.services import wording
from scorekeeper.services.referee.answer_documents import answer_document
from scorekeeper.services.referee.ask import answer, read_question
from scorekeeper.services.wording import headline_sentence

LABELS = {way.label for variant in VARIANTS.values() for way in variant.closing.ways.values()} | {
    penalty.label for variant in VARIANTS.values() for penalty in variant.scoring.penalties
}
ROMMI = {"closer": "Ida", "rommi": True, "players": {"Ida": {}, "Ole": {"hand": ["5C", "JS"]}}}
PEEKED = {"closer": "Ida", "players": {"Ida": {}, "Ole": {"peeks": 1}}}


@pytest.mark.parametrize(("variant", "situation"), [("is-rommi", ROMMI), ("da-500", PEEKED)])
def test_a_reason_has_the_label_in_the_readers_language(
    monkeypatch: pytest.MonkeyPatch, variant: str, situation: dict[str, Any]
) -> None:
    monkeypatch.setattr(wording, "_translate", lambda text: f"<{text}>" if text in LABELS else text)
    found = answer(read_question("round-score", {"variant": variant, "situation": situation}))
    texts = [reason["text"] for reason in answer_document(found)["reasons"]]
    named = [label for label in LABELS if any(label in text for text in texts)]
    assert named
    assert all(f"<{label}>" in text for label in named for text in texts if label in text)


def test_a_headline_has_the_label_in_the_readers_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wording, "_translate", lambda text: f"<{text}>" if text in LABELS else text)
    closing = {"laid_new_melds": [["5S", "6S", "7S", "8S"]], "discard": "9D", "hand_after": [], "melded_before": False}
    found = answer(read_question("go-out", {"variant": "is-rommi", "situation": closing}))
    assert headline_sentence(found.headline) == "<Rommí>: doubled"


def test_a_name_that_equals_a_label_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wording, "_translate", lambda text: f"<{text}>" if text in LABELS else text)
    assert (
        wording.sentence("{player} has left {way}.", {"player": "Rommí", "way": "Rommí"}) == "Rommí has left <Rommí>."
    )
