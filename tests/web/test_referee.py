"""The referee's pages: the questions of the game, verdicts with reasons, problems at their fields."""

import json
import logging
from dataclasses import replace

import pytest
from flask import Flask

from scorekeeper.rules.model.parts import CallRules
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.services.access.access import Role
from scorekeeper.web.referee.questions.turns import RUMMY

from .conftest import join
from .pages import Browser, Page


def titles(page: Page) -> list[str]:
    """Return the titles of the referee's first page, in their order."""
    return [link.text for link in page.root.all("a", cls="button") if "/referee/" in link.attrs["href"]]


def test_the_scoreboard_leads_to_the_referee(visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole")
    assert [link.text for link in visitor.get(game).root.all("a", href=f"{game}/referee")] == ["Referee"]


def test_a_game_has_only_its_own_questions(visitor: Browser) -> None:
    danish = titles(visitor.get(visitor.given_game("da-500", "Ida", "Ole") + "/referee"))
    norwegian = titles(visitor.get(visitor.given_game("nb-rummy", "Ida", "Ole") + "/referee"))
    assert "Does this round add up?" in norwegian
    assert "Does this round add up?" not in danish


@pytest.mark.parametrize(
    ("variant", "quarrels"),
    [
        ("da-500", ["“Rommy!”", "Taking the whole pile", "Is this a meld?"]),
        ("nb-rummy", ["The table, rearranged", "Is it enough to open?", "Is this a meld?"]),
        ("de-romme", ["Is it enough to open?", "Is this a meld?", "Going out"]),
        ("cs-500", ["Taking a card out of the pile", "Is this a meld?", "Going out"]),
        ("is-rommi", ["Is this a meld?", "Going out", "Laying on a meld"]),
    ],
)
def test_the_three_commonest_quarrels_of_a_game_come_first(plain: Browser, variant: str, quarrels: list[str]) -> None:
    game = plain.given_game(variant, "Ida", "Ole")
    menu = plain.get(f"{game}/referee")
    assert titles(menu)[:3] == quarrels
    for link in menu.root.all("a", cls="button")[:3]:
        assert plain.get(link.attrs["href"]).status == 200


def test_a_call_is_named_as_the_game_names_it(plain: Browser) -> None:
    """In the menu and on its page; a game whose call has no name of its own says “Rummy!”."""
    page = plain.get(plain.given_game("da-500", "Ida", "Ole") + "/referee/rummy-call")
    assert [each.text for each in page.root.all("h1")] == ["“Rommy!”"]
    assert RUMMY.title_in(VARIANTS["da-500"]) == "“Rommy!”"
    assert RUMMY.title_in(replace(VARIANTS["da-500"], call=CallRules(allowed=True))) == "“Rummy!”"


def test_a_quarrel_about_the_pile_starts_with_how_it_was_taken(plain: Browser) -> None:
    game = plain.given_game("da-500", "Ida", "Ole")
    menu = plain.get(f"{game}/referee")
    [link] = [each for each in menu.root.all("a") if each.text == "Taking the whole pile"]
    assert plain.get(link.attrs["href"]).fields("/pile")["take"] == "whole_pile"
    for wrong in ("take=everything", "take=%00", "take=", "pile=5C", "nothing=1"):
        form = plain.get(f"{game}/referee/pile?{wrong}")
        assert form.status == 200
        assert "take" not in form.fields("/pile")
        assert form.fields("/pile")["pile"] == ""


@pytest.mark.parametrize("slug", ["nothing", "rummy-call"])
def test_a_question_that_the_game_does_not_have_is_not_there(visitor: Browser, slug: str) -> None:
    game = visitor.given_game("nb-rummy", "Ida", "Ole")
    assert visitor.get(f"{game}/referee/{slug}").status == 404


def test_a_row_that_does_not_add_up_is_judged_and_what_was_typed_stays(visitor: Browser) -> None:
    game = visitor.given_game("nb-rummy", "Ida", "Ole", "Eva")
    page = visitor.send(
        visitor.get(f"{game}/referee/row"), "/row", **{"entered-0": "18", "entered-1": "7", "entered-2": "−11"}
    )
    assert page.status == 200
    assert page.root.all(cls="word")[0].text == "It adds up to +14, not to 0: Ole has −7"
    assert "This row adds up to 14." in page.text
    assert "−7 for Ole would be right." in page.text
    assert page.fields("/row")["entered-2"] == "−11"


def test_what_is_no_number_is_told_at_its_field(visitor: Browser) -> None:
    game = visitor.given_game("nb-rummy", "Ida", "Ole")
    page = visitor.send(visitor.get(f"{game}/referee/row"), "/row", **{"entered-0": "many", "entered-1": ""})
    assert page.status == 422
    assert "“many” isn’t a whole number" in page.at("entered-0")
    assert "How many points does Ole have?" in page.at("entered-1")
    assert page.fields("/row")["entered-0"] == "many"


def test_a_stranger_is_refused_as_on_the_games_page(visitor: Browser, stranger: Browser) -> None:
    game = visitor.given_game("nb-rummy", "Ida", "Ole")
    for address in (f"{game}/referee", f"{game}/referee/row"):
        assert stranger.get(address).status == 403
    data = visitor.get(f"{game}/referee/row").fields("/row")
    data["csrf_token"] = stranger.get("/games/new/da-500").fields("da-500")["csrf_token"]
    assert stranger.post(f"{game}/referee/row", data).status == 403


def test_no_browser_keeps_a_question(visitor: Browser) -> None:
    game = visitor.given_game("nb-rummy", "Ida", "Ole")
    form = visitor.get(f"{game}/referee/row")
    assert form.response.headers["Cache-Control"] == "no-store"
    assert (
        visitor.send(form, "/row", **{"entered-0": "1", "entered-1": "-1"}).response.headers["Cache-Control"]
        == "no-store"
    )


def call(visitor: Browser, game: str, **changed: str) -> Page:
    """Return the verdict on a call: Eva discarded, Ole called."""
    typed = {"discard": "6s", "table": "3♠ 4♠ 5♠", "discarder": "p2", "callers": "p1", "lay": "up", **changed}
    return visitor.send(visitor.get(f"{game}/referee/rummy-call"), "/rummy-call", **typed)


def word(page: Page) -> str:
    """Return the verdict's headline."""
    return page.root.all(cls="word")[0].text


def test_a_right_call_tells_who_gets_the_card_and_why(visitor: Browser) -> None:
    page = call(visitor, visitor.given_game("da-500", "Ida", "Ole", "Eva"))
    assert word(page) == "Ole gets the 6♠"
    assert "The 6♠ fits a meld on the table." in page.text
    assert "The caller may lay it at once, out of turn." in page.text
    assert "Rule DA-35" in page.text


def test_a_false_call_that_is_accepted_costs_its_caller_in_the_running_round(visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    page = call(visitor, game, discard="9h")
    assert word(page) == "No rommy: Ole −50"
    assert "It costs Ole 50 points." in page.text
    done = visitor.follow(visitor.send(page, "/decision", decide="accept", **{"decide-by": "p0"}))
    assert "The ruling stands." in done.text
    board = visitor.follow(visitor.enter(game, "p0", p0_points="30", p1_points="20", p2_points="10"))
    assert [row.all("b")[0].text for row in board.root.all(cls="totals")[0].all("li")] == ["30", "10", "−30"]


def test_an_accepted_ruling_may_be_charged_to_a_named_round(visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    visitor.enter(game, "p0", p0_points="30", p1_points="20", p2_points="10")
    done = visitor.follow(
        visitor.send(call(visitor, game, discard="9h"), "/decision", decide="accept", **{"decide-round": "1"})
    )
    assert [row.all("b")[0].text for row in done.root.all(cls="totals")[0].all("li")] == ["30", "10", "−30"]


def test_the_table_may_decide_otherwise_and_it_costs_nothing(visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    done = visitor.follow(visitor.send(call(visitor, game, discard="9h"), "/decision", decide="overrule"))
    assert "Noted: the table decided differently" in done.text
    board = visitor.follow(visitor.enter(game, "p0", p0_points="30", p1_points="20", p2_points="10"))
    assert [row.all("b")[0].text for row in board.root.all(cls="totals")[0].all("li")] == ["30", "20", "10"]


def test_a_decision_sent_twice_is_made_once(visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    page = call(visitor, game, discard="9h")
    for _again in range(2):
        assert "The ruling stands." in visitor.follow(visitor.send(page, "/decision", decide="accept")).text
    board = visitor.follow(visitor.enter(game, "p0", p0_points="30", p1_points="20", p2_points="10"))
    assert "−30" in board.root.all(cls="totals")[0].text


def test_a_decision_on_a_game_that_has_changed_is_shown_again(visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    page = call(visitor, game, discard="9h")
    visitor.enter(game, "p0", p0_points="30", p1_points="20", p2_points="10")
    again = visitor.send(page, "/decision", decide="accept")
    assert again.status == 409
    assert "The game has changed since you asked." in again.text
    assert "The ruling stands." in visitor.follow(visitor.send(again, "/decision", decide="accept")).text


def test_the_verdict_names_whose_claim_the_rules_support(visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    page = call(visitor, game, **{"claim-0": "illegal", "claim-1": "legal"})
    assert "By the rules, Ole is right." in page.text
    assert page.fields("/rummy-call")["claim-0"] == "illegal"


def test_everybody_may_say_in_a_line_why_and_it_is_kept_with_the_ruling(visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    said = {"claim-0": "illegal", "words-0": " it was \t my turn ", "words-2": "<b>no idea</b>" + "!" * 300}
    page = call(visitor, game, **said)
    assert "Ida says it’s wrong: “it was my turn”" in page.text
    assert "Eva says: “<b>no idea</b>!!!" in page.text
    assert page.fields("/rummy-call")["words-0"] == "it was my turn"
    visitor.follow(visitor.send(page, "/decision", decide="accept"))
    assert "Ida says it’s wrong: “it was my turn”" in visitor.get(f"{game}/referee/rulings/1").text


def test_what_is_missing_in_a_call_is_told_at_its_field_and_the_rest_stays(visitor: Browser) -> None:
    page = call(visitor, visitor.given_game("da-500", "Ida", "Ole", "Eva"), discard="", callers="", table="3s 4s 5x")
    assert page.status == 422
    assert "Which card?" in page.at("discard")
    assert "Who called first?" in page.at("callers")
    assert page.fields("/rummy-call")["table"] == "3s 4s 5x"
    page = call(visitor, visitor.given_game("da-500", "Ida", "Ole", "Eva"), table="3s 4s 5x")
    assert "“5x” isn’t a card" in page.at("table")


def test_a_card_that_the_pack_holds_once_cannot_lie_there_twice(visitor: Browser) -> None:
    page = call(visitor, visitor.given_game("da-500", "Ida", "Ole", "Eva"), table="3s 4s 5s 6s")
    assert page.status == 422
    assert "than the packs have" in page.text


def test_a_joker_is_named_by_a_tap_under_the_verdict(visitor: Browser) -> None:
    game = visitor.given_game("cs-500", "Ida", "Ole")
    page = visitor.send(visitor.get(f"{game}/referee/meld"), "/meld", cards="7h jk 8h")
    assert word(page) == "A run of three: 30 points"
    assert page.root.all(id="verdict")[0].attrs["class"] == "verdict good"
    assert "Still missing Say first what the joker stands for." in page.text
    assert "First:" not in page.text
    offered = [button.attrs["value"] for button in page.root.all("button", name="joker")]
    assert offered == ["6H", "9H"]
    named = visitor.send(page, "/meld", joker="9H")
    assert word(named) == "A run of three: 30 points"
    assert named.fields("/meld")["cards"] == "7h JK=9H 8h"


def test_two_jokers_are_named_by_two_taps(visitor: Browser) -> None:
    game = visitor.given_game("cs-500", "Ida", "Ole")
    page = visitor.send(visitor.get(f"{game}/referee/meld"), "/meld", cards="7h jk jk 8h")
    assert [button.attrs["value"] for button in page.root.all("button", name="joker")] == ["5H", "6H", "9H", "TH"]
    page = visitor.send(page, "/meld", joker="9H")
    assert [button.attrs["value"] for button in page.root.all("button", name="joker")] == ["6H", "TH"]
    page = visitor.send(page, "/meld", joker="TH")
    assert "A run of four: 45 points" in page.text
    assert not page.root.all("button", name="joker")


def test_what_is_asked_discreetly_is_kept_nowhere(
    visitor: Browser, app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    game = visitor.given_game("da-500", "Ida", "Ole")
    page = visitor.send(visitor.get(f"{game}/referee/meld"), "/meld", cards="KD 7H", discreet="1")
    assert word(page) == "Only 2: a meld needs at least 3"
    assert page.response.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in page.response.headers or "KD" not in page.response.headers["Set-Cookie"]
    assert "HX-Push-Url" not in page.response.headers
    assert not [form for form in page.root.all("form") if form.attrs["action"].endswith("/decision")]
    forced = visitor.post(f"{game}/referee/meld/decision", {**page.fields("/meld"), "decide": "accept", "version": "1"})
    assert word(forced) == "Only 2: a meld needs at least 3"
    assert "No rulings yet" in visitor.get(f"{game}/referee/rulings").text
    assert "KD" not in caplog.text
    assert "K♦" not in visitor.get(f"{game}/history").text


def test_a_table_may_forbid_to_ask_what_could_be_laid(visitor: Browser) -> None:
    game = visitor.given_game("de-romme", "Ida", "Ole")
    assert "What could I lay?" in titles(visitor.get(f"{game}/referee"))
    visitor.follow(visitor.send(visitor.get(f"{game}/settings"), "/settings", no_advice="1"))
    offered = titles(visitor.get(f"{game}/referee"))
    assert "What could I lay?" not in offered
    assert "Could it have gone out?" not in offered
    assert "Count my hand" in offered
    assert visitor.get(f"{game}/referee/arrange").status == 404
    assert "Asking what could be laid is off." in visitor.get(f"{game}/history").text
    settings = visitor.get(f"{game}/settings")
    visitor.follow(visitor.send(settings, "/settings", without=("no_advice",)))
    assert visitor.get(f"{game}/referee/arrange").status == 200


def test_a_game_without_jokers_does_not_speak_of_them(visitor: Browser) -> None:
    icelandic = visitor.get(visitor.given_game("is-rommi", "Ida", "Ole") + "/referee/meld").text
    assert "joker" not in icelandic
    assert "Like 7h 8h 9h or 10♣." in icelandic
    assert "or jk for a joker" in visitor.get(visitor.given_game("da-500", "Ida", "Ole") + "/referee/meld").text


def test_whoever_pays_is_asked_where_the_ruling_names_nobody(visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    pile = {"take": "whole_pile", "pile": "4c kh 9d", "hand_before": "2s 2d 7h"}
    page = visitor.send(visitor.get(f"{game}/referee/pile"), "/pile", **pile)
    refused = visitor.send(page, "/decision", decide="accept")
    assert refused.status == 422
    assert "Say whom the penalty is for" in refused.text
    done = visitor.follow(visitor.send(refused, "/decision", decide="accept", **{"decide-player": "p2"}))
    assert "Eva has −50 from a ruling." in done.text


def test_the_totals_stand_in_the_question_whether_the_game_is_over(visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    visitor.enter(game, "p0", p0_points="30", p1_points="20", p2_points="-10")
    page = visitor.get(f"{game}/referee/game-end")
    assert [page.fields("/game-end")[f"totals-{index}"] for index in range(3)] == ["30", "20", "−10"]
    assert word(visitor.send(page, "/game-end")) == "The game goes on: Ida has 30 of 500"


def test_what_is_wrong_with_a_whole_play_is_accepted_as_the_ruling_it_is(visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    told = {"take": "whole_pile", "pile": "4c kh 9d", "nothing_laid": "1", "player": "p2", "discard": "2c"}
    page = visitor.send(visitor.get(f"{game}/referee/play"), "/play", **told)
    assert word(page) == "No covered card melded: Eva −50"
    done = visitor.follow(visitor.send(page, "/decision", decide="accept"))
    assert "Eva has −50 from a ruling." in done.text
    assert "The pile" in visitor.get(f"{game}/referee/rulings/1").text


def test_what_a_phone_can_answer_itself_is_carried_by_those_pages_only(visitor: Browser, app: Flask) -> None:
    """Only the opened page carries the rules, not the answers after it; a viewer's page does not mention booking."""
    game = visitor.given_game("da-500", "Ida", "Ole")
    carried = {
        slug: [node.attrs["content"] for node in visitor.get(f"{game}/referee/{slug}").root.all("meta", name="carried")]
        for slug in ("meld", "hand-value", "lay-off", "arrange")
    }
    assert {slug: len(found) for slug, found in carried.items()} == {
        "meld": 1,
        "hand-value": 1,
        "lay-off": 0,
        "arrange": 0,
    }
    words = json.loads(carried["meld"][0])["words"]
    assert words["points"] == {"one": "{num} point", "other": "{num} points"}
    assert words["book"]
    assert not json.loads(carried["hand-value"][0])["words"]["book"]
    looking = join(app, game, Role.VIEWER).get(f"{game}/referee/meld").root.all("meta", name="carried")[0]
    assert not json.loads(looking.attrs["content"])["words"]["book"]
