"""A new game: choosing it, naming the players, house rules."""

import pytest

from scorekeeper.rules.letters import ENGLISH, in_letters
from scorekeeper.rules.variants import CARD_GAMES, VARIANTS

from .pages import Browser, Page

KEYS = list(VARIANTS)


def _send(visitor: Browser, variant: str = "da-500", **changed: str) -> Page:
    return visitor.send(visitor.get(f"/games/new/{variant}"), variant, **changed)


def test_the_games_are_offered_with_name_and_country(plain: Browser) -> None:
    """The page that each leads to begins with its summary."""
    page = plain.get("/games/new")
    assert len(page.root.all("a", cls="card")) == len(VARIANTS) >= 5
    for variant in VARIANTS.values():
        card = page.root.all("a", href=f"/games/new/{variant.key}")[0].text
        assert variant.name in card
        assert variant.country in card
        assert variant.summary in plain.get(f"/games/new/{variant.key}").text


@pytest.mark.parametrize("language", ["nb", "cs", "en"])
def test_the_games_of_the_readers_language_come_first(plain: Browser, language: str) -> None:
    """The others follow by name, and any game is the last."""
    page = Page(plain.client.get("/games/new", headers={"Accept-Language": language}))
    keys = [link.attrs["href"].rpartition("/")[2] for link in page.root.all("a", cls="card")]
    assert sorted(keys) == sorted(VARIANTS)
    assert keys.pop() == "points"
    own = sum(variant.language == language for variant in CARD_GAMES.values())
    assert {VARIANTS[key].language for key in keys[:own]} <= {language}
    assert language not in {VARIANTS[key].language for key in keys[own:]}
    names = [VARIANTS[key].name for key in keys[own:]]
    known = [name for name in names if name in ("500 Rummy", "Rommé", "Rommí", "Rommy (500)", "Rummy")]
    assert known == sorted(known, key=lambda name: name.translate(str.maketrans("éí", "ei")))
    assert len(known) >= 4


@pytest.mark.parametrize(
    ("accepted", "chosen", "first"),
    [
        ("sv-SE,sv;q=0.9,en;q=0.8", None, ["sv", "en"]),
        ("fi", None, ["fi", "en"]),
        ("it-CH, de;q=0.5", None, ["it", "de"]),
        ("nn-NO, en", None, ["nb", "nb"]),
        ("sv, en", "da", ["da", "nb"]),
        ("*", None, ["en", "en"]),
    ],
)
def test_the_games_of_a_language_without_pages_come_first_too(
    plain: Browser, accepted: str, chosen: str | None, first: list[str]
) -> None:
    """Then those of the language of the pages. A chosen language counts more than that of the browser."""
    if chosen:
        plain.client.set_cookie("language", chosen)
    page = Page(plain.client.get("/games/new", headers={"Accept-Language": accepted}))
    keys = [link.attrs["href"].rpartition("/")[2] for link in page.root.all("a", cls="card")]
    assert [VARIANTS[key].language for key in keys[:2]] == first


@pytest.mark.parametrize("key", KEYS)
def test_a_game_of_each_kind_begins(visitor: Browser, key: str) -> None:
    """Two names are enough; the scoreboard is next."""
    page = visitor.get(visitor.new_game(key, "Anna", "Bo"))
    assert page.status == 200
    assert "Round 1 is next." in page.text


@pytest.mark.parametrize("key", KEYS)
def test_there_is_a_row_for_every_player_but_never_a_wall_of_them(visitor: Browser, key: str) -> None:
    """Four rows at first; a button shows more, up to the variant's maximum, and the input stays."""
    page = visitor.get(f"/games/new/{key}")
    most = VARIANTS[key].most_players
    assert _rows(page) == min(4, most)
    page = visitor.post(f"/games/new/{key}", {**page.fields(key), "player-0": "Anna"})
    assert page.status == 422
    while more := page.root.all("button", name="more"):
        page = visitor.post(f"/games/new/{key}", {**page.fields(key), "more": more[0].attrs["value"]})
        assert page.status == 200
        assert page.fields(key)["player-0"] == "Anna"
    assert _rows(page) >= most
    names = {f"player-{row}": f"P{row}" for row in range(most)}
    assert visitor.post(f"/games/new/{key}", {**page.fields(key), **names}).location


def _rows(page: Page) -> int:
    return len([node for node in page.root.all("input") if node.attrs.get("name", "").startswith("player-")])


def test_gaps_between_the_names_are_fine(visitor: Browser) -> None:
    """Empty rows are skipped; the dealer is the marked one."""
    page = visitor.get(_send(visitor, player_1="Anna", player_4="Bo", dealer="4").location)
    assert "Bo deals" in page.text


def test_nobody_is_asked_for_a_dealer_where_nobody_deals(plain: Browser) -> None:
    """The tile game has no dealer."""
    assert not plain.get("/games/new/nb-rummy").root.all("input", name="dealer")


@pytest.mark.parametrize("key", VARIANTS)
def test_house_rules_stand_there_with_sentence_default_and_bounds(plain: Browser, key: str) -> None:
    """Every option has a field with a label."""
    page, options = plain.get(f"/games/new/{key}"), VARIANTS[key].options
    assert options
    for option in options:
        field = page.root.all(name=f"rule-{option.key}")[0]
        assert in_letters(option.sentence, ENGLISH) in page.text
        if option.is_switch:
            assert ("checked" in field.attrs) is option.default
        if option.is_number:
            assert field.attrs["min"] == str(option.lowest)
        assert "_" not in option.key or option.key not in page.text


@pytest.mark.parametrize("key", KEYS)
def test_an_untouched_form_chooses_no_house_rule(plain: Browser, key: str) -> None:
    """Defaults are not stored as choices."""
    page = plain.get(plain.new_game(key, "Anna", "Bo"))
    assert "House rules of this table" not in page.text


def test_chosen_house_rules_are_used_and_told(visitor: Browser) -> None:
    """A target, a switch, a choice and an optional number."""
    url = visitor.new_game(
        "da-500",
        "Anna",
        "Bo",
        rules="1",
        **{"rule-target": "300", "rule-past_target": "1", "rule-dealer": "winner", "rule-jokers": "2"},
    )
    page = visitor.get(url)
    assert "The game is played past 300." in page.text
    assert "2 jokers" in page.text
    assert "the winner of the last round" in page.text
    rounds = visitor.get(visitor.new_game("da-500", "Anna", "Bo", rules="1", **{"rule-fixed_rounds": "7"}))
    assert "The game lasts 7 rounds." in rounds.text


def test_a_switch_that_is_on_by_default_can_be_turned_off(visitor: Browser) -> None:
    """An unchecked box is a choice."""
    page = visitor.get("/games/new/is-rommi")
    answer = visitor.send(page, "is-rommi", without=("rule-discard_to_close",), player_0="A", player_1="B")
    assert "Not at this table: You must discard your last card" in visitor.get(answer.location).text


NAMES = {
    "empty": ({}, "This game is for 2 to 7 players, not 0."),
    "one": ({"player_0": "Anna"}, "This game is for 2 to 7 players, not 1."),
    "long": ({"player_0": "x" * 200, "player_1": "Bo"}, "This is too long: at most 40 characters."),
    "doubled": ({"player_0": "Anna", "player_3": "anna"}, "Two players are called “anna”"),
    "control": ({"player_0": "A\x07", "player_1": "Bo"}, "Control characters are not allowed here."),
}


@pytest.mark.parametrize("bad", NAMES)
def test_bad_names_are_told_at_their_field_and_stay(visitor: Browser, bad: str) -> None:
    """The message is at a field and in the summary, the input stays, no game is made."""
    fields, sentence = NAMES[bad]
    page = _send(visitor, name="Friday", **fields)
    assert page.status == 422
    assert sentence in page.alerts
    at = {name: page.at(name) for name in page.fields("da-500") if name.startswith("player-")}
    assert any(sentence in said for said in at.values())
    kept = page.fields("da-500")
    assert kept["name"] == "Friday"
    assert all(kept[key.replace("_", "-")] == value for key, value in fields.items())
    assert not visitor.get("/").root.all("a", cls="card")


def test_a_doubled_name_is_told_at_the_second_of_the_two(plain: Browser) -> None:
    """The first field has no message."""
    page = _send(plain, player_0="Anna", player_3="ANNA")
    assert page.at("player-3")
    assert not page.at("player-0")


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "شيماء", "🃏🂡", "O’Brien & <b>", '"quoted"'])
def test_any_name_is_text(visitor: Browser, name: str) -> None:
    """Markup, right-to-left letters and emoji are unchanged, and isolated by `bdi`."""
    page = visitor.get(visitor.new_game("da-500", name, "Bo"))
    assert page.root.all("bdi")
    assert name in [node.text for node in page.root.all("bdi")]
    assert "<script>alert" not in page.html


def test_bad_house_rules_are_told_without_raw_keys(visitor: Browser) -> None:
    """Bounds, an invalid number, options that exclude each other, an unknown choice."""
    page = _send(visitor, player_0="A", player_1="B", rules="1", **{"rule-target": "0"})
    assert page.status == 422
    assert page.at("rule-target") == "Choose a whole number from 1 to 99999."
    assert "The total that ends the game – Choose a whole number from 1 to 99999." in page.alerts
    assert "open" in page.root.all("details", cls="fold")[1].attrs
    page = _send(visitor, player_0="A", player_1="B", **{"rule-fixed_rounds": "many"})
    assert page.at("rule-fixed_rounds") == "Choose a whole number from 1 to 999."
    assert page.fields("da-500")["rule-fixed_rounds"] == "many"
    page = _send(visitor, player_0="A", player_1="B", **{"rule-runs_only": "1", "rule-sets_only": "1"})
    assert "can’t both be on" in page.at("rule-sets_only")
    assert "runs_only" not in page.text
    page = _send(visitor, player_0="A", player_1="B", **{"rule-dealer": "nobody"})
    assert page.at("rule-dealer") == "Choose one of the options."


def test_a_dealer_who_does_not_play_is_told(visitor: Browser) -> None:
    """The marked row must have a name."""
    page = _send(visitor, player_0="A", player_1="B", dealer="5")
    assert page.status == 422
    assert "Choose one of the players as the first dealer." in page.alerts


def test_a_game_that_there_is_not_is_404(plain: Browser) -> None:
    """An unknown variant has no form."""
    assert plain.get("/games/new/canasta").status == 404


def _button(visitor: Browser, page: Page, key: str, **button: str) -> Page:
    return visitor.post(f"/games/new/{key}", {**page.fields(key), **button})


def _named(page: Page, key: str) -> list[str]:
    return [value for field, value in page.fields(key).items() if field.startswith("player-") and value]


def test_last_times_names_stand_there_and_whose_turn_it_is_deals(visitor: Browser) -> None:
    """In the order of the seats; one tap begins."""
    game = visitor.new_game("da-500", "Anna", "Bo", "Cleo", dealer="1")
    visitor.enter(game, "p0", p0_points="5", p1_points="5", p2_points="5")
    page = visitor.get("/games/new/is-rommi")
    assert _named(page, "is-rommi") == ["Anna", "Bo", "Cleo"]
    assert page.fields("is-rommi")["dealer"] == "2"
    again = visitor.send(page, "is-rommi").location
    assert again != game
    assert "Cleo deals" in visitor.get(again).text


def test_other_players_take_one_tap(visitor: Browser) -> None:
    """The names are cleared, the rest stays, and earlier lineups are offered, each once."""
    lineups = [{"Xenia", "Yves"}, {"Anna", "Bo", "Cleo"}]  # all within one second: any may be the last
    visitor.new_game("da-500", "Xenia", "Yves")
    visitor.new_game("da-500", "Anna", "Bo", "Cleo")
    visitor.new_game("is-rommi", "Cleo", "Bo", "Anna")
    page = visitor.get("/games/new/da-500")
    assert set(_named(page, "da-500")) in lineups
    assert not page.root.all("button", name="fill")
    page = visitor.post("/games/new/da-500", {**page.fields("da-500"), "name": "Friday", "empty": "1"})
    assert _named(page, "da-500") == []
    assert page.fields("da-500")["name"] == "Friday"
    assert "autofocus" in page.root.all(id="player-0")[0].attrs
    assert not page.root.all("button", name="empty")
    offered = page.root.all("button", name="fill")
    assert len(offered) == 2
    filled = [_button(visitor, page, "da-500", fill=each.attrs["value"]) for each in offered]
    named = [set(_named(page, "da-500")) for page in filled]
    assert sorted(map(len, named)) == [2, 3]
    assert all(each in lineups for each in named)


def test_no_names_of_other_devices_and_no_more_than_may_play(visitor: Browser, stranger: Browser) -> None:
    """Other devices' games fill in nothing; a lineup of seven is not offered for a smaller game."""
    foreign = stranger.get("/").root.all("a", cls="card")[0].attrs["href"].rsplit("/", 1)[1]
    page = _button(visitor, visitor.get("/games/new/da-500"), "da-500", fill=foreign)
    assert page.status == 200
    assert not _named(page, "da-500")
    page = _button(visitor, page, "da-500", more="8")
    assert visitor.send(page, "da-500", **{f"player_{row}": f"P{row}" for row in range(7)}).location
    assert len(_named(visitor.get("/games/new/cs-500"), "cs-500")) == 7
    page = visitor.get("/games/new/nb-rummy")
    assert not _named(page, "nb-rummy")
    assert not page.root.all("button", name="fill")


def test_a_second_tap_on_begin_leads_to_the_same_game(visitor: Browser) -> None:
    """The dealer is drawn once, also if the first response with its cookie was lost."""
    page = visitor.get("/games/new/da-500")
    before = visitor.client.get_cookie("session")
    names = {"player_0": "Anna", "player_1": "Bo", "player_2": "Cleo", "dealer": "draw"}
    first = visitor.send(page, "da-500", **names)
    said = visitor.follow(first).alerts
    for _ in range(5):
        again = visitor.send(page, "da-500", **names)
        assert again.location == first.location
        assert visitor.follow(again).alerts == said
    assert len(visitor.get("/").root.all("a", cls="card")) == 1
    assert before
    visitor.client.delete_cookie("device")
    visitor.client.set_cookie("session", before.value)
    assert visitor.send(page, "da-500", **names).location == first.location
    assert visitor.get(first.location).status == 200


def test_the_same_form_with_other_names_is_another_game(visitor: Browser) -> None:
    """So is a form without key, or with an invalid one."""
    page = visitor.get("/games/new/da-500")
    games = [visitor.send(page, "da-500", player_0="Anna", player_1=name).location for name in ("Bo", "Cleo")]
    for odd in ("", "x", "A" * 32, "0" * 5000):
        names = {"player_0": "Anna", "player_1": "Bo"}
        games += [visitor.send(page, "da-500", entry_id=odd, **names).location for _ in range(2)]
    assert len(set(games)) == len(games)


def test_somebody_elses_key_opens_nothing(visitor: Browser, stranger: Browser) -> None:
    """A copied key makes a game of one's own."""
    page = visitor.get("/games/new/da-500")
    names = {"player_0": "Anna", "player_1": "Bo"}
    game = visitor.send(page, "da-500", **names).location
    forged = stranger.send(
        stranger.get("/games/new/da-500"), "da-500", entry_id=page.fields("da-500")["entry_id"], **names
    )
    assert forged.location not in ("", game)
    assert stranger.get(game).status == 403


def test_a_form_sent_again_after_its_game_was_deleted_makes_a_new_one(visitor: Browser) -> None:
    """The deleted one stays deleted."""
    page = visitor.get("/games/new/da-500")
    names = {"player_0": "Anna", "player_1": "Bo"}
    game = visitor.send(page, "da-500", **names).location
    visitor.send(visitor.get(f"{game}/delete"), "/delete")
    assert visitor.send(page, "da-500", **names).location != game
    assert visitor.get(game).status == 403


def test_seats_are_moved_with_dealer_and_points(visitor: Browser) -> None:
    """A button moves a row up; the rest of the form stays."""
    typed = {"player-0": "Anna", "player-2": "Bo", "points-2": "40", "dealer": "2", "name": "Friday"}
    page = _button(visitor, visitor.get("/games/new/da-500"), "da-500", more="8", **typed)
    page = _button(visitor, page, "da-500", up="2")
    page = _button(visitor, page, "da-500", up="1")
    data = page.fields("da-500")
    assert (data["player-0"], data["player-1"], data["dealer"]) == ("Bo", "Anna", "0")
    assert (data["points-0"], data["points-1"], data["name"]) == ("40", "", "Friday")
    assert ("HX-Retarget" in page.response.headers) is visitor.htmx


@pytest.mark.parametrize("odd", ["0", "-1", "99", "x", "", "٣", "9" * 500])
def test_odd_buttons_move_nothing(plain: Browser, odd: str) -> None:
    """With invalid rows and numbers of rows."""
    page = plain.get("/games/new/da-500")
    moved = plain.post("/games/new/da-500", {**page.fields("da-500"), "player-0": "Anna", "up": odd})
    assert moved.status == 200
    assert moved.fields("da-500")["player-0"] == "Anna"
    grown = plain.post("/games/new/da-500", {**page.fields("da-500"), "more": odd, "fill": odd})
    assert grown.status == 200
    assert _rows(grown) in (4, 8)


def test_the_first_dealer_is_drawn_by_lot_and_named(visitor: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server draws, and the scoreboard names the dealer."""
    monkeypatch.setattr("scorekeeper.web.games.new_game_form.choice", lambda names: names[-1])
    page = visitor.get(_send(visitor, player_0="Anna", player_1="Bo", dealer="draw").location)
    assert "Drawn by lot: Bo deals first." in page.alerts
    assert "Bo deals" in page.text


def test_a_game_begun_on_paper_goes_on_with_its_points(visitor: Browser) -> None:
    """Sums and minus signs are accepted; an empty field is 0."""
    points = {"points-0": "40+35−15", "points-2": "−30"}
    page = visitor.get(_send(visitor, player_0=" Anna ", player_1="Bo", player_2="Cleo", **points).location)
    totals = {li.all("bdi")[0].text: li.all("b")[0].text for li in page.root.all(cls="totals")[0].all("li")}
    assert totals == {"Anna": "60", "Bo": "0", "Cleo": "−30"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("many", "isn’t a whole number"),
        ("1.5", "isn’t a whole number"),
        ("100000", "at most 99999"),
        ("٣", "isn’t a whole number"),
    ],
)
def test_bad_points_are_told_at_their_field(visitor: Browser, text: str, sentence: str) -> None:
    """Words, decimals, too large numbers, and points without a name."""
    page = _send(visitor, player_0="Anna", player_1="Bo", **{"points-1": text})
    assert page.status == 422
    assert sentence in page.at("points-1")
    assert page.fields("da-500")["points-1"] == text
    page = _send(visitor, player_0="Anna", player_1="Bo", **{"points-3": "5"})
    assert "These points have no name. Type one." in page.at("points-3")


def _listed(page: Page) -> list[str]:
    return [link.attrs["href"].rpartition("/")[2] for link in page.root.all("a", cls="card")]


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("romme", {"de-romme", "de-turnier"}),
        ("ROMMÉ", {"de-romme", "de-turnier"}),
        ("  sweden 500 ", {"sv-500"}),
        ("any game", {"points"}),
        ("a game of the moon", set()),
    ],
)
def test_a_search_finds_what_the_cards_show(plain: Browser, search: str, found: set[str]) -> None:
    """Case and accents do not matter; every word must be there."""
    page = plain.get(f"/games/new?search={search}")
    assert set(_listed(page)) == found
    assert page.root.all(id="games-found")[0].text == f"{len(found)} game{'s' * (len(found) != 1)} found"
    assert page.root.all("input", name="search")[0].attrs["value"] == search.strip()
    assert bool(page.root.all("a", cls="button", href="/games/new/points")) is not found


def test_the_kinds_that_were_played_lately_come_first(visitor: Browser) -> None:
    visitor.new_game("sv-500", "Anna", "Bo")
    visitor.new_game("is-rommi", "Anna", "Bo")
    page = visitor.get("/games/new")
    assert set(_listed(page)[:2]) == {"is-rommi", "sv-500"}
    assert [("played lately" in card.text) for card in page.root.all("a", cls="card")][:3] == [True, True, False]
