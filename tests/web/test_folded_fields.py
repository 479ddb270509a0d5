"""The folded fields that only some games have: asked where a house rule can make them matter, judged, and read back."""

import pytest

from scorekeeper.rules.variants import VARIANTS

from ..api.conftest import only_sqlite
from .pages import Browser, Page
from .test_referee import word

CALL = {"discard": "6s", "discarder": "p0", "callers": "p1", "table": "3s 4s 5s"}
SWAP = {"meld": "3d jk=4d 5d", "offered": "4d", "player": "p0", "meld_owner": "p1"}
LAID = {"table": "js qs ks\n10d 10c 10h", "cards": "10s"}
FIELDS = [
    ("da-500", "rummy-call", "next_drew", "1", CALL, "DA-A9"),
    ("da-500", "joker-swap", "before_drawing", "1", SWAP, "DA-A12"),
    ("is-rommi", "lay-off", "own_melds", "1", LAID, "IS-A2"),
    ("en-500", "rummy-call", "next_drew", "1", CALL, "E5-A12"),
    ("en-500", "rummy-call", "wanted", "2s", {**CALL, "discard": "kd", "pile": "2s kd"}, "E5-31"),
    ("en-500", "rummy-call", "caller_hand", "ks kh", {**CALL, "discard": "kd"}, "E5-A3"),
]

ALSO_ASKED = {  # whose rule the answer names without the field, too
    "next_drew": {"fi-500"},
    "caller_hand": {"fi-500"},
    "before_drawing": {"en-kalooki", "cs-zoliky"},
    "own_melds": {"cs-zoliky"},
}


def ask(browser: Browser, game: str, slug: str, **typed: str) -> Page:
    return browser.send(browser.get(f"{game}/referee/{slug}"), f"/{slug}", **typed)


@only_sqlite
@pytest.mark.parametrize(("variant", "slug", "name", "text", "typed", "rule"), FIELDS)
@pytest.mark.parametrize("htmx", [False, True])
def test_a_folded_field_is_judged_and_shown_again(
    plain: Browser, variant: str, slug: str, name: str, text: str, typed: dict[str, str], rule: str, htmx: bool
) -> None:
    game = plain.given_game(variant, "Ida", "Ole")
    plain.htmx = htmx
    unsaid = ask(plain, game, slug, **typed)
    said = ask(plain, game, slug, **typed, **{name: text})
    assert (unsaid.status, said.status) == (200, 200)
    assert f"Rule {rule}" not in unsaid.text
    assert rule in said.text
    assert said.fields(f"/{slug}")[name] == text


@only_sqlite
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("slug", "name"), dict.fromkeys(field[1:3] for field in FIELDS))
def test_only_a_game_whose_rules_can_use_a_field_asks_for_it(
    plain: Browser, variant: str, slug: str, name: str
) -> None:
    owners = {owner for owner, _slug, field, *_ in FIELDS if field == name} | ALSO_ASKED.get(name, set())
    page = plain.get(f"{plain.given_game(variant, 'Ida', 'Ole')}/referee/{slug}")
    if page.status == 404:
        assert variant not in owners
        return
    assert (f'name="{name}"' in page.html) == (variant in owners)


@only_sqlite
@pytest.mark.parametrize(
    ("variant", "slug", "typed", "told"),
    [
        ("da-500", "rummy-call", {**CALL, "next_drew": "1"}, "before the callyes"),
        ("da-500", "joker-swap", {**SWAP, "before_drawing": "1"}, "The player hadn’t drawn yetyes"),
        ("is-rommi", "lay-off", {**LAID, "own_melds": "1, 2"}, "the first is 11, 2"),
    ],
)
def test_a_stored_dispute_tells_what_was_said_in_the_field(
    plain: Browser, variant: str, slug: str, typed: dict[str, str], told: str
) -> None:
    game = plain.given_game(variant, "Ida", "Ole")
    assert plain.send(ask(plain, game, slug, **typed), "/decision", decide="overrule").location == game
    assert told in plain.get(f"{game}/referee/rulings/1").text


def test_a_call_after_the_next_player_drew_comes_too_late(plain: Browser) -> None:
    game = plain.given_game("da-500", "Ida", "Ole")
    late, in_time = ask(plain, game, "rummy-call", **CALL, next_drew="1"), ask(plain, game, "rummy-call", **CALL)
    assert word(in_time) == "Ole gets the 6♠"
    assert word(late) != word(in_time)


@pytest.mark.parametrize(
    ("text", "said"),
    [("0", "The first meld is number 1."), ("1 x", "“x”"), ("-1", "The first meld is number 1"), ("1 9999", "")],
)
def test_own_melds_that_are_no_numbers_of_melds_are_refused_at_their_field(
    plain: Browser, text: str, said: str
) -> None:
    game = plain.given_game("is-rommi", "Ida", "Ole")
    refused = ask(plain, game, "lay-off", **LAID, own_melds=text)
    assert refused.status == 422
    assert said in refused.text
    assert refused.fields("/lay-off")["own_melds"] == text
