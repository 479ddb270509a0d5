"""Entering a round: forms of entries, invalid input, warnings, outdated and repeated forms."""

import json

import pytest
from flask import Flask

from scorekeeper.rules.cards import Rank
from scorekeeper.rules.variants import VARIANTS, get_variant
from scorekeeper.store import queries
from scorekeeper.store.queries import revision_rows

from ..api.conftest import only_sqlite
from .pages import Browser, Page

THREE = ("Anna", "Bo", "Cleo")


def _totals(page: Page) -> dict[str, str]:
    """Return each player's total as the scoreboard shows it."""
    rows = page.root.all(cls="totals")[0].all("li")
    return {row.all("bdi")[0].text: row.all("b")[0].text for row in rows}


def _saved(visitor: Browser, game: str, answer: Page) -> Page:
    """Return the scoreboard after saving a round."""
    if visitor.htmx:
        assert answer.status == 200, answer.alerts
        assert answer.response.headers["HX-Push-Url"] == game
        assert not answer.root.all("html")
        return answer
    assert (answer.status, answer.location) == (303, game), answer.text
    return visitor.get(game)


@pytest.fixture
def game(visitor: Browser) -> str:
    """A Danish game of three."""
    return visitor.given_game("da-500", *THREE)


def test_points_are_saved_and_told(visitor: Browser, game: str) -> None:
    """The scoreboard shows the new totals, a notice, and who deals next."""
    page = _saved(visitor, game, visitor.enter(game, "p1", p0_points="35", p1_points="60", p2_points="-25"))
    assert _totals(page) == {"Bo": "60", "Anna": "35", "Cleo": "−25"}
    assert "Round 1 saved." in page.alerts
    assert "Bo deals" in page.text
    assert "Round 2 is next." in page.text


def test_the_scoreboard_takes_in_the_form_alone(plain: Browser) -> None:
    """It equals the page's form, without the page; if the game has ended, the part says so."""
    game = plain.given_game("da-500", *THREE)
    page, part = plain.get(f"{game}/rounds/new"), plain.get(f"{game}/rounds/form")
    assert page.root.all("h1")[0].text == part.root.all("h1")[0].text == "Round 1"
    one, other = page.fields("/rounds"), part.fields("/rounds")
    assert {key for key in one if one[key] != other[key]} <= {"entry_id", "csrf_token"}
    assert list(one) == list(other)
    assert not part.root.all("html")
    plain.send(part, "/rounds", who="p0", p0_points="5", p1_points="0", p2_points="0")
    plain.send(plain.get(game), "/end")
    assert plain.get(f"{game}/rounds/form").location == f"{game}/rounds/new"


@pytest.mark.parametrize(
    ("typed", "points"),
    [("-5", "−5"), ("−5", "−5"), ("–5", "−5"), ("+5", "5"), ("-0", "0"), ("40+35−15", "60"), (" 40 + 35 ", "75")],
)
def test_numbers_may_be_written_as_people_write_them(plain: Browser, typed: str, points: str) -> None:
    """Every minus sign is accepted, and sums are added up."""
    game = plain.given_game("da-500", "Anna", "Bo")
    plain.enter(game, "p0", p0_points=typed, p1_points="0")
    assert _totals(plain.get(game))["Anna"] == points


@pytest.mark.parametrize(
    "typed", ["many", "1e9", "1.5", "1,5", "NaN", "٣", "５", "½", "5-", "--5", "0x1F", "5 5 x", "∞"]
)
def test_what_is_no_whole_number_is_told_and_stays(visitor: Browser, game: str, typed: str) -> None:
    """The problem is shown at the field, the input stays, nothing is saved."""
    page = visitor.enter(game, "p1", p0_points="35", p1_points=typed, p2_points="0")
    assert page.status == 422
    assert f"“{typed}” isn’t a whole number" in page.at("p1-points")
    assert "isn’t a whole number" in page.alerts
    kept = page.fields("/rounds")
    assert (kept["who"], kept["p0-points"], kept["p1-points"]) == ("p1", "35", typed)
    assert "Round 1 is next." in visitor.get(game).text


@pytest.mark.parametrize(("typed", "bound"), [("1000000", "at most 99999"), ("-1000000", "at least −99999")])
def test_numbers_have_bounds(visitor: Browser, game: str, typed: str, bound: str) -> None:
    """Numbers beyond 99,999 are refused with the bound."""
    page = visitor.enter(game, "p1", p0_points=typed, p1_points="0", p2_points="0")
    assert page.status == 422
    assert bound in page.at("p0-points")


def test_sums_and_cards_and_penalties_are_counted_line_by_line(visitor: Browser, game: str) -> None:
    """One round may mix the three forms of entries; the round's page itemises them."""
    answer = visitor.enter(
        game,
        "p1",
        p0_points="35",
        p1_melds="7♦ 8D 9d\nKS, KH, KC",
        p1_laid_off="AS",
        p2_plus="40+45",
        p2_minus="20",
        p2_failed_pile_pickups="1",
    )
    page = _saved(visitor, game, answer)
    assert _totals(page) == {"Bo": "60", "Anna": "35", "Cleo": "15"}
    round_ = visitor.get(f"{game}/rounds/1").text
    assert "table 85 DA-47 · hand −20 DA-47 · Took the pile without a meld −50 DA-13 = 15" in round_
    assert "7♦ 8♦ 9♦" in round_
    assert "entered as points 35" in round_
    assert "You score your cards on the table" in round_


def test_a_low_ace_that_was_laid_off_can_be_named(visitor: Browser) -> None:
    """Without it, an ace that fits above a king, too, counts as high; other games have no such field."""
    assert "p0-low_aces" not in visitor.get(f"{visitor.given_game('cs-500', *THREE)}/rounds/new").fields("/rounds")
    game = visitor.given_game("en-500", *THREE)
    typed = {"p0_melds": "2S 3S 4S\nJS QS KS", "p1_laid_off": "AS", "p2_points": "0"}
    assert _totals(_saved(visitor, game, visitor.enter(game, "p0", **typed)))["Bo"] == "15"
    named = visitor.enter(game, "p0", **typed, p1_low_aces="AS")
    assert _totals(_saved(visitor, game, named))["Bo"] == "16"
    assert "of these, below a two: A♠" in visitor.get(f"{game}/rounds/2").text
    assert visitor.get(f"{game}/rounds/2/edit").fields("/edit")["p1-low_aces"] == "A♠"
    wrong = visitor.enter(game, "p0", **typed, p1_low_aces="KS")
    assert (wrong.status, "isn’t an ace that was laid off" in wrong.at("p1-low_aces")) == (422, True)


def test_who_has_not_opened_is_said_where_it_has_a_price(visitor: Browser) -> None:
    """Beside the rack, as a sum or as tiles; other games, and the same one without the house rule, do not ask it."""
    plain = visitor.given_game("rummikub", *THREE)
    assert "p0-opened" not in visitor.get(f"{plain}/rounds/new").fields("/rounds")
    game = visitor.new_game("rummikub", *THREE, rules="1", **{"rule-unopened": "mso"})
    answer = visitor.enter(game, "p1", p0_minus="140", p0_opened="no", p2_hand="R10 B10 JK", p2_opened="no")
    assert _totals(_saved(visitor, game, answer)) == {"Bo": "300", "Anna": "−100", "Cleo": "−200"}
    round_ = visitor.get(f"{game}/rounds/1").text
    assert "not opened −100 RK-O11" in round_
    assert "not opened, but could have −200 RK-O11" in round_
    assert visitor.get(f"{game}/rounds/1/edit").fields("/edit")["p0-opened"] == "no"
    wrong = visitor.enter(game, "p1", p0_points="-5", p0_opened="could", p2_minus="4")
    assert (wrong.status, "not to have opened" in wrong.at("p0-opened")) == (422, True)


def test_unknown_cards_are_told_together_with_other_mistakes(visitor: Browser, game: str) -> None:
    """An invalid card and an invalid number, in one response."""
    page = visitor.enter(game, "p0", p0_points="x", p1_hand="7H 7X", p2_melds="2H 3H 4H\n5Q 6Q 7Q")
    assert page.status == 422
    assert "“7X” isn’t a card" in page.at("p1-hand")
    assert "“5Q” isn’t a card" in page.at("p2-melds")
    assert "isn’t a whole number" in page.at("p0-points")
    kept = page.fields("/rounds")
    assert kept["p2-melds"].split() == ["2H", "3H", "4H", "5Q", "6Q", "7Q"]


def test_a_card_more_often_than_the_packs_hold_is_told(visitor: Browser, game: str) -> None:
    """The one pack has one seven of hearts."""
    page = visitor.enter(game, "p0", p0_melds="7H 8H 9H", p1_hand="7H", p2_points="0")
    assert page.status == 422
    assert "This round has more 7H than the packs have (1)." in page.at("p1-hand")


def test_two_forms_of_one_player_are_told(visitor: Browser, game: str) -> None:
    """Points beside cards are ambiguous."""
    page = visitor.enter(game, "p0", p0_points="5", p0_hand="7H", p1_points="0", p2_points="0")
    assert page.status == 422
    assert "Give only one of these" in page.alerts
    page = visitor.enter(game, "p0", p0_points="5", p0_peeks="1", p1_points="0", p2_points="0")
    assert "Points include penalties already" in page.at("p0-peeks")


def test_a_missing_player_and_a_missing_ending_are_told(visitor: Browser, game: str) -> None:
    """Who went out, and whose points are missing, by name."""
    page = visitor.send(visitor.get(f"{game}/rounds/new"), "/rounds", p0_points="5", p1_points="0", p2_points="0")
    assert page.status == 422
    assert "Say who went out" in page.at("who")
    assert page.root.all(id="summary")[0].all("a")[0].attrs["href"] == "#who-0"
    page = visitor.enter(game, "p0", p0_points="5", p1_points="0")
    assert page.at("p2-points") == "Cleo is missing."


def test_a_closer_who_does_not_play_is_told(visitor: Browser, game: str) -> None:
    """A forged closer is refused with a message."""
    page = visitor.enter(game, "p7", p0_points="5", p1_points="0", p2_points="0")
    assert page.status == 422
    assert "“p7” doesn’t play in this round." in page.at("who")


def test_a_round_may_end_without_anybody_going_out(visitor: Browser, game: str) -> None:
    """The stock was empty."""
    _saved(visitor, game, visitor.enter(game, "stock_empty", p0_points="5", p1_points="0", p2_points="10"))
    assert "The stock was empty." in visitor.get(f"{game}/rounds/1").text


def test_doubling_and_a_closer_without_an_entry(visitor: Browser) -> None:
    """Hand-Rommé counts double; the closer may have no entry where the closer's hand costs nothing."""
    game = visitor.given_game("de-romme", *THREE)
    _saved(visitor, game, visitor.enter(game, "p0", way="hand_romme", p1_minus="20", p2_hand="KS JK"))
    assert _totals(visitor.get(game)) == {"Anna": "0", "Bo": "−40", "Cleo": "−120"}
    assert "Anna went out. Hand-Rommé: the round counts double." in visitor.get(f"{game}/rounds/1").text


def test_equal_lowest_racks_are_settled_by_the_table(visitor: Browser) -> None:
    """The form asks who wins only if it matters."""
    game = visitor.given_game("nb-rummy", *THREE)
    assert not visitor.get(f"{game}/rounds/new").root.all(name="lowest")
    page = visitor.enter(game, "pool_empty", p0_minus="10", p1_minus="10", p2_minus="30")
    assert page.status == 422
    assert "equal lowest racks" in page.at("lowest")
    _saved(visitor, game, visitor.send(page, "/rounds", lowest="p1"))
    assert _totals(visitor.get(game)) == {"Bo": "40", "Anna": "−10", "Cleo": "−30"}
    assert "The table let Bo win." in visitor.get(f"{game}/rounds/1").text
    edit = visitor.get(f"{game}/rounds/1/edit").fields("/edit")
    assert (edit["who"], edit["lowest"]) == ("pool_empty", "p1")


NORWEGIAN = {"p0_points": "-18", "p1_points": "-7", "p2_points": "-22", "p3_points": "-47"}


def test_what_cannot_be_right_is_warned_of_with_the_one_mending(visitor: Browser) -> None:
    """The leaflet's misprinted row: the app suggests +47, which one tap saves."""
    game = visitor.given_game("nb-rummy", "A", "B", "C", "D")
    page = visitor.enter(game, "p3", **NORWEGIAN)
    assert page.status == 422
    assert "This row adds up to −94" in page.alerts
    fix = page.root.all("button", name="fix")[0]
    assert fix.text == "Use +47 for D, and save"
    assert page.fields("/rounds")["p3-points"] == "-47"
    assert "Round 1 is next." in visitor.get(game).text
    _saved(visitor, game, visitor.send(page, "/rounds", fix=fix.attrs["value"]))
    assert _totals(visitor.get(game))["D"] == "47"


@pytest.mark.parametrize(("typed", "button", "total"), [("65", "65 − 50 = 15", "15"), ("−5", "−5 − 50 = −55", "−55")])
def test_penalties_beside_points_are_taken_off_in_one_tap(
    visitor: Browser, typed: str, button: str, total: str
) -> None:
    game = visitor.given_game("da-500", *THREE)
    page = visitor.enter(game, "p0", p0_points="35", p1_points=typed, p1_peeks="2", p2_points="0")
    assert page.status == 422
    fix = page.root.all("button", name="fix")[0]
    assert fix.text == button
    _saved(visitor, game, visitor.send(page, "/rounds", fix=fix.attrs["value"]))
    assert _totals(visitor.get(game))["Bo"] == total


def test_a_row_without_any_minus_is_mended_in_one_tap(visitor: Browser) -> None:
    game = visitor.given_game("nb-rummy", "A", "B", "C", "D")
    page = visitor.enter(game, "p0", p0_points="24", p1_points="5", p2_points="16", p3_points="3")
    fix = page.root.all("button", name="fix")[0]
    assert fix.text == "Use −5 for B, −16 for C, −3 for D, and save"
    _saved(visitor, game, visitor.send(page, "/rounds", fix=fix.attrs["value"]))
    assert _totals(visitor.get(game)) == {"A": "24", "B": "−5", "C": "−16", "D": "−3"}


def test_what_cannot_be_right_can_be_saved_all_the_same(visitor: Browser) -> None:
    """After a confirmation, which the round then shows."""
    game = visitor.given_game("nb-rummy", "A", "B", "C", "D")
    page = visitor.enter(game, "p3", **NORWEGIAN)
    button = page.root.all("button", name="accept_warnings")[0]
    _saved(visitor, game, visitor.send(page, "/rounds", accept_warnings=button.attrs["value"]))
    assert _totals(visitor.get(game))["D"] == "−47"
    assert "Saved, although it can’t be right" in visitor.get(f"{game}/rounds/1").text


@pytest.mark.parametrize(
    ("variant", "typed", "warning"),
    [
        (
            "is-rommi",
            {"p0_minus": "0", "p1_minus": "150", "p2_minus": "5"},
            "Bo: a hand has at most 8 cards, which count at most 80 in this round, not 150.",
        ),
        (
            "de-romme",
            {"p0_points": "0", "p1_points": "-300", "p2_points": "-5"},
            "Bo: a hand has at most 14 cards, which count at most 228 in this round, not 300.",
        ),
        (
            "nb-rummy",
            {"p0_minus": "0", "p1_minus": "500", "p2_minus": "500"},
            "All players together can be left with at most 788 in this round, not 1000.",
        ),
    ],
)
def test_a_hand_that_cannot_be_gets_a_second_look(
    visitor: Browser, variant: str, typed: dict[str, str], warning: str
) -> None:
    game = visitor.given_game(variant, *THREE)
    page = visitor.enter(game, "p0", **typed)
    assert page.status == 422
    assert "Check it" in page.text
    assert warning in page.text
    button = page.root.all("button", name="accept_warnings")[0]
    _saved(visitor, game, visitor.send(page, "/rounds", accept_warnings=button.attrs["value"]))
    assert warning in visitor.get(f"{game}/rounds/1").text


def test_the_enter_key_never_accepts_warnings(plain: Browser) -> None:
    """Enter presses the form's first button, which is the plain Save."""
    game = plain.given_game("nb-rummy", "A", "B", "C", "D")
    page = plain.enter(game, "p3", **NORWEGIAN)
    assert "name" not in page.form("/rounds").all("button")[0].attrs


def test_a_form_sent_twice_saves_one_round(visitor: Browser, game: str) -> None:
    """A double tap or a reload after saving changes nothing."""
    form = visitor.get(f"{game}/rounds/new")
    for _ in range(2):
        answer = visitor.send(form, "/rounds", who="p0", p0_points="35", p1_points="0", p2_points="0")
        page = _saved(visitor, game, answer)
    assert _totals(page)["Anna"] == "35"
    assert "Round 2 is next." in page.text


def test_a_correction_that_leaves_out_what_is_empty_empties_it(visitor: Browser, game: str) -> None:
    """The script does not send empty fields; earlier values must not reappear."""
    visitor.enter(game, "p0", p0_points="5", p1_plus="40", p1_minus="15", p1_peeks="1", p2_points="0")
    page = visitor.get(f"{game}/rounds/1/edit")
    visitor.follow(visitor.send(page, "/edit", without=("p1-plus", "p1-minus", "p1-peeks"), p1_points="100"))
    fields = visitor.get(f"{game}/rounds/1/edit").fields("/edit")
    assert [fields[f"p1-{key}"] for key in ("points", "plus", "minus", "peeks")] == ["100", "", "", ""]


def test_the_game_is_loaded_once_to_save_a_round(plain: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under the lock; the form uses the same game."""
    game = plain.given_game("da-500", "Anna", "Bo")
    loaded: list[str] = []

    def counted(session: object, game_id: str, *more: int) -> object:
        loaded.append(game_id)
        return revision_rows(session, game_id, *more)

    page = plain.get(f"{game}/rounds/new")
    monkeypatch.setattr(queries, "revision_rows", counted)
    assert plain.send(page, "/rounds", who="p0", p0_points="5", p1_points="0").status == 303
    assert len(loaded) == 1


def test_a_saved_form_with_something_else_in_it_loses_nothing(visitor: Browser, game: str) -> None:
    """Back, change, Save: the conflict is shown, and a second Save saves another round."""
    form = visitor.get(f"{game}/rounds/new")
    visitor.send(form, "/rounds", who="p0", p0_points="35", p1_points="0", p2_points="0")
    page = visitor.send(form, "/rounds", who="p0", p0_points="40", p1_points="0", p2_points="0")
    assert page.status == 409
    assert "This form was already saved" in page.alerts
    assert page.fields("/rounds")["p0-points"] == "40"
    _saved(visitor, game, visitor.send(page, "/rounds"))
    assert _totals(visitor.get(game))["Anna"] == "75"


def test_an_old_form_shows_the_game_as_it_is_and_keeps_what_was_typed(app: Flask, visitor: Browser, game: str) -> None:
    """The new state is shown, and saving again works."""
    form = visitor.get(f"{game}/rounds/new")
    visitor.enter(game, "p0", p0_points="35", p1_points="0", p2_points="0")
    page = visitor.send(form, "/rounds", who="p1", p0_points="0", p1_points="50", p2_points="0")
    assert page.status == 409
    assert "The game has changed since you opened this form." in page.alerts
    assert "Anna 35" in page.alerts
    assert page.fields("/rounds")["p1-points"] == "50"
    assert "Round 2" in page.root.all("h1")[0].text
    _saved(visitor, game, visitor.send(page, "/rounds"))
    assert _totals(visitor.get(game)) == {"Bo": "50", "Anna": "35", "Cleo": "0"}


def _twice(visitor: Browser, game: str) -> Page:
    """Let two scorers enter round 1; return the response to the second."""
    form = visitor.get(f"{game}/rounds/new")
    visitor.enter(game, "p0", p0_points="35", p1_points="0", p2_points="0")
    return visitor.send(form, "/rounds", who="p1", p0_points="-5", p1_points="50", p2_points="0")


def test_two_scorers_on_one_round_see_both_and_may_keep_what_is_there(visitor: Browser, game: str) -> None:
    """The conflict names the number of the round that the second scorer meant."""
    page = _twice(visitor, game)
    table = page.root.all("table", cls="clash")[0]
    assert table.all("caption")[0].text == "Round 1"
    assert [row.text for row in table.all("tr")[1:]] == ["Anna35−5", "Bo050", "Cleo00"]
    assert [link.attrs["href"] for link in page.root.all("a", data_dropped="")] == [game]
    assert page.fields("/rounds")["meant"] == "1"


def test_the_second_scorers_round_can_stand_instead(visitor: Browser, game: str) -> None:
    """It is stored as a correction; sending it twice corrects once."""
    page = _twice(visitor, game)
    for _ in range(2):
        _saved(visitor, game, visitor.send(page, "/rounds", instead="1"))
        assert _totals(visitor.get(game)) == {"Bo": "50", "Anna": "−5", "Cleo": "0"}
    assert "Round 1 was corrected." in visitor.get(f"{game}/history").text


def test_a_third_change_in_between_is_told_once_more(visitor: Browser, game: str) -> None:
    """The first scorer corrects while the second chooses: nothing is overwritten unseen."""
    page = _twice(visitor, game)
    edit = visitor.get(f"{game}/rounds/1/edit")
    visitor.send(edit, "/rounds/1/edit", p0_points="40")
    again = visitor.send(page, "/rounds", instead="1")
    assert again.status == 409
    assert "Anna40−5" in [row.text for row in again.root.all("table", cls="clash")[0].all("tr")]
    assert _totals(visitor.get(game))["Anna"] == "40"


@pytest.mark.parametrize("instead", ["7", "x", "-1", "1x", "999999999", "٣"])
def test_nonsense_to_be_replaced_replaces_nothing(visitor: Browser, game: str, instead: str) -> None:
    page = _twice(visitor, game)
    visitor.send(page, "/rounds", instead=instead)
    assert _totals(visitor.get(game))["Anna"] != "−5"


def test_what_cannot_be_counted_is_no_clash_of_numbers(visitor: Browser, game: str) -> None:
    """Invalid input is no conflict: the stored points are shown, and the input stays in the form."""
    form = visitor.get(f"{game}/rounds/new")
    visitor.enter(game, "p0", p0_points="35", p1_points="0", p2_points="0")
    page = visitor.send(form, "/rounds", who="p1", p0_points="many", p1_points="50", p2_points="0")
    assert "Anna35" in [row.text for row in page.root.all("table", cls="clash")[0].all("tr")]
    assert page.fields("/rounds")["p0-points"] == "many"


@pytest.mark.parametrize("version", ["", "x", "0", "99999999999999", "٣"])
def test_a_form_that_names_no_version_is_as_an_old_one(visitor: Browser, game: str, version: str) -> None:
    """It is treated as outdated."""
    page = visitor.enter(game, "p1", p0_points="0", p1_points="50", p2_points="0", version=version)
    assert page.status == 409
    assert "Round 1 is next." in visitor.get(game).text


def test_a_round_for_an_ended_game_is_refused_and_stays(visitor: Browser, game: str) -> None:
    """The page links to the scoreboard; an open form keeps its input."""
    form = visitor.get(f"{game}/rounds/new")
    visitor.enter(game, "p0", p0_points="500", p1_points="0", p2_points="0", accept_warnings="1")
    scoreboard = visitor.get(game)
    assert "Anna wins." in scoreboard.text
    assert not scoreboard.root.all("a", href=f"{game}/rounds/new")
    assert visitor.get(f"{game}/rounds/new").location == game
    assert "The game is over." in visitor.get(game).alerts
    page = visitor.send(form, "/rounds", who="p1", p0_points="0", p1_points="50", p2_points="0")
    assert page.status == 409
    page = visitor.send(page, "/rounds")
    assert page.status == 409
    assert "The game is over. Undo or correct a round to play on." in page.alerts
    assert page.fields("/rounds")["p1-points"] == "50"


def test_the_address_that_takes_rounds_leads_to_the_scoreboard(plain: Browser) -> None:
    """A GET, as by a reload after an error, redirects to the game."""
    game = plain.given_game("da-500", "Anna", "Bo")
    assert plain.get(f"{game}/rounds").location == game


def test_names_and_typed_text_are_isolated_and_escaped(visitor: Browser) -> None:
    """Markup in a field is escaped, in the message and in the field."""
    game = visitor.given_game("da-500", "<script>x</script>", "شيماء")
    page = visitor.enter(game, "p0", p0_points='"><script>y</script>', p1_points="0")
    assert page.status == 422
    assert "<script>y" not in page.html
    assert page.fields("/rounds")["p0-points"] == '"><script>y</script>'
    page = visitor.enter(game, "p0", p0_points="5")
    assert page.at("p1-points") == "شيماء is missing."
    assert "<bdi>شيماء</bdi> is missing." in page.html


@pytest.mark.parametrize("fix", ["9:5", "x:5", "9" * 5000 + ":5", "٠:5", ":", "0"])
def test_an_odd_mending_mends_nothing(plain: Browser, fix: str) -> None:
    """A suggested correction can only change a player of the form."""
    game = plain.given_game("da-500", "Anna", "Bo")
    page = plain.enter(game, "p0", p0_points="x", p1_points="0", fix=fix)
    assert page.status == 422


@pytest.mark.parametrize("key", VARIANTS)
def test_the_form_tells_its_script_how_the_game_counts(plain: Browser, key: str) -> None:
    """As data without the game's name, for the live results."""
    variant = get_variant(key, {})
    form = plain.get(f"{plain.given_game(key, *THREE)}/rounds/new").form("/rounds")
    facts = json.loads(form.attrs["data-scoring"] or "")
    assert facts.get("tableScores", False) == variant.scoring.table_scores
    assert facts["penalties"] == {penalty.key: penalty.points for penalty in variant.scoring.penalties}
    wanted = {"K": variant.values.ranks[Rank.KING], "JK": variant.values.joker} if variant.has_cards else {}
    assert {name: facts["values"][name] for name in wanted} == wanted
    assert bool(facts["values"]) is variant.has_cards
    assert (facts["copies"], facts["jokers"]) == (variant.deck.packs, variant.deck.jokers)


def test_a_joker_may_be_a_word(plain: Browser) -> None:
    """Of any language, as on the referee's pages."""
    game = plain.given_game("da-500", *THREE)
    page = _saved(plain, game, plain.enter(game, "p1", p0_hand="žolík 7H", p1_melds="3♣ jóker 5♣", p2_points="0"))
    assert _totals(page)["Anna"] == "−30"


@pytest.mark.parametrize("key", ["melds", "laid_off", "hand"])
def test_far_too_many_cards_are_told_at_their_field(visitor: Browser, key: str) -> None:
    """The cards are not parsed, so that nobody waits for them."""
    game = visitor.given_game("da-500", *THREE)
    for text, told in (("7h " * 201, "at most 200"), ("jk=7h " * 9_000, "at most 4000 characters")):
        page = visitor.enter(game, "p1", **{f"p0-{key}": text, "p1-points": "5", "p2-points": "5"})
        assert page.status == 422
        assert told in page.at(f"p0-{key}")


def test_a_form_of_far_more_than_ours_hold_is_refused_before_it_is_read(visitor: Browser) -> None:
    game = visitor.given_game("da-500", *THREE)
    page = visitor.get(f"{game}/rounds/new")
    for data in ({"p0-hand": "jk=7h " * 80_000}, {f"x{number}": "1" for number in range(1_001)}):
        answer = visitor.post(f"{game}/rounds", {**page.fields("/rounds"), **data})
        assert answer.status == 413
        assert "Your entry is too large." in answer.text


@only_sqlite
def test_looking_into_a_visible_pile_is_not_counted(plain: Browser) -> None:
    """It costs nothing then; at a table where it costs 25 points all the same, it is counted."""
    for house_rules, counted in (
        ({}, True),
        ({"visible_pile": True}, False),
        ({"visible_pile": True, "visible_pile_peeks": True}, True),
    ):
        form = plain.get(f"{plain.given_game('da-500', 'Ida', 'Ole', **house_rules)}/rounds/new")
        fields = form.fields("/rounds")
        assert ("p0-peeks" in fields) is counted, house_rules
        assert any(key.startswith("p0-") and key not in ("p0-points", "p0-peeks") for key in fields)


@only_sqlite
def test_what_was_counted_of_a_visible_pile_can_be_corrected(plain: Browser) -> None:
    game = plain.given_game("da-500", "Ida", "Ole", visible_pile=True)
    plain.given_round(game, "Ida", {"Ida": {"plus": 40}, "Ole": {"plus": 10, "minus": 5, "peeks": 1}})
    fields = plain.get(f"{game}/rounds/1/edit").fields("/edit")
    assert fields["p1-peeks"] == "1"
    assert "p0-peeks" not in fields


@pytest.mark.parametrize(("key", "mentioned"), [("da-500", True), ("nb-500", False), ("is-rommi", False)])
def test_the_hint_on_cards_mentions_jokers_only_where_there_are_some(
    visitor: Browser, key: str, mentioned: bool
) -> None:
    page = visitor.get(f"{visitor.given_game(key, *THREE)}/rounds/new")
    assert ("JK" in page.root.all(id="cards-hint")[0].text) is mentioned


def test_a_correction_ticks_whoever_came_back_in_and_went_out_with_nothing_to_enter(visitor: Browser) -> None:
    game = visitor.given_game("it-scala40", "Anna", "Bo", "Cleo", rejoin="highest")
    visitor.given_round(game, "Anna", {"Bo": {"minus": 120}, "Cleo": {"minus": 10}})
    form = visitor.get(f"{game}/rounds/new")
    visitor.send(form, "/rounds", who="p1", p0_minus="5", p2_minus="7", p1_rejoins="1")
    assert "Back in before this round: Bo" in visitor.get(f"{game}/rounds/2").text
    assert visitor.get(f"{game}/rounds/2/edit").fields("/edit").get("p1-rejoins") == "1"
