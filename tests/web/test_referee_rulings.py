"""Decided rulings: stored, listed, revoked, shown in the history, and found for a later dispute like theirs."""

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.services.access import access

from .conftest import join
from .pages import Browser, Page
from .test_referee import call, word

TWO_MELDS = "10h jh qh\n4s 4h 4d"
"""42 points, of which one meld alone has 30: whether they open a game of Rommé hangs on DE-A5."""


def decided(visitor: Browser, game: str, way: str = "accept", **changed: str) -> Page:
    """Decide on Ole's false call; return the scoreboard."""
    return visitor.follow(visitor.send(call(visitor, game, discard="9h"), "/decision", decide=way, **changed))


def totals(page: Page) -> list[str]:
    """Return the totals as the scoreboard has them."""
    return [row.all("b")[0].text for row in page.root.all(cls="totals")[0].all("li")]


def test_an_accepted_penalty_waits_on_the_scoreboard_for_the_round_it_belongs_to(visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    assert "Ole has −50 from a ruling." in decided(visitor, game).text
    board = visitor.follow(visitor.enter(game, "p0", p0_points="30", p1_points="20", p2_points="10"))
    assert "from a ruling" not in board.text
    assert "entered as points 20 · ruling 1 −50" in visitor.get(f"{game}/rounds/1").text


def test_points_that_include_the_ruling_are_not_charged_twice(visitor: Browser) -> None:
    """A table had taken the 50 off before it typed 20, and lost it twice."""
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    decided(visitor, game)
    form = visitor.get(f"{game}/rounds/new")
    assert "A ruling takes 50 off." in form.text
    assert "p0-ruled" not in form.fields("/rounds")
    entered = {"p0_points": "30", "p1_points": "20", "p2_points": "10"}
    assert totals(visitor.follow(visitor.enter(game, "p0", **entered, p1_ruled="1"))) == ["30", "20", "10"]
    assert "entered as points 70 · ruling 1 −50" in visitor.get(f"{game}/rounds/1").text
    again = visitor.send(visitor.get(f"{game}/rounds/1/edit"), "/edit", p1_points="25", p1_ruled="1")
    assert totals(visitor.follow(again)) == ["30", "25", "10"]


def test_only_points_can_include_a_ruling(visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    decided(visitor, game)
    page = visitor.enter(game, "p0", p0_points="30", p1_plus="20", p1_ruled="1", p2_points="10")
    assert page.status == 422
    assert page.at("p1-ruled") == "Only points can include a ruling. Sums and cards never do."
    assert page.fields("/rounds")["p1-plus"] == "20"
    assert "Round 1 is next." in visitor.get(game).text


def test_a_ruling_is_listed_and_shown_with_what_was_told(visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    decided(visitor, game, **{"decide-by": "p0"})
    assert "Accepted by Ida" in visitor.get(f"{game}/referee/rulings").text
    page = visitor.get(f"{game}/referee/rulings/1")
    assert word(page) == "No rommy: Ole −50"
    assert "Ole: −50 in round 1." in page.text
    assert "Which card was discarded? 9♥" in page.text.replace("?9", "? 9")


def test_revoking_a_ruling_takes_its_penalty_back(visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    decided(visitor, game)
    visitor.enter(game, "p0", p0_points="30", p1_points="20", p2_points="10")
    page = visitor.send(visitor.get(f"{game}/referee/rulings/1"), "/rulings/1", decide="revoke", by="p2")
    assert totals(visitor.follow(page)) == ["30", "20", "10"]
    assert "Revoked by Eva" in visitor.get(f"{game}/referee/rulings/1").text


def test_the_penalty_stays_when_the_round_is_corrected(visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    decided(visitor, game)
    visitor.enter(game, "p0", p0_points="30", p1_points="20", p2_points="10")
    page = visitor.send(visitor.get(f"{game}/rounds/1/edit"), "/edit", p1_points="40")
    assert totals(visitor.follow(page)) == ["30", "10", "−10"]


def test_the_history_tells_of_decisions_and_an_undo_takes_them_back(visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    board = decided(visitor, game)
    told = visitor.get(f"{game}/history").text
    assert "Ruling 1 was accepted. “No rommy: Ole −50” Ole: −50 in round 1." in told
    undone = visitor.follow(visitor.send(board, "/undo"))
    assert "Undone: the decision on the ruling." in undone.text
    assert "The decision on ruling 1 was undone." in visitor.get(f"{game}/history").text
    decided(visitor, game, "overrule")
    told = visitor.get(f"{game}/history").text
    assert "was overruled: the table decided differently. “No rommy: Ole −50”" in told


def test_a_dispute_like_an_earlier_one_shows_how_it_was_decided(visitor: Browser) -> None:
    decided(visitor, visitor.given_game("da-500", "Ida", "Ole", "Eva"), "overrule")
    page = call(visitor, visitor.given_game("da-500", "Ida", "Ole", "Eva"), discard="kd")
    assert "you overruled the referee, who said: No rommy: Ole −50" in page.text
    link = page.root.all("p", cls="earlier")[0].all("a")[0].attrs["href"]
    assert word(visitor.get(link)) == "No rommy: Ole −50"


def test_a_reading_becomes_the_house_rule_from_the_next_round_on(visitor: Browser) -> None:
    game = visitor.given_game("de-romme", "Ida", "Ole", "Eva")
    page = visitor.send(visitor.get(f"{game}/referee/opening"), "/opening", melds=TWO_MELDS)
    choices = [b.attrs["value"] for b in page.root.all("button") if b.attrs.get("value", "").startswith("adopt:")]
    assert choices == ["adopt:opening_in_one_meld=false", "adopt:opening_in_one_meld=true"]
    done = visitor.follow(visitor.send(page, "/decision", decide=choices[1]))
    assert "This is now your house rule" in done.text
    again = visitor.send(visitor.get(f"{game}/referee/opening"), "/opening", melds=TWO_MELDS)
    assert (word(page), word(again)) == ("Enough to open: 42, 40 needed", "Not enough: 30 of 40")


def test_a_ruling_that_a_house_rule_settles_is_decided_by_the_table(visitor: Browser) -> None:
    """Its page says what the chosen reading comes to; a choice about something else decides nothing."""
    game = visitor.given_game("de-romme", "Ida", "Ole", "Eva")
    page = visitor.send(visitor.get(f"{game}/referee/opening"), "/opening", melds=TWO_MELDS)
    visitor.follow(visitor.send(page, "/decision", decide="adopt:opening_in_one_meld=true"))
    shown = visitor.get(f"{game}/referee/rulings/1").text
    assert "Decided by your table" in shown
    assert "Not decided" not in shown
    assert "By your house rule: A single meld must reach the opening minimum." in shown
    assert word(visitor.get(f"{game}/referee/rulings/1")) == "Not enough: 30 of 40"
    assert "Only 30 of 40 points to open" in shown, "the reasons are those of the reading"
    assert "Before your house rule: Enough to open: 42, 40 needed" in shown
    assert "40 are enough to open" not in shown.split("Before your house rule")[0]
    assert not visitor.get(f"{game}/referee/rulings/1").root.all(
        "form", id="deciding"
    )  # “Accept” would mean the old one
    listed = visitor.get(f"{game}/referee/rulings").text
    assert "Not enough: 30 of 40 10♥ J♥ Q♥ 4♠ 4♥ 4♦ Decided by your table" in listed
    assert "Enough to open: 42" not in listed
    assert "A single meld must reach the opening minimum." in visitor.get(f"{game}/history").text
    other = visitor.given_game("de-romme", "Ida", "Ole", "Eva")
    again = visitor.send(visitor.get(f"{other}/referee/opening"), "/opening", melds=TWO_MELDS)
    visitor.follow(visitor.send(again, "/decision", decide="overrule"))
    assert "Decided by your table" not in visitor.get(f"{other}/referee/rulings/1").text


def test_the_history_links_a_house_rule_to_the_ruling_that_led_to_it(visitor: Browser) -> None:
    game = visitor.given_game("de-romme", "Ida", "Ole", "Eva")
    page = visitor.send(visitor.get(f"{game}/referee/opening"), "/opening", melds=TWO_MELDS)
    board = visitor.follow(visitor.send(page, "/decision", decide="adopt:opening_in_one_meld=true"))
    history = visitor.get(f"{game}/history")
    assert "Ruling 1 led to a house rule. “Not enough: 30 of 40”" in history.text
    assert "A single meld must reach the opening minimum." in history.text
    (link,) = [a.attrs["href"] for a in history.root.all("a") if a.attrs["href"].endswith("/referee/rulings/1")]
    assert "Decided by your table" in visitor.get(link).text
    undone = visitor.follow(visitor.send(board, "/undo"))
    assert "The house rule from ruling 1 was undone." in visitor.get(f"{game}/history").text
    assert "Not decided" in visitor.get(link).text
    visitor.follow(visitor.send(undone, "/redo"))
    assert "The house rule from ruling 1 was redone. “Not enough: 30 of 40”" in visitor.get(f"{game}/history").text


def test_what_changes_no_verdict_is_shown_and_made_a_house_rule_all_the_same(visitor: Browser) -> None:
    """When a wrong call is taken off: the penalty can still be booked."""
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    page = call(visitor, game, discard="9h")
    assert "Called “Rommy!” wrongly: noted now, subtracted at the end of the round." in page.text
    assert (
        "If your table reads it differently: The points for a wrong “Rommy!” are taken off the total at once."
        in page.text
    )
    choices = [b.attrs["value"] for b in page.root.all("button") if b.attrs.get("value", "").startswith("adopt:")]
    assert choices == ['adopt:false_call_due="round_end"', 'adopt:false_call_due="at_once"']
    visitor.follow(visitor.send(page, "/decision", decide=choices[1]))
    kept = visitor.get(f"{game}/referee/rulings/1")
    assert "Decided by your table" in kept.text
    assert "By your house rule: The points for a wrong “Rommy!” are taken off the total at once." in kept.text
    assert "subtracted from the total at once. The app books it with the round. DA-A20" in kept.text
    assert "taken off with the round" not in kept.text
    assert "Before your house rule" not in kept.text, "the headline is the same"
    board = visitor.follow(visitor.send(kept, "/rulings/1", decide="accept"))
    assert "Ole has −50 from a ruling. Taken off at once: −50." in board.text
    again = call(visitor, game, discard="9h")
    assert "wrongly: subtracted from the total at once. The app books it with the round." in again.text
    assert "If your table reads it differently" not in again.text


def test_a_ruling_accepted_before_the_house_rule_stays_as_it_was_accepted(visitor: Browser) -> None:
    game = visitor.given_game("de-romme", "Ida", "Ole", "Eva")
    for decision in ("accept", "adopt:opening_in_one_meld=true"):
        page = visitor.send(visitor.get(f"{game}/referee/opening"), "/opening", melds=TWO_MELDS)
        visitor.follow(visitor.send(page, "/decision", decide=decision))
    assert word(visitor.get(f"{game}/referee/rulings/1")) == "Enough to open: 42, 40 needed"
    assert word(visitor.get(f"{game}/referee/rulings/2")) == "Not enough: 30 of 40"


def test_the_ruling_by_which_the_table_keeps_the_first_reading_keeps_its_headline(visitor: Browser) -> None:
    game = visitor.given_game("de-romme", "Ida", "Ole", "Eva")
    page = visitor.send(visitor.get(f"{game}/referee/opening"), "/opening", melds=TWO_MELDS)
    visitor.follow(visitor.send(page, "/decision", decide="adopt:opening_in_one_meld=false"))
    shown = visitor.get(f"{game}/referee/rulings/1")
    assert word(shown) == "Enough to open: 42, 40 needed"
    assert "Decided by your table" in shown.text
    assert "Before your house rule" not in shown.text


@pytest.mark.parametrize(
    "button",
    [
        "adopt:opening_in_one_meld=7",
        "adopt:opening_in_one_meld=",
        'adopt:opening_in_one_meld="yes"',
        "adopt:opening_minimum=30",
        "adopt:no_such_option=true",
        "adopt:=true",
        "adopt:",
    ],
)
def test_a_house_rule_that_is_no_reading_of_the_dispute_is_refused(visitor: Browser, button: str) -> None:
    game = visitor.given_game("de-romme", "Ida", "Ole", "Eva")
    page = visitor.send(visitor.get(f"{game}/referee/opening"), "/opening", melds=TWO_MELDS)
    refused = visitor.send(page, "/decision", decide=button)
    assert refused.status == 422
    assert word(refused) == word(page)
    assert refused.root.all("p", role="alert") or refused.alerts
    assert "The settings were changed" not in visitor.get(f"{game}/history").text


@pytest.mark.parametrize("given", [None, access.Role.VIEWER], ids=["a stranger", "a viewer"])
def test_only_who_may_write_makes_a_house_rule_of_another_games_dispute(
    app: Flask, visitor: Browser, given: access.Role | None
) -> None:
    game = visitor.given_game("de-romme", "Ida", "Ole", "Eva")
    other = Browser(app.test_client()) if given is None else join(app, game, given)
    own = other.given_game("de-romme", "Ann", "Bo")  # a game that the other may write, with a key of its own
    page = other.send(other.get(f"{own}/referee/opening"), "/opening", melds=TWO_MELDS)
    form = {**page.fields("/decision").to_dict(), "decide": "adopt:opening_in_one_meld=true"}
    assert other.post(f"{game}/referee/opening/decision", form).status == 403
    assert "No rulings yet" in visitor.get(f"{game}/referee/rulings").text
    assert "The settings were changed" not in visitor.get(f"{game}/history").text


def test_a_ruling_that_is_not_there_has_no_page(visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    assert visitor.get(f"{game}/referee/rulings/7").status == 404
    none = visitor.get(f"{game}/referee/rulings")
    assert "No rulings yet" in none.text
    assert none.root.all("a", "button")[-1].attrs["href"] == f"{game}/referee"


@pytest.mark.parametrize("ruling", ["7", "0", "x", "٣", "9" * 40])
@pytest.mark.parametrize("way", ["accept", "overrule", "revoke"])
def test_a_ruling_that_is_not_there_is_not_decided_on(visitor: Browser, ruling: str, way: str) -> None:
    """A 404, also if the page was open while the game was restored from an older copy."""
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    form = {**visitor.get("/join").fields("/join").to_dict(), "version": "1", "decide": way}
    answer = visitor.post(f"{game}/referee/rulings/{ruling}", form)
    assert answer.status == 404
    assert "Ruling not found" in answer.text


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    choice=st.one_of(
        st.sampled_from(["[" * 30_000, "{" * 5_000, "9" * 5_000, "1e999", "NaN", "-", '"\\ud800"', "[[1]]", "null"]),
        st.text('[]{}",:0-9eEtruefalsn\\ ', max_size=40),
    ),
    option=st.sampled_from(["opening_in_one_meld", "", "x", "target"]),
)
@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_whatever_a_button_says_is_no_fault_of_ours(app: Flask, choice: str, option: str) -> None:
    """An unreadable choice is refused, not a server error."""
    plain = Browser(app.test_client())
    game = plain.given_game("de-romme", "Ida", "Ole", "Eva")
    page = plain.send(plain.get(f"{game}/referee/opening"), "/opening", melds=TWO_MELDS)
    answer = plain.send(page, "/decision", decide=f"adopt:{option}={choice}")
    assert answer.status in (200, 303, 409, 422)


def test_what_was_revoked_before_is_told_on_the_page(visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    decided(visitor, game)
    old = visitor.get(f"{game}/referee/rulings/1")
    visitor.follow(visitor.send(old, "/rulings/1", decide="revoke"))
    late = visitor.send(old, "/rulings/1", decide="revoke", by="p0")
    assert late.status == 409
    assert "The game has changed in the meantime." in late.alerts


def test_a_viewer_asks_and_reads_but_decides_nothing(app: Flask, visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    decided(visitor, game)
    viewer = join(app, game, access.Role.VIEWER)
    page = call(viewer, game, discard="9h")
    assert word(page) == "No rommy: Ole −50"
    assert "Accept" not in [button.text for button in page.root.all("button")]
    assert not viewer.get(f"{game}/referee/rulings/1").root.all("form")
    data = page.fields("/rummy-call")
    assert viewer.post(f"{game}/referee/rummy-call/decision", {**data, "decide": "accept"}).status == 403
    assert viewer.post(f"{game}/referee/rulings/1", {**data, "decide": "revoke"}).status == 403


def test_the_reading_that_was_taken_becomes_the_house_rule_and_settles_it(visitor: Browser) -> None:
    game = visitor.given_game("de-romme", "Ida", "Ole", "Eva")
    page = visitor.send(visitor.get(f"{game}/referee/opening"), "/opening", melds=TWO_MELDS)
    assert "DE-A5" in page.text
    visitor.follow(visitor.send(page, "/decision", decide="adopt:opening_in_one_meld=false"))
    again = visitor.send(visitor.get(f"{game}/referee/opening"), "/opening", melds=TWO_MELDS)
    assert "DE-A5" not in again.text


def test_what_the_scoreboard_states_before_the_first_round_is_no_doubt_in_a_game(visitor: Browser) -> None:
    """Rommé's source leaves the minimum to the table (DE-A4); who plays below “40 points to open” has agreed to it."""
    game = visitor.given_game("de-romme", "Ida", "Ole", "Eva")
    assert "40 points to open" in visitor.get(game).text
    page = visitor.send(visitor.get(f"{game}/referee/opening"), "/opening", melds="10h jh qh")
    assert word(page) == "Not enough: 30 of 40"
    assert "DE-A4" not in page.text


def test_after_the_end_a_penalty_goes_to_a_round_that_was_played(visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    visitor.enter(game, "p0", p0_points="510", p1_points="20", p2_points="10", accept_warnings="1")
    page = call(visitor, game, discard="9h")
    offered = [option.text for option in page.root.all("select", name="decide-round")[0].all("option")]
    assert offered == ["Round 1"]
    assert totals(visitor.follow(visitor.send(page, "/decision", decide="accept"))) == ["510", "10", "−30"]
