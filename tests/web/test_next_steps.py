"""What happens after a verdict: the round entered with its ending and its cards, the table kept, nobody can go on."""

from urllib.parse import urlencode

import pytest
from flask import Flask

from scorekeeper.rules.variants import CARD_GAMES
from scorekeeper.services.access.access import Role
from scorekeeper.services.referee.tabletop import load_tabletop

from ..api.conftest import only_sqlite
from .conftest import join
from .pages import Browser, Page

ENDINGS = {
    "da-500": "stock_empty",
    "nb-rummy": "pool_empty",
    "rummikub": "pool_empty",
    "de-romme": "stock_empty",
    "de-turnier": "stock_empty",
    "cs-500": "stock_empty",
    "en-500": "stock_empty",
    "fi-500": "stock_empty",
    "sv-500": "stock_empty",
    "it-scala40": "stock_empty",
    "nb-500": "stock_empty",
    "en-kalooki": "stock_empty",
    "is-rommi": "stock_empty",
    "cs-zoliky": "stock_empty",
    "en-gin": "stock_empty",
}


def ask(browser: Browser, game: str, slug: str, **typed: str) -> Page:
    return browser.send(browser.get(f"{game}/referee/{slug}"), f"/{slug}", **typed)


def step(browser: Browser, page: Page, **button: str) -> Page:
    """Return the round's form that a button under the verdict leads to."""
    return browser.get(f"{page.form('/rounds/filled').attrs['action']}?{_query(page, button)}")


def _query(page: Page, button: dict[str, str]) -> str:
    return urlencode([*page.fields("/rounds/filled").items(), *button.items()])


@only_sqlite
@pytest.mark.parametrize("variant", CARD_GAMES)
def test_a_round_in_which_nobody_can_go_on_is_settled_from_the_question_to_the_score(
    plain: Browser, variant: str
) -> None:
    game = plain.given_game(variant, "Ida", "Ole", "Eva")
    assert "Nobody can go on" in plain.get(f"{game}/referee").text
    told = ask(plain, game, "nobody-can-go-on")
    assert told.status == 200
    assert "If nobody can go on, the round is over." in told.text
    assert told.root.all("section", cls="plain")
    assert not told.root.all("section", cls="bad")
    [button] = told.form("/rounds/filled").all("button")
    assert button.attrs["value"] == ENDINGS[variant]
    form = step(plain, told, who=button.attrs["value"])
    assert form.fields("/rounds")["who"] == ENDINGS[variant]
    points = {"p0_minus": "5", "p1_minus": "0", "p2_minus": "10"}
    if CARD_GAMES[variant].scoring.table_scores:
        points = {"p0_points": "5", "p1_points": "20", "p2_points": "10"}
    saved = plain.send(form, "/rounds", **points, accept_warnings="1")
    assert saved.location == game, saved.alerts


def test_a_pile_that_is_turned_over_ends_no_round(plain: Browser) -> None:
    game = plain.given_game("is-rommi", "Ida", "Ole")
    told = ask(plain, game, "nobody-can-go-on", pile="4c kh 9d")
    assert told.root.all("section", cls="good")
    assert not [form for form in told.root.all("form") if form.attrs["action"].endswith("/rounds/filled")]


def test_the_round_of_a_player_who_went_out_starts_with_the_melds(plain: Browser) -> None:
    game = plain.given_game("da-500", "Ida", "Ole")
    told = ask(plain, game, "go-out", laid_new_melds="5s 6s 7s\n9h 9d 9c", discard="2d")
    assert "The round is over. Who went out?" in told.text
    assert [button.text for button in told.form("/rounds/filled").all("button")] == ["Ida", "Ole"]
    form = step(plain, told, who="p1").fields("/rounds")
    assert form["who"] == "p1"
    assert form["p1-melds"].replace("\r", "") == "5♠ 6♠ 7♠\n9♥ 9♦ 9♣"
    assert form["p0-melds"] == ""


EARLIER = "Add what the player laid in earlier turns."


@pytest.mark.parametrize(
    ("variant", "typed", "said"),
    [
        ("da-500", {}, True),
        ("cs-500", {"table": "3h 4h 5h"}, True),
        ("da-500", {"melded_before": "1"}, False),  # the tick says that nothing was laid before
        ("is-rommi", {}, False),  # melds on the table score nothing
    ],
)
def test_the_page_says_that_only_the_cards_of_the_closing_turn_are_filled_in(
    visitor: Browser, variant: str, typed: dict[str, str], said: bool
) -> None:
    """Nobody stores whose the melds on the table are."""
    game = visitor.given_game(variant, "Ida", "Ole")
    told = ask(visitor, game, "go-out", laid_new_melds="5s 6s 7s", discard="2d", **typed)
    assert "Who went out?" in told.text, told.text
    assert (EARLIER in told.text) == said


def test_a_round_that_counts_double_starts_with_that(plain: Browser) -> None:
    game = plain.given_game("is-rommi", "Ida", "Ole")
    told = ask(plain, game, "go-out", laid_new_melds="5s 6s 7s 8s", discard="9d", melded_before="1")
    assert step(plain, told, who="p0").fields("/rounds")["way"] == "rommi"
    plainly = ask(plain, game, "go-out", laid_new_melds="5s 6s 7s 8s", discard="9d")
    assert "way" not in step(plain, plainly, who="p0").fields("/rounds")


def test_a_counted_hand_goes_into_the_round(plain: Browser) -> None:
    game = plain.given_game("de-romme", "Ida", "Ole")
    told = ask(plain, game, "hand-value", cards="kd 7h")
    assert step(plain, told, of="p1").fields("/rounds")["p1-hand"] == "K♦ 7♥"
    secret = ask(plain, game, "hand-value", cards="kd 7h", discreet="1")
    assert not [form for form in secret.root.all("form") if form.attrs["action"].endswith("/rounds/filled")]


@pytest.mark.parametrize(
    "query",
    ["", "who=nobody", "who=p9", "who=out", "who=p-1", "of=p1&hand=" + "7h" * 3_000, "hand=7h", "points=9", "who=%00"],
)
def test_a_filled_form_takes_nothing_that_it_does_not_know(plain: Browser, query: str) -> None:
    game = plain.given_game("da-500", "Ida", "Ole")
    form = plain.get(f"{game}/rounds/filled?{query}")
    assert form.status == 200
    fresh = plain.get(f"{game}/rounds/new").fields("/rounds")
    same = {key: text for key, text in form.fields("/rounds").items() if key not in ("entry_id", "csrf_token")}
    assert same == {key: fresh[key] for key in same}


def test_a_filled_form_escapes_what_it_takes(plain: Browser) -> None:
    game = plain.given_game("da-500", "Ida", "Ole")
    form = plain.get(f"{game}/rounds/filled?who=p0&hand=%3Cscript%3Ealert(1)%3C/script%3E")
    assert "<script>alert" not in form.html
    assert form.fields("/rounds")["p0-hand"] == "<script>alert(1)</script>"


@pytest.mark.parametrize(
    ("slug", "typed"),
    [("could-go-out", {"cards": "5s 6s 7s kd", "table": "9h 9d 9c"}), ("arrange", {"cards": "5s 6s 7s"})],
)
def test_advice_is_followed_by_no_step(plain: Browser, slug: str, typed: dict[str, str]) -> None:
    game = plain.given_game("is-rommi", "Ida", "Ole")
    aim = {"aim": "fewest_left"} if slug == "arrange" else {}
    told = ask(plain, game, slug, **typed, **aim)
    assert told.status == 200
    assert "What happens now" not in told.text


def test_a_viewer_is_led_to_no_round(plain: Browser, app: Flask) -> None:
    game = plain.given_game("cs-500", "Ida", "Ole")
    viewer = join(app, game, Role.VIEWER)
    told = ask(viewer, game, "nobody-can-go-on")
    assert told.status == 200
    assert "What happens now" not in told.text
    assert viewer.get(f"{game}/rounds/filled?who=p0").status == 403


@pytest.mark.parametrize(
    ("variant", "slug", "typed", "melds"),
    [
        ("da-500", "rummy-call", {"discard": "6s", "discarder": "p0", "callers": "p1"}, ["3S 4S 5S"]),
        ("cs-500", "lay-off", {"cards": "6s"}, ["3S 4S 5S 6S"]),
        ("cs-500", "lay-off", {"cards": "9d"}, ["3S 4S 5S"]),
        ("is-rommi", "go-out", {"laid_new_melds": "7h 7d 7c", "discard": "2d"}, ["3S 4S 5S", "7H 7D 7C"]),
    ],
)
def test_the_table_after_a_verdict_is_kept_for_the_next_question(
    visitor: Browser, app: Flask, variant: str, slug: str, typed: dict[str, str], melds: list[str]
) -> None:
    game = visitor.given_game(variant, "Ida", "Ole")
    told = ask(visitor, game, slug, table="3s 4s 5s", **typed)
    back = visitor.send(told, "/tabletop")
    assert back.location == game
    assert "The table is kept for the next question." in visitor.get(game).text
    with app.app_context():
        assert [" ".join(meld) for meld in load_tabletop(game.rsplit("/", 1)[1])] == melds


LYING = "2s 3s 4s 5s\n8h 8d 8c"


@pytest.mark.parametrize(("lost", "left"), [("5s", "2♠ 3♠ 4♠\n8♥ 8♦ 8♣"), ("9h jd", "2♠ 3♠ 4♠ 5♠\n8♥ 8♦ 8♣")])
def test_tiles_whose_place_nobody_remembers_leave_the_kept_table(visitor: Browser, lost: str, left: str) -> None:
    game = visitor.given_game("nb-rummy", "Ida", "Ole")
    assert "Nobody remembers where the tiles lay" in visitor.get(f"{game}/referee").text
    told = ask(visitor, game, "tiles-lost", before=LYING, played=lost)
    assert "go back into the pool" in told.text
    assert "Rule NO-17" in told.text
    visitor.send(told, "/tabletop")
    assert visitor.get(f"{game}/referee/tiles-lost").fields("/tiles-lost")["before"] == left


def test_the_ruling_about_lost_tiles_is_told_as_it_was_asked(visitor: Browser) -> None:
    game = visitor.given_game("nb-rummy", "Ida", "Ole")
    told = ask(visitor, game, "tiles-lost", before=LYING, played="5s")
    visitor.send(told, "/decision", decide="accept")
    ruling = visitor.get(f"{game}/referee/rulings/1").text
    assert "Nobody remembers where the tiles lay" in ruling
    assert "Tiles whose place nobody remembers5♠" in ruling


@pytest.mark.parametrize(
    ("typed", "said"),
    [({"played": ""}, "Which tiles?"), ({"played": "5x"}, "“5x” isn’t"), ({"played": "5s", "before": "2s qq"}, "“qq”")],
)
def test_lost_tiles_that_are_none_are_refused_at_their_field(
    visitor: Browser, typed: dict[str, str], said: str
) -> None:
    game = visitor.given_game("nb-rummy", "Ida", "Ole")
    told = ask(visitor, game, "tiles-lost", **typed)
    assert told.status == 422
    assert said in told.text


@pytest.mark.parametrize("variant", ["da-500", "de-romme", "cs-500", "is-rommi"])
def test_only_a_game_with_that_rule_asks_for_lost_tiles(plain: Browser, variant: str) -> None:
    game = plain.given_game(variant, "Ida", "Ole")
    assert plain.get(f"{game}/referee/tiles-lost").status == 404


def test_more_is_explained_with_the_rule_its_source_and_what_was_decided_before(visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole")
    for decision in ("accept", "overrule"):
        visitor.send(ask(visitor, game, "meld", cards="7h 8h 9h"), "/decision", decide=decision)
    told = ask(visitor, game, "meld", cards="7h 8h 9h")
    [more] = told.root.all("details", cls="explain")
    assert "Rule DA-" in more.text
    assert CARD_GAMES["da-500"].source.title in more.text
    assert [link.attrs["href"] for link in more.all("div", cls="earlier")[0].all("a")] == [
        f"{game}/referee/rulings/{number}" for number in (2, 1)
    ]


@pytest.mark.parametrize(
    ("variant", "slug", "typed", "kept"),
    [
        (
            "da-500",
            "rummy-call",
            {"table": "8h 9h jk=10h", "discard": "7h", "discarder": "p0", "callers": "p1"},
            ["8H 9H JK=TH"],
        ),
        ("cs-500", "lay-off", {"table": "3s 4s 5s", "cards": "jk=6s"}, ["3S 4S 5S JK=6S"]),
        (
            "da-500",
            "go-out",
            {"table": "8h 9h jk=10h + jh", "laid_new_melds": "3d jk=4d 5d", "discard": "2d"},
            ["8H 9H JK=TH JH", "3D JK=4D 5D"],
        ),
        (
            "nb-rummy",
            "table",
            {"before": "2s jk=3s 4s", "played": "5h 5d 5c", "after": "2s jk 4s\n5h 5d 5c"},
            ["2S JK=3S 4S", "5H 5D 5C"],
        ),
        ("nb-rummy", "table", {"before": "2s jk=3s 4s", "played": "5h", "after": "2s jk 4s\n5h"}, ["2S JK=3S 4S"]),
    ],
)
def test_a_joker_is_kept_with_what_it_was_laid_as(
    visitor: Browser, app: Flask, variant: str, slug: str, typed: dict[str, str], kept: list[str]
) -> None:
    """The next question about the table is then asked with it."""
    game = visitor.given_game(variant, "Ida", "Ole")
    visitor.send(ask(visitor, game, slug, **typed), "/tabletop")
    with app.app_context():
        assert [" ".join(meld) for meld in load_tabletop(game.rsplit("/", 1)[1])] == kept


def test_the_next_dispute_is_judged_by_what_the_kept_joker_was_laid_as(plain: Browser) -> None:
    game = plain.given_game("da-500", "Ida", "Ole")
    told = ask(plain, game, "lay-off", table="8h 9h jk=10h", cards="7h")
    plain.send(told, "/tabletop")
    form = plain.get(f"{game}/referee/rummy-call")
    assert form.fields("/rummy-call")["table"] == "8♥ 9♥ JK=10♥ 7♥"
    called = plain.send(form, "/rummy-call", discard="10h", discarder="p0", callers="p1")
    assert called.root.all(cls="word")[0].text == "No rommy: Ole −50"


@pytest.mark.parametrize("melds", ["3d 4d=5d 6d", "3d jk=jk 5d", "3d jk=xx 5d"])
def test_a_kept_card_that_stands_for_what_it_cannot_is_refused(plain: Browser, melds: str) -> None:
    game = plain.given_game("da-500", "Ida", "Ole")
    told = ask(plain, game, "lay-off", table="8h 9h jk=10h", cards="7h")
    assert plain.send(told, "/tabletop", melds=melds).status == 422
    assert plain.get(f"{game}/referee/lay-off").fields("/lay-off")["table"] == ""


def kept_by(browser: Browser, game: str, slug: str, by: str, **typed: str) -> None:
    """Keep the table after a legal turn of the player `by`."""
    told = ask(browser, game, slug, **typed)
    assert "Who laid the new melds?" in told.text, told.text
    browser.send(told, "/tabletop", by=by)


def test_the_round_starts_with_what_the_player_laid_in_earlier_turns(visitor: Browser, app: Flask) -> None:
    """Melds grow, others are not taken for the player's, and the rest is said to be missing."""
    game = visitor.given_game("da-500", "Ida", "Ole")
    kept_by(visitor, game, "play", "p1", laid_new_melds="5s 6s jk=7s")
    kept_by(visitor, game, "play", "p0", table="5s 6s jk=7s + 8s", laid_new_melds="9h 9d 9c")
    with app.app_context():
        assert load_tabletop(game.rsplit("/", 1)[1]) == [["5S", "6S", "JK=7S", "8S"], ["9H", "9D", "9C"]]
    told = ask(visitor, game, "go-out", laid_new_melds="2h 3h 4h", discard="2d")
    assert "the player’s melds so far are filled in" in told.text
    ole = step(visitor, told, who="p1").fields("/rounds")
    assert ole["p1-melds"].replace("\r", "") == "5♠ 6♠ JK\n2♥ 3♥ 4♥"
    ida = step(visitor, told, who="p0").fields("/rounds")
    assert ida["p0-melds"].replace("\r", "") == "9♥ 9♦ 9♣\n2♥ 3♥ 4♥"
    assert ida["p1-melds"] == ""


def test_a_table_of_which_nobody_said_who_laid_it_fills_in_nothing_more(visitor: Browser) -> None:
    game = visitor.given_game("cs-500", "Ida", "Ole")
    for by in ("", "p9", "1"):
        kept_by(visitor, game, "play", by, laid_new_melds="5s 6s 7s")
    told = ask(visitor, game, "go-out", laid_new_melds="2h 3h 4h", discard="2d")
    assert EARLIER in told.text
    assert step(visitor, told, who="p1").fields("/rounds")["p1-melds"].replace("\r", "") == "2♥ 3♥ 4♥"


def test_the_melds_of_the_closing_turn_are_not_filled_in_twice(visitor: Browser, app: Flask) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole")
    kept_by(visitor, game, "play", "p1", laid_new_melds="5s 6s 7s")
    told = ask(visitor, game, "go-out", laid_new_melds="7s 6s 5s", table="", discard="2d")
    assert step(visitor, told, who="p1").fields("/rounds")["p1-melds"].replace("\r", "") == "7♠ 6♠ 5♠"


def test_a_game_in_which_melds_score_nothing_asks_nobody_who_laid_them(visitor: Browser) -> None:
    game = visitor.given_game("is-rommi", "Ida", "Ole")
    told = ask(visitor, game, "play", laid_new_melds="5s 6s 7s")
    assert "Keep this table" in told.text
    assert "Who laid" not in told.text
