"""A dispute is judged once in a request, whatever the decision; a stored ruling is shown without judging again."""

from collections import Counter
from functools import wraps
from typing import Any

import pytest
from flask import Flask

from scorekeeper.rules.referee.readings import Answer, Judge
from scorekeeper.services.referee import ask

from ..api.conftest import only_sqlite
from .pages import Browser

OPENING = {"melds": "10h jh qh\n4s 4h 4d"}
PLAY = {"laid_new_melds": "3s 3d 3c\n4s 4d 4c"}
WAYS = ["accept", "overrule", "adopt:opening_in_one_meld=true"]


class Judged:
    """A counter of how often each question is judged, by the arguments of `readings.ask`."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def note(self, question: Judge) -> None:
        self._counts[next(name for name, judge in ask.JUDGES.items() if judge is question)] += 1

    def since(self) -> dict[str, int]:
        """Return the counts since the last call."""
        found = dict(self._counts)
        self._counts.clear()
        return found


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Judged:
    """The counter, from now on."""
    found, real = Judged(), ask.ask

    @wraps(real)
    def counted(question: Judge, *given: Any, **situation: Any) -> Answer:
        found.note(question)
        return real(question, *given, **situation)

    monkeypatch.setattr(ask, "ask", counted)
    return found


@only_sqlite
@pytest.mark.parametrize("way", WAYS)
def test_a_page_judges_a_dispute_once_when_it_is_asked_and_once_when_it_is_decided(
    plain: Browser, judged: Judged, way: str
) -> None:
    game = plain.given_game("de-romme", "Ida", "Ole", "Eva")
    form = plain.get(f"{game}/referee/opening")
    assert judged.since() == {}
    page = plain.send(form, "/opening", **OPENING)
    assert judged.since() == {"opening": 1}
    assert plain.send(page, "/decision", decide=way).status == 303
    assert judged.since() == {"opening": 1}
    assert plain.send(page, "/decision", decide=way).status == 303, "the same request once more"
    assert judged.since() == {"opening": 1}


@only_sqlite
def test_a_decision_that_is_refused_does_not_judge_again(plain: Browser, judged: Judged) -> None:
    game = plain.given_game("de-romme", "Ida", "Ole", "Eva")
    page = plain.send(plain.get(f"{game}/referee/opening"), "/opening", **OPENING)
    plain.send(page, "/decision", decide="accept")
    judged.since()
    assert plain.send(page, "/decision", decide="overrule").status == 409
    assert judged.since() == {"opening": 1}
    fresh = plain.send(plain.get(f"{game}/referee/opening"), "/opening", **OPENING)
    judged.since()
    assert plain.send(fresh, "/decision", decide="adopt:opening_in_one_meld=7").status == 422
    assert judged.since() == {"opening": 1}


@only_sqlite
def test_an_earlier_ruling_and_the_lists_of_rulings_judge_nothing(plain: Browser, judged: Judged) -> None:
    game = plain.given_game("de-romme", "Ida", "Ole", "Eva")
    for _ in range(2):
        page = plain.send(plain.get(f"{game}/referee/opening"), "/opening", **OPENING)
        plain.send(page, "/decision", decide="accept")
    judged.since()
    page = plain.send(plain.get(f"{game}/referee/opening"), "/opening", **OPENING)
    assert "you decided a similar dispute" in page.text
    assert judged.since() == {"opening": 1}
    assert "Accepted" in plain.get(f"{game}/referee/rulings").text
    shown = plain.get(f"{game}/referee/rulings/1")
    assert plain.send(shown, "/rulings/1", decide="revoke").status == 303
    assert judged.since() == {}


@only_sqlite
def test_a_ruling_with_a_reading_that_the_table_took_is_judged_again_on_its_page_only(
    plain: Browser, judged: Judged
) -> None:
    game = plain.given_game("de-romme", "Ida", "Ole", "Eva")
    page = plain.send(plain.get(f"{game}/referee/opening"), "/opening", **OPENING)
    plain.send(page, "/decision", decide="adopt:opening_in_one_meld=true")
    judged.since()
    assert "Not enough: 30 of 40" in plain.get(f"{game}/referee/rulings").text
    assert "Not enough: 30 of 40" in plain.get(f"{game}/history").text
    assert judged.since() == {}
    assert "Not enough: 30 of 40" in plain.get(f"{game}/referee/rulings/1").text
    assert judged.since() == {"opening": 1}


@only_sqlite
def test_of_a_whole_play_each_part_is_judged_once(plain: Browser, judged: Judged) -> None:
    game = plain.given_game("cs-500", "Ida", "Ole", "Eva")
    page = plain.send(plain.get(f"{game}/referee/play"), "/play", **PLAY)
    assert judged.since() == {"meld": 2}
    assert plain.send(page, "/decision", decide="accept").status == 303
    assert judged.since() == {"meld": 2}


@only_sqlite
def test_the_api_judges_a_question_once_and_what_is_kept_never(app: Flask, judged: Judged) -> None:
    client = app.test_client()
    game = client.post("/api/v1/games", json={"variant": "de-romme", "players": ["Ida", "Ole"]}).get_json()
    address, key = f"/api/v1/games/{game['id']}", {"Authorization": f"Bearer {game['keys']['scorer']}"}
    asked = {"question": "opening", "situation": {"melds": [["TH", "JH", "QH"], ["4S", "4H", "4D"]]}}
    assert client.post(f"{address}/rulings", json=asked, headers=key).status_code == 201
    assert judged.since() == {"opening": 1}
    bodies = {"accept": {}, "revoke": {}, "overrule": {}, "adopt": {"option": "opening_in_one_meld", "choice": True}}
    for action, body in bodies.items():
        headers = {**key, "If-Match": client.get(address, headers=key).headers["ETag"], "Idempotency-Key": action}
        assert client.post(f"{address}/rulings/1/{action}", json=body, headers=headers).status_code == 200
    assert client.get(f"{address}/rulings/1", headers=key).get_json()["verdict"] == "legal"
    assert len(client.get(f"{address}/rulings", headers=key).get_json()["rulings"]) == 1
    assert len(client.get(f"{address}/export", headers=key).get_json()["rulings"]) == 1
    assert judged.since() == {}


@only_sqlite
def test_a_reason_with_several_sentences_is_judged_again_for_the_one_that_it_had(app: Flask, judged: Judged) -> None:
    """One code with one name stands for three sentences about a row."""
    client = app.test_client()
    game = client.post("/api/v1/games", json={"variant": "is-rommi", "players": ["Ida", "Ole"]}).get_json()
    address, key = f"/api/v1/games/{game['id']}", {"Authorization": f"Bearer {game['keys']['scorer']}"}
    asked = {"question": "round-score", "situation": {"entered": {"Ida": 15, "Ole": -5}, "closer": "Ida"}}
    given = client.post(f"{address}/rulings", json=asked, headers=key).get_json()
    assert [reason["text"] for reason in given["reasons"]] == ["Ole: these points can’t be below 0."]
    assert judged.since() == {"round-score": 1}
    assert client.get(f"{address}/rulings/1", headers=key).get_json() == given
    assert judged.since() == {"round-score": 1}
