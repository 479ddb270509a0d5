"""What a joker was laid as: told with the meld, or asked for by the verdict and answered by a tap."""

import pytest

from .pages import Browser, Page


def word(page: Page) -> str:
    """Return the verdict's headline."""
    return page.root.all(cls="word")[0].text


def taps(page: Page) -> list[str]:
    """Return the values of the buttons that name a joker."""
    return [button.attrs["value"] for button in page.root.all("button", name="joker")]


CALL = {"discard": "10h", "table": "ks kd kc\n\n8h 9h jk", "discarder": "p2", "callers": "p1"}


def test_a_call_asks_what_the_joker_on_the_table_is(visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    page = visitor.send(visitor.get(f"{game}/referee/rummy-call"), "/rummy-call", **CALL)
    assert word(page) == "First: which card is the joker?"
    assert "The joker on the table is: 8♥ 9♥ Joker" in page.text
    assert page.at("table") == "Say first what the joker stands for."
    assert taps(page) == ["table:1:7H", "table:1:TH"]
    wrong = visitor.send(page, "/rummy-call", joker="table:1:TH")
    assert wrong.fields("/rummy-call")["table"].splitlines()[-1] == "8h 9h JK=TH"
    assert "It costs Ole 50 points." in wrong.text
    right = visitor.send(page, "/rummy-call", joker="table:1:7H")
    assert word(right) == "Ole gets the 10♥"
    assert not taps(right)


def test_what_the_keypad_says_about_the_joker_is_heard(visitor: Browser) -> None:
    """8, 9 and a joker that is the ten: no place for the ten."""
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    typed = {**CALL, "table": "8h 9h jk=10h"}
    page = visitor.send(visitor.get(f"{game}/referee/rummy-call"), "/rummy-call", **typed)
    assert "It costs Ole 50 points." in page.text


@pytest.mark.parametrize(
    ("variant", "slug", "typed", "asked", "tap"),
    [
        (
            "cs-500",
            "pile",
            {
                "take": "deeper_card",
                "wanted": "5s",
                "pile": "5s 9d",
                "hand_before": "jk 6s",
                "laid_new_melds": "5s 6s jk",
            },
            ["laid_new_melds:0:4S", "laid_new_melds:0:7S"],
            "laid_new_melds:0:7S",
        ),
        (
            "da-500",
            "go-out",
            {"laid_new_melds": "9s 9d 9c\n7s 8s jk", "discard": "kd"},
            ["laid_new_melds:1:6S", "laid_new_melds:1:9S"],
            "laid_new_melds:1:9S",
        ),
        (
            "da-500",
            "play",
            {"laid_new_melds": "7s 8s jk"},
            ["laid_new_melds:0:6S", "laid_new_melds:0:9S"],
            "laid_new_melds:0:9S",
        ),
        (
            "da-500",
            "play",
            {"laid_new_melds": "7s 8s jk", "discard": "kd", "out": "1"},
            ["laid_new_melds:0:6S", "laid_new_melds:0:9S"],
            "laid_new_melds:0:6S",
        ),
        (
            "de-romme-named",
            "opening",
            {"melds": "kh ks jk\n10h jh qh"},
            ["melds:0:KD", "melds:0:KC"],
            "melds:0:KC",
        ),
    ],
)
def test_a_verdict_that_stands_whatever_the_joker_is_has_its_headline_and_asks_below(
    visitor: Browser, variant: str, slug: str, typed: dict[str, str], asked: list[str], tap: str
) -> None:
    """The game asks for the joker's name, but the name changes nothing about the verdict."""
    rules = {"declare_suit_in_sets": True} if variant.endswith("named") else {}
    game = visitor.given_game(variant.removesuffix("-named"), "Ida", "Ole", "Eva", **rules)
    page = visitor.send(visitor.get(f"{game}/referee/{slug}"), f"/{slug}", **typed)
    assert page.root.all(id="verdict")[0].attrs["class"] == "verdict good"
    assert "which card is the joker" not in page.text
    assert "Still missing" in page.text
    assert taps(page) == asked
    told = visitor.send(page, f"/{slug}", joker=tap)
    assert word(told) == word(page)
    assert not taps(told)


@pytest.mark.parametrize(
    ("variant", "slug", "typed", "asked", "tap"),
    [
        (
            "da-500",
            "go-out",
            {"table": "8h 9h jk + 10h", "discard": "kd"},
            ["table:0:7H", "table:0:TH"],
            "table:0:7H",
        ),
        ("de-romme", "lay-off", {"table": "4h 5h jk", "cards": "6h"}, ["table:0:3H", "table:0:6H"], "table:0:3H"),
        (
            "da-500",
            "joker-swap",
            {"meld": "8h 8s jk", "offered": "8d", "meld_owner": "p1"},
            ["meld:0:8D", "meld:0:8C"],
            "meld:0:8D",
        ),
        (
            "nb-rummy",
            "table",
            {"before": "4s 5s jk", "played": "6s", "after": "4s 5s 6s jk"},
            ["before:0:3S", "before:0:6S"],
            "before:0:3S",
        ),
        ("da-500", "play", {"table": "8h 9h jk + 10h"}, ["table:0:7H", "table:0:TH"], "table:0:7H"),
        (
            "de-romme",
            "opening",
            {"melds": "7h 8h jk\n5s 6s 7s"},
            ["melds:0:6H", "melds:0:9H"],
            "melds:0:9H",
        ),
    ],
)
def test_a_question_that_hangs_on_a_joker_is_settled_by_a_tap(
    visitor: Browser, variant: str, slug: str, typed: dict[str, str], asked: list[str], tap: str
) -> None:
    game = visitor.given_game(variant, "Ida", "Ole", "Eva")
    page = visitor.send(visitor.get(f"{game}/referee/{slug}"), f"/{slug}", **typed)
    assert word(page).startswith(
        ("First: which card is the joker?", "First: which tile is the joker?", "Name the joker")
    )
    assert taps(page) == asked
    told = visitor.send(page, f"/{slug}", joker=tap)
    assert told.status == 200
    assert not taps(told)
    assert not word(told).startswith(("First:", "Name the joker"))


@pytest.mark.parametrize(
    "joker", ["table:9:TH", "table:x:TH", "table:²:TH", "nothing:0:TH", "table:1:ZZ", "::", "table:1"]
)
def test_a_tap_that_was_tampered_with_names_nothing(plain: Browser, joker: str) -> None:
    game = plain.given_game("da-500", "Ida", "Ole", "Eva")
    page = plain.send(plain.get(f"{game}/referee/rummy-call"), "/rummy-call", **CALL)
    again = plain.send(page, "/rummy-call", joker=joker)
    assert again.status == 200
    assert taps(again) == ["table:1:7H", "table:1:TH"]


@pytest.mark.parametrize(
    ("slug", "field", "typed", "sentence"),
    [
        ("rummy-call", "table", {**CALL, "table": "8h 9h jk=2c"}, "The joker in this meld can’t be 2♣."),
        ("rummy-call", "table", {**CALL, "table": "7h 8h 9h=2c"}, "You named more cards for jokers than there are"),
        ("go-out", "laid_new_melds", {"laid_new_melds": "8h 9h jk=2c", "discard": "kd"}, "can’t be 2♣"),
        ("go-out", "table", {"table": "8h 9h 10h + jk=2c", "discard": "kd"}, "can’t be 2♣"),
        ("lay-off", "cards", {"table": "8h 9h 10h", "cards": "jk=2c"}, "can’t be 2♣ on any meld"),
        ("play", "laid_new_melds", {"laid_new_melds": "8h 9h jk=2x"}, "isn’t a card"),
    ],
)
def test_a_card_that_the_joker_cannot_be_is_told_at_its_field(
    visitor: Browser, slug: str, field: str, typed: dict[str, str], sentence: str
) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    page = visitor.send(visitor.get(f"{game}/referee/{slug}"), f"/{slug}", **typed)
    assert page.status == 422
    assert sentence in page.at(field)


def test_a_stored_dispute_shows_what_the_joker_was_laid_as(visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole", "Eva")
    page = visitor.send(visitor.get(f"{game}/referee/rummy-call"), "/rummy-call", **{**CALL, "table": "8h 9h jk=10h"})
    visitor.follow(visitor.send(page, "/decision", decide="accept"))
    assert "8♥ 9♥ Joker = 10♥" in visitor.get(f"{game}/referee/rulings/1").text


def test_a_joker_just_laid_off_is_named_by_a_tap(visitor: Browser) -> None:
    """Whether the closing card fits beside it depends on it."""
    game = visitor.given_game("da-500", "Ida", "Ole", close_with_fitting_card=False, close_face_up=True)
    typed = {"table": "ks kd kc\n7h 8h 9h + jk", "discard": "10h"}
    page = visitor.send(visitor.get(f"{game}/referee/go-out"), "/go-out", **typed)
    assert taps(page) == ["table:1:6H", "table:1:TH"]
    told = visitor.send(page, "/go-out", joker="table:1:TH")
    assert told.fields("/go-out")["table"].splitlines()[-1] == "7h 8h 9h + JK=TH"
    assert not taps(told)
    assert "The round is over" in told.text


def test_both_cards_of_a_set_are_given_in_one_field(visitor: Browser) -> None:
    game = visitor.given_game("de-romme", "Ida", "Ole", joker_swap=True, open_joker_of_set="both")
    page = visitor.get(f"{game}/referee/joker-swap")
    assert page.root.all(id="offered")[0].attrs["data-kind"] == "cards"
    told = visitor.send(page, "/joker-swap", meld="js jd jk", offered="jc jh")
    assert word(told) == "Yes: the J♣ and J♥ in, the joker to your hand"
    assert "+ J♣ + J♥" in told.text


def test_where_one_card_frees_a_joker_one_is_given(visitor: Browser) -> None:
    game = visitor.given_game("da-500", "Ida", "Ole")
    page = visitor.get(f"{game}/referee/joker-swap")
    assert page.root.all(id="offered")[0].attrs["data-kind"] == "card"
    assert "Only one card here." in visitor.send(page, "/joker-swap", meld="js jd jk", offered="jc jh").text
