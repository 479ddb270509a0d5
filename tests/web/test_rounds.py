"""A round's page, corrections, voiding, and their history."""

import re
from urllib.parse import parse_qs

import pytest

from .pages import Browser, Page


@pytest.fixture
def game(visitor: Browser) -> str:
    """A Danish game of two with a round: Anna by cards, Bo by sums."""
    address = visitor.given_game("da-500", "Anna", "Bo")
    visitor.enter(
        address, "p0", p0_melds="7H 8H 9H\nTS TD TC", p0_laid_off="6H", p1_plus="40", p1_minus="15", p1_peeks="1"
    )
    return address


def _edit(visitor: Browser, game: str, **changed: str) -> Page:
    return visitor.send(visitor.get(f"{game}/rounds/1/edit"), "/edit", **changed)


def test_the_form_of_a_correction_holds_the_round_as_it_was_entered(visitor: Browser, game: str) -> None:
    """Cards are shown with suit signs, and saved unchanged."""
    fields = visitor.get(f"{game}/rounds/1/edit").fields("/edit")
    assert fields["who"] == "p0"
    assert fields["p0-melds"].split("\n") == ["7♥ 8♥ 9♥", "10♠ 10♦ 10♣"]
    assert (fields["p0-laid_off"], fields["p1-plus"], fields["p1-minus"], fields["p1-peeks"]) == ("6♥", "40", "15", "1")
    before = visitor.get(f"{game}/rounds/1").root.all(cls="shares")[0].text
    page = visitor.follow(_edit(visitor, game))
    assert "Round 1 corrected." in page.alerts
    assert visitor.get(f"{game}/rounds/1").root.all(cls="shares")[0].text == before


@pytest.mark.parametrize(
    ("variant", "who", "typed"),
    [
        ("da-500", "p0", {"p0_melds": "7H 8H 9H\nTS TD TC", "p1_plus": "40", "p1_peeks": "1"}),
        ("da-500", "p0", {"p0_points": "50", "p1_points": "-25"}),
        ("da-500", "stock_empty", {"p0_points": "50", "p1_points": "-25"}),
        ("de-romme", "p1", {"p0_minus": "40"}),
        ("de-romme", "p1", {"p0_minus": "40", "way": "hand_romme"}),
        ("nb-rummy", "p0", {"p1_minus": "40"}),
        ("is-rommi", "p0", {"p1_hand": "KS 7H"}),
    ],
)
def test_a_phone_without_network_has_what_a_correction_starts_with(
    plain: Browser, variant: str, who: str, typed: dict[str, str]
) -> None:
    """The row's points and who went out, or else `data-typed`, are the fields of the form of the correction."""
    game = plain.given_game(variant, "Anna", "Bo")
    plain.enter(game, who, **typed)
    edited = {
        name: text
        for name, text in plain.get(f"{game}/rounds/1/edit").fields("/edit").items()
        if text and re.fullmatch(r"who|way|p\d-.*", name)
    }
    row = plain.get(game).root.all(cls="rounds")[0].all("tbody")[0].all("tr")[0]
    if "data-typed" in row.attrs:
        assert {name: texts[0] for name, texts in parse_qs(row.attrs["data-typed"]).items()} == edited
    else:
        [own] = {name.partition("-")[2] for name in edited} - {""}
        points = [cell.text.rpartition("out")[2] for cell in row.all("td")]
        shown = {f"p{at}-{own}": text if own == "points" else text.lstrip("−") for at, text in enumerate(points)}
        assert {name: text for name, text in shown.items() if name in edited} | {"who": who} == edited


def test_the_row_of_a_round_of_other_players_says_that_its_correction_needs_the_network(plain: Browser) -> None:
    """The cached form is that of the next round."""
    game = plain.given_game("da-500", "Anna", "Bo", "Cleo")
    plain.enter(game, "p0", p0_points="50", p1_points="-25", p2_points="0")
    assert not plain.get(game).root.all("tr", data_typed="")
    plain.send(plain.get(f"{game}/settings"), "/settings", **{"leaves-3": "1"})
    assert plain.get(game).root.all("tr", data_typed="")


def test_a_correction_changes_the_totals_and_stands_in_the_history(visitor: Browser, game: str) -> None:
    """Before and after, with the reason; earlier revisions stay."""
    _edit(visitor, game, without=(), p0_melds="", p0_laid_off="", p0_points="100", why="a card was <hidden>")
    assert "Anna leads 100" in visitor.get(game).text
    history = visitor.get(f"{game}/history")
    assert "Round 1 was corrected." in history.text
    assert "Anna 50 → 100 50, now 100" in history.text
    assert "a card was <hidden>" in history.text
    assert "Round 1 was entered." in history.text
    assert "The game started." in history.text
    assert all("T" in node.attrs["datetime"] for node in history.root.all("time"))


def test_a_bad_correction_keeps_what_was_typed(visitor: Browser, game: str) -> None:
    """As with a new round; the stored round is unchanged."""
    page = _edit(visitor, game, p1_minus="x", why="y")
    assert page.status == 422
    assert "isn’t a whole number" in page.at("p1-minus")
    assert page.fields("/edit")["why"] == "y"
    assert "Correct round 1" in page.root.all("h1")[0].text


def test_a_correction_can_be_warned_of_and_accepted(visitor: Browser, game: str) -> None:
    """For points that no cards add up to."""
    page = _edit(visitor, game, p0_melds="", p0_laid_off="", p0_points="51")
    assert page.status == 422
    assert "multiple of 5" in page.alerts
    visitor.send(page, "/edit", accept_warnings="1")
    assert "Anna leads 51" in visitor.get(game).text


def test_a_correction_of_an_old_page_is_told(visitor: Browser, game: str) -> None:
    """Saving again works."""
    form = visitor.get(f"{game}/rounds/1/edit")
    visitor.enter(game, "p1", p0_points="5", p1_points="5")
    page = visitor.send(form, "/edit", p1_minus="20")
    assert page.status == 409
    assert page.fields("/edit")["p1-minus"] == "20"
    visitor.send(page, "/edit")
    assert "hand −20" in visitor.get(f"{game}/rounds/1").text


def test_a_voided_round_counts_no_more_and_is_marked_in_words(visitor: Browser, game: str) -> None:
    """It keeps its number; the history has the reason; a correction makes it count again."""
    page = visitor.follow(visitor.send(visitor.get(f"{game}/rounds/1"), "/void", why="counted twice"))
    assert "Round 1 is void." in page.alerts
    page = visitor.get(game)
    assert "1 void" in page.root.all("tbody")[0].text
    assert page.root.all("tr", cls="void")
    assert "Anna 0" in page.root.all(cls="totals")[0].text
    assert "This round is void" in visitor.get(f"{game}/rounds/1").text
    history = visitor.get(f"{game}/history").text
    assert "Round 1 was voided." in history
    assert "Why: counted twice" in history
    _edit(visitor, game)
    assert "Anna leads 50" in visitor.get(game).text


def test_a_reason_that_is_too_long_is_told_and_stays(visitor: Browser, game: str) -> None:
    """The limit is two hundred characters."""
    page = visitor.send(visitor.get(f"{game}/rounds/1"), "/void", why="x" * 201)
    assert page.status == 422
    assert "at most 200 characters" in page.at("why")
    assert page.fields("/void")["why"] == "x" * 201
    page = _edit(visitor, game, why="x" * 201)
    assert page.status == 422
    assert "at most 200 characters" in page.at("why")


def test_a_void_from_an_old_page_shows_the_round_as_it_is(visitor: Browser, game: str) -> None:
    """The round is not voided, and the reason stays in the form."""
    page = visitor.get(f"{game}/rounds/1")
    _edit(visitor, game, p1_minus="20")
    answer = visitor.send(page, "/void", why="because")
    assert answer.status == 409
    assert "The game has changed in the meantime." in answer.alerts
    assert answer.fields("/void")["why"] == "because"
    assert not visitor.get(game).root.all("tr", cls="void")


def test_the_history_tells_undo_redo_and_the_end(visitor: Browser, game: str) -> None:
    """Every revision is a sentence."""
    for action in ("/end", "/undo", "/redo", "/undo", "/undo", "/redo"):
        visitor.send(visitor.get(game), action)
    text = visitor.get(f"{game}/history").text
    for sentence in (
        "The table ended the game.",
        "The end of the game was undone.",
        "The end of the game was redone.",
        "Round 1 was undone.",
        "Round 1 was restored.",
    ):
        assert sentence in text
    assert "Anna 50 → undone" in text


def test_a_round_leads_to_its_neighbours(visitor: Browser, game: str) -> None:
    """The first has no previous one, the last no next one."""
    assert not visitor.get(f"{game}/rounds/1").root.all("nav")
    for _ in range(2):
        visitor.enter(game, "p1", p0_points="5", p1_points="5")
    for number, neighbours in ((1, ["2"]), (2, ["1", "3"]), (3, ["2"])):
        links = visitor.get(f"{game}/rounds/{number}").root.all("nav")[0].all("a")
        assert [link.attrs["href"] for link in links] == [f"{game}/rounds/{each}" for each in neighbours]


def test_a_round_tells_its_own_history_and_no_other_rounds(visitor: Browser, game: str) -> None:
    """Who entered, corrected and voided it, why, what changed; the latest first."""
    visitor.enter(game, "p1", p0_points="5", p1_points="5")
    _edit(visitor, game, p1_minus="20", why="one more card")
    visitor.send(visitor.get(f"{game}/rounds/1"), "/void", why="<twice>")
    told = [item.text for item in visitor.get(f"{game}/rounds/1").root.all("ol", cls="history")[0].all("li")]
    told = [text for text in told if text.startswith("Round")]
    assert [text.split(".")[0] for text in told] == [
        "Round 1 was voided",
        "Round 1 was corrected",
        "Round 1 was entered",
    ]
    assert "Why: <twice>" in told[0]
    assert "Why: one more card" in told[1]
    assert "Bo 0 → −5 0, now −5" in told[1]
    assert "Anna 50" in told[2]


@pytest.mark.parametrize("address", ["/rounds/2", "/rounds/2/edit", "/rounds/0"])
def test_a_round_that_there_is_not_has_a_way_back(visitor: Browser, game: str, address: str) -> None:
    """404 with a link to the game."""
    page = visitor.get(game + address)
    assert page.status == 404
    assert "Round not found" in page.text
    assert page.root.all("a", href=game)
    assert visitor.post(f"{game}/rounds/2/void", visitor.get(f"{game}/rounds/1").fields("/void")).status == 404
