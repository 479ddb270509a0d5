"""The settings of a running game apply from the next round on; problems are shown at their fields."""

import pytest

from .pages import Browser, Page


@pytest.fixture
def game(visitor: Browser) -> str:
    """A game of the visitor with one round: Anna 35, Bo 25, Cleo −10; Bo deals."""
    address = visitor.given_game("da-500", "Anna", "Bo", "Cleo")
    visitor.enter(address, "p0", p0_points="35", p1_points="25", p2_points="−10")
    return address


def _send(visitor: Browser, game: str, without: tuple[str, ...] = (), **changed: str) -> Page:
    page = visitor.get(f"{game}/settings")
    data = page.fields("/settings")
    for key, value in changed.items():
        data[key.replace("_", "-")] = value
    for key in without:
        data.poplist(key)
    return visitor.post(f"{game}/settings", data)


def _saved(visitor: Browser, game: str, **changed: str) -> Page:
    answer = _send(visitor, game, **changed)
    assert answer.location == game, answer.text
    page = visitor.follow(answer)
    assert "Settings saved" in page.alerts
    return page


def _totals(page: Page) -> dict[str, str]:
    rows = page.root.all(cls="totals")[0].all("li")
    return {row.all("bdi")[0].text: row.all("b")[0].text for row in rows}


def test_the_form_shows_the_settings_as_they_are(visitor: Browser, game: str) -> None:
    page = visitor.get(f"{game}/settings")
    data = page.fields("/settings")
    assert [data[f"name-{number}"] for number in (1, 2, 3)] == ["Anna", "Bo", "Cleo"]
    assert data.getlist("seat") == ["1", "2", "3"]
    assert data["dealer"] == "2"
    assert "−10 points so far" in page.text


def test_an_untouched_form_changes_nothing(visitor: Browser, game: str) -> None:
    answer = visitor.follow(_send(visitor, game))
    assert "Nothing was changed." in answer.alerts
    assert "settings were changed" not in visitor.get(f"{game}/history").text


def test_game_and_players_are_renamed(visitor: Browser, game: str) -> None:
    page = _saved(visitor, game, name="Friday", name_1=" Anne ")
    assert _totals(page) == {"Anne": "35", "Bo": "25", "Cleo": "−10"}
    assert page.root.all("h1")[0].text == "Friday"
    history = visitor.get(f"{game}/history").text
    assert "Anna is now called Anne." in history
    assert "deals next" not in history
    assert visitor.get(f"{game}/settings").fields("/settings")["dealer"] == "2"


@pytest.mark.parametrize(
    ("choice", "points"),
    [
        ({"new_0_points": "zero"}, "0"),
        ({"new_0_points": "lowest"}, "−10"),
        ({"new_0_points": "average"}, "15"),
        ({"new_0_points": "typed", "new_0_typed": "20+15"}, "35"),
        ({"new_0_points": "zero", "new_0_typed": "−40"}, "−40"),
    ],
)
def test_somebody_joins_with_the_points_that_the_table_gives(
    visitor: Browser, game: str, choice: dict[str, str], points: str
) -> None:
    """0, the lowest total, the average in steps of five, or a number; at the chosen seat."""
    page = _saved(visitor, game, new_0_name="Dagny", new_0_after="1", **choice)
    assert _totals(page)["Dagny"] == points
    order = visitor.get(f"{game}/settings").fields("/settings").getlist("seat")
    assert order == ["1", "4", "2", "3"]


def _two_rows(visitor: Browser, game: str, **typed: str) -> Page:
    """Tap on the button for another new player, with `typed` in the fields; nothing is saved."""
    data = visitor.get(f"{game}/settings").fields("/settings")
    page = visitor.post(f"{game}/settings", {**data, **{k.replace("_", "-"): v for k, v in typed.items()}, "join": "2"})
    assert page.status == 200
    if visitor.htmx:
        assert page.response.headers["HX-Reselect"] == "#joining"
    return page


def test_several_join_at_once_and_one_of_them_deals_next(visitor: Browser, game: str) -> None:
    """A button adds a row, and the input stays; behind one seat they sit in the order of the rows."""
    page = _two_rows(visitor, game, new_0_name="Dagny", new_0_after="1", new_0_typed="20", name_1="Anne")
    data = page.fields("/settings")
    assert (data["new-0-name"], data["new-0-typed"], data["name-1"]) == ("Dagny", "20", "Anne")
    assert "Dagny" not in visitor.get(game).text
    more = {"new-1-name": "Eva", "new-1-after": "1", "new-1-points": "lowest", "dealer": "new-1"}
    page = visitor.follow(visitor.post(f"{game}/settings", {**data, **more}))
    assert _totals(page) == {"Anne": "35", "Bo": "25", "Dagny": "20", "Cleo": "−10", "Eva": "−10"}
    assert "Eva deals" in page.text
    assert visitor.get(f"{game}/settings").fields("/settings").getlist("seat") == ["1", "4", "5", "2", "3"]


def test_what_is_wrong_with_a_second_newcomer_stands_in_his_row(visitor: Browser, game: str) -> None:
    """Also if a row without a name is marked as dealer."""
    data = _two_rows(visitor, game, new_0_name="Dagny").fields("/settings")
    page = visitor.post(f"{game}/settings", {**data, "new-1-name": "DAGNY"})
    assert "Two players are called “DAGNY”" in page.at("new-1-name")
    assert not page.at("new-0-name")
    page = visitor.post(f"{game}/settings", {**data, "dealer": "new-1"})
    assert page.at("new-1-name") == "Who joins? Type a name."
    assert page.root.all("input", id="dealer-new-1")[0].attrs.get("checked") is not None
    assert "Dagny" not in visitor.get(game).text


@pytest.mark.parametrize("odd", ["0", "-1", "99", "x", "", "٣", "9" * 500])
def test_an_odd_number_of_newcomers_is_one(visitor: Browser, game: str, odd: str) -> None:
    data = {**visitor.get(f"{game}/settings").fields("/settings"), "name-1": "Anne", "join": odd}
    page = visitor.post(f"{game}/settings", data)
    assert page.status == 200
    assert page.fields("/settings")["newcomers"] == "1"
    assert page.fields("/settings")["name-1"] == "Anne"


def test_the_button_for_one_more_newcomer_ends_at_eight(visitor: Browser, game: str) -> None:
    page = _two_rows(visitor, game)
    while more := page.root.all("button", name="join"):
        page = visitor.post(f"{game}/settings", {**page.fields("/settings"), "join": more[0].attrs["value"]})
    assert page.fields("/settings")["newcomers"] == "8"


def test_who_changed_the_settings_and_why_stands_in_the_history(visitor: Browser, game: str) -> None:
    _saved(visitor, game, name_1="Anne", by="Cleo", why="it is her <name>")
    history = visitor.get(f"{game}/history").text
    assert "The settings were changed. – Cleo" in history
    assert "Why: it is her <name>" in history
    _send(visitor, game, by="Cleo", why="for nothing")
    assert "for nothing" not in visitor.get(f"{game}/history").text


def test_who_leaves_comes_back(visitor: Browser, game: str) -> None:
    _saved(visitor, game, leaves_2="1")
    page = visitor.get(f"{game}/rounds/new")
    assert "Bo" not in [node.text for node in page.root.all("bdi")]
    assert visitor.get(f"{game}/settings").fields("/settings")["dealer"] == "3"
    page = _saved(visitor, game, back_2="1")
    assert _totals(page)["Bo"] == "25"
    assert visitor.get(f"{game}/settings").fields("/settings").getlist("seat") == ["1", "3", "2"]


def test_seats_are_moved_by_a_button_which_saves_nothing(visitor: Browser, game: str) -> None:
    page = visitor.get(f"{game}/settings")
    moved = visitor.post(f"{game}/settings", {**page.fields("/settings"), "name-1": "Anne", "up": "3"})
    assert moved.status == 200
    data = moved.fields("/settings")
    assert data.getlist("seat") == ["1", "3", "2"] or data.getlist("seat")[1:] == ["3", "2"]
    assert data["name-1"] == "Anne"
    if visitor.htmx:
        assert moved.response.headers["HX-Reselect"] == "#seats"
    assert visitor.get(f"{game}/settings").fields("/settings").getlist("seat") == ["1", "2", "3"]
    assert visitor.post(f"{game}/settings", data).location == game
    assert visitor.get(f"{game}/settings").fields("/settings").getlist("seat") == ["1", "3", "2"]


def test_the_dealer_is_corrected(visitor: Browser, game: str) -> None:
    assert "Cleo deals" in _saved(visitor, game, dealer="3").text


def test_house_rules_change_from_the_next_round_on(visitor: Browser, game: str) -> None:
    page = _saved(visitor, game, **{"rule-target": "300", "rule-past_target": "1"})
    assert "300" in page.text
    assert "house rules changed" in visitor.get(f"{game}/history").text
    assert visitor.get(f"{game}/settings").fields("/settings")["rule-target"] == "300"


BAD = {
    "no name": ({"name_1": " "}, "name-1", "A name cannot be empty."),
    "long name": ({"name_1": "x" * 200}, "name-1", "This is too long: at most 40 characters."),
    "doubled": ({"name_2": "Anna"}, "name-2", "Two players are called “Anna”"),
    "other case": ({"name_3": "ANNA"}, "name-3", "Two players are called “ANNA”"),
    "newcomer doubled": ({"new_0_name": "CLEO"}, "new-0-name", "Two players are called “CLEO”"),
    "newcomer long": ({"new_0_name": "x" * 200}, "new-0-name", "This is too long"),
    "points without name": ({"new_0_typed": "5"}, "new-0-name", "Who joins? Type a name."),
    "points as words": (
        {"new_0_name": "D", "new_0_points": "typed", "new_0_typed": "many"},
        "new-0-typed",
        "isn’t a whole number",
    ),
    "decimals": (
        {"new_0_name": "D", "new_0_points": "typed", "new_0_typed": "1.5"},
        "new-0-typed",
        "isn’t a whole number",
    ),
    "too many points": (
        {"new_0_name": "D", "new_0_points": "typed", "new_0_typed": "100000"},
        "new-0-typed",
        "at most 99999",
    ),
    "no points": ({"new_0_name": "D", "new_0_points": "typed"}, "new-0-typed", "Type the points to begin with."),
    "long game": ({"name": "x" * 200}, "name", "This is too long: at most 80 characters."),
    "target": ({"rule-target": "0"}, "rule-target", "Choose a whole number from 1 to 99999."),
    "long who": ({"by": "x" * 201}, "by", "This is too long: at most 200 characters."),
    "long why": ({"why": "x" * 201}, "why", "This is too long: at most 200 characters."),
    "control": ({"name_1": "A\x07"}, "name-1", "Control characters are not allowed here."),
}


@pytest.mark.parametrize("bad", BAD)
def test_what_cannot_be_is_told_at_its_field_and_stays(visitor: Browser, game: str, bad: str) -> None:
    """The input stays, nothing is saved."""
    changed, field, sentence = BAD[bad]
    page = _send(visitor, game, **{"name_2": "Bob", **changed})
    assert page.status == 422
    assert sentence in page.alerts
    assert sentence in page.at(field)
    kept = page.fields("/settings")
    assert all(kept[key.replace("_", "-")] == value for key, value in {"name_2": "Bob", **changed}.items())
    assert "settings were changed" not in visitor.get(f"{game}/history").text


def test_all_that_is_wrong_is_said_at_once(visitor: Browser, game: str) -> None:
    """Newcomers, names and house rules are checked by different layers."""
    wrong = {"newcomers": "2", "new_0_name": "bo", "new_1_points": "typed", "new_1_typed": "many", "rule-target": "0"}
    alerts = _send(visitor, game, **wrong).alerts
    for sentence in ("Type a name.", "isn’t a whole number", "are called “bo”"):
        assert sentence in alerts
    assert "The total that ends the game – Choose a whole number from 1 to 99999." in alerts


def test_other_impossible_settings_are_told_too(visitor: Browser, game: str) -> None:
    """Too few players, an invalid dealer, an unknown player or choice."""
    page = _send(visitor, game, leaves_1="1", leaves_2="1")
    assert "This game is for 2 to 7 players, not 1." in page.alerts
    assert "“Cleo” doesn’t play in this game." in _send(visitor, game, dealer="3", leaves_3="1").alerts
    assert "Choose one of the options." in _send(visitor, game, dealer="99").alerts
    assert "Choose one of the options." in _send(visitor, game, new_0_name="D", new_0_points="million").alerts
    assert "No player has this number." in _send(visitor, game, seat="77").alerts
    assert "settings were changed" not in visitor.get(f"{game}/history").text


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "شيماء", "🃏🂡", "O’Brien & <b>", '"quoted"'])
def test_any_name_is_text(visitor: Browser, game: str, name: str) -> None:
    page = _saved(visitor, game, name_1=name, name=name)
    assert name in [node.text for node in page.root.all("bdi")]
    page = visitor.get(f"{game}/settings")
    assert page.fields("/settings")["name-1"] == name
    assert "<script>alert" not in page.html


def test_a_game_that_changed_meanwhile_is_told_and_what_was_typed_stays(visitor: Browser, game: str) -> None:
    page = visitor.get(f"{game}/settings")
    data = page.fields("/settings")
    visitor.enter(game, "p0", p0_points="5", p1_points="5", p2_points="5")
    answer = visitor.post(f"{game}/settings", {**data, "name-1": "Anne"})
    assert answer.status == 409
    assert "The game has changed since you opened this form." in answer.alerts
    assert answer.fields("/settings")["name-1"] == "Anne"
    assert visitor.post(f"{game}/settings", answer.fields("/settings")).location == game
    assert "Anne" in visitor.get(game).text


def test_the_same_settings_sent_twice_are_one_change(visitor: Browser, game: str) -> None:
    data = {**visitor.get(f"{game}/settings").fields("/settings"), "name-1": "Anne"}
    assert visitor.post(f"{game}/settings", data).location == game
    assert visitor.post(f"{game}/settings", data).location == game
    assert visitor.get(f"{game}/history").text.count("The settings were changed.") == 1
    assert visitor.post(f"{game}/settings", {**data, "name-1": "Annie"}).status == 409


def test_settings_can_be_undone(visitor: Browser, game: str) -> None:
    page = _saved(visitor, game, leaves_3="1")
    page = visitor.follow(visitor.send(page, "/undo"))
    assert "the settings are as before" in page.alerts
    assert visitor.get(f"{game}/settings").fields("/settings").getlist("seat") == ["1", "2", "3"]


def test_the_game_is_ended_from_here(visitor: Browser, game: str) -> None:
    page = visitor.follow(visitor.send(visitor.get(f"{game}/settings"), "/end"))
    assert "Anna wins." in page.text
    assert not [form for form in visitor.get(f"{game}/settings").root.all("form") if "/end" in form.attrs["action"]]


def test_nobody_deals_with_tiles(visitor: Browser) -> None:
    game = visitor.given_game("nb-rummy", "Anna", "Bo")
    assert not visitor.get(f"{game}/settings").root.all(name="dealer")
    assert "Anne" in _saved(visitor, game, name_1="Anne").text


def test_without_the_token_nothing_is_saved(visitor: Browser, game: str) -> None:
    answer = _send(visitor, game, without=("csrf_token",), name_1="Anne")
    assert answer.status == 400
    assert "Anne" not in visitor.get(game).text
