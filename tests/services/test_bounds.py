"""Input is bounded, and parsed in linear time before a game is locked."""

import json
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorekeeper.rules import cards
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.services import payload_reading
from scorekeeper.services.bounds import LONGEST_FIELD, MOST_CARDS, MOST_ERRORS, MOST_PEOPLE, MOST_PLAYERS, MOST_VALUES
from scorekeeper.services.errors import Busy, Invalid, NotNow
from scorekeeper.services.games import changes
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.games.course import undo
from scorekeeper.services.games.creating import create_game
from scorekeeper.services.games.round_input import read_round
from scorekeeper.services.games.rounds import enter_round
from scorekeeper.services.games.settings import NewSettings, change_settings
from scorekeeper.services.json_input import decode
from scorekeeper.services.payload_reading import read, received
from scorekeeper.services.payloads import NewChange, NewGame, NewRound
from scorekeeper.services.referee.ask import read_question
from scorekeeper.services.referee.rulings import ask_in_game
from scorekeeper.services.transfer.lazy_json import decode_in_pieces
from scorekeeper.services.transfer.work_queue import Queue
from scorekeeper.services.views import round_entries
from scorekeeper.services.views.loading import load_game
from scorekeeper.services.views.state import Setup
from scorekeeper.web.referee.notation import typed_melds, typed_table
from scorekeeper.web.rounds import entry_form
from scorekeeper.web.rounds.round_form import RoundForm
from tests.web.pages import Browser

SETUP = Setup(None, (("1", "Anna"), ("2", "Bo"), ("3", "Cleo")), {}, "1")
POINTS: dict[str, Any] = {"closer": "Bo", "entries": {name: {"points": 5} for name in ("Anna", "Bo", "Cleo")}}


def round_with(**of_anna: object) -> dict[str, Any]:
    return {"closer": "Bo", "entries": {**POINTS["entries"], "Anna": of_anna}}


def problems_of(read_it: Callable[[], object]) -> list[tuple[tuple[str | int, ...], str]]:
    with pytest.raises(Invalid) as refused:
        read_it()
    return [(problem.path, problem.message.format(**problem.values)) for problem in refused.value.problems]


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.key)
def test_no_game_has_more_cards_or_players_than_are_taken(variant: Any) -> None:
    for players in range(variant.deal.fewest_players, variant.most_players + 1):
        assert variant.deck.size(players) <= MOST_CARDS
    assert variant.most_players <= MOST_PLAYERS
    for option in variant.options:
        for choice in option.choices or (option.lowest, option.highest):
            other = variant.with_house_rules({option.key: choice})
            assert other.deck.size(other.most_players) <= MOST_CARDS
            assert other.most_players <= MOST_PLAYERS


def test_each_card_of_a_round_is_read_a_fixed_number_of_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of melds does not matter."""
    looked_at = 0

    class Counted(list[Any]):
        def __iter__(self) -> Iterator[Any]:
            nonlocal looked_at
            for each in super().__iter__():
                looked_at += 1
                yield each

    def parsed(texts: Any, **options: Any) -> Any:
        return cards.parse_cards(Counted(texts), **options)

    monkeypatch.setattr(round_entries, "parse_cards", parsed)
    work = []
    for melds in (50, 100, 200):
        looked_at = 0
        raw = {"melds": Counted([["7H"]] * melds)}
        round_entries.read_entry(raw)
        work.append(looked_at)
    assert work[2] - work[1] == 2 * (work[1] - work[0])


@pytest.mark.parametrize(
    ("entry", "path"),
    [
        ({"melds": [["7H", "8H", "9H"]] * 12_000}, ("entries", "Anna", "melds")),
        ({"melds": [[]] * 12_000}, ("entries", "Anna", "melds")),
        ({"melds": [["7H"] * 300]}, ("entries", "Anna", "melds")),
        ({"hand": ["7H"] * 12_000}, ("entries", "Anna", "hand")),
        ({"laid_off": ["7H"] * 12_000}, ("entries", "Anna", "laid_off")),
        ({"hand": ["7H"] * 150, "laid_off": ["7H"] * 150}, ("entries", "Anna")),
    ],
)
def test_more_cards_than_any_packs_hold_are_refused_in_one_sentence(entry: dict[str, Any], path: Any) -> None:
    body = round_with(**entry)
    [(found, sentence)] = problems_of(lambda: read_round(VARIANTS["da-500"], SETUP, read(NewRound, body)))
    assert found == path
    assert str(MOST_CARDS) in sentence


def test_a_round_of_more_players_than_any_game_has_is_refused_before_their_entries_are_read() -> None:
    entries = {f"p{number}": {"x": 1} for number in range(MOST_PLAYERS + 1)}
    [(path, sentence)] = problems_of(lambda: read(NewRound, {"entries": entries}))
    assert path == ("entries",)
    assert str(MOST_PLAYERS) in sentence


NEW = {"variant": "da-500", "players": ["A", "B"]}


@pytest.mark.parametrize(
    ("body", "path"),
    [
        (
            {"variant": "da-500", "players": ["A", "B"], "house_rules": {f"k{n}": 1 for n in range(9_000)}},
            "house_rules",
        ),
        ({**NEW, **{f"k{n}": 1 for n in range(9_000)}}, None),
        ({**NEW, "k" * 500: 1}, None),
        ({"variant": "da-500", "players": [{}] * 9_000}, "players"),
        ({**NEW, "name": "e\u0301\u0316" * 300_000}, "name"),
        ({"variant": "d" * 500_000, "players": ["A", "B"]}, "variant"),
    ],
)
def test_a_new_game_with_far_too_much_of_something_is_refused(body: Any, path: str | None) -> None:
    found = problems_of(lambda: read(NewGame, body))
    assert len(found) <= MOST_PLAYERS + 1
    assert found[-1][0][:1] == (() if path is None else (path,))
    assert all(len(sentence) < 300 for _, sentence in found)


def test_no_more_than_a_hundred_problems_are_told() -> None:
    wrong = {f"k{number}": 1 for number in range(150)}
    assert len(problems_of(lambda: read(NewRound, {"entries": {"A": wrong}}))) == MOST_ERRORS


@pytest.mark.parametrize("value", [b"[]", b"{}", b"0", b'"a"'])
def test_a_body_of_far_too_many_values_is_not_decoded(value: bytes) -> None:
    assert decode(b"[" + b",".join([value] * 10) + b"]")
    [(path, sentence)] = problems_of(lambda: decode(b"[" + b",".join([value] * (MOST_VALUES + 1)) + b"]"))
    assert path == ()
    assert "far more values" in sentence


MANY_KEYS = b",".join(b'"k%06d":1' % number for number in range(400_000))


@pytest.mark.parametrize(
    "sent",
    [
        b"{%s}" % MANY_KEYS,
        b'{"format_version":1,"game":{%s},"history":[]}' % MANY_KEYS,
        b'{"format_version":1,"game":{},"history":[],"people":{%s}}' % MANY_KEYS,
        b'{"format_version":1,"game":{},"history":[{"a":{%s}}]}' % MANY_KEYS,
        b'{"format_version":1,"game":{},"people":{"x":"' + b"a" * 100_000 + b'",%s},"history":[]}' % MANY_KEYS,
    ],
    ids=["top", "game", "people", "item", "after a long text"],
)
def test_an_import_of_far_too_many_keys_is_refused_before_they_are_built(sent: bytes) -> None:
    tracemalloc.start()
    try:
        [(_, sentence)] = problems_of(lambda: decode_in_pieces(sent))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert "too many keys" in sentence or "far more values" in sentence
    assert peak < 4 * len(sent)


@pytest.mark.parametrize("length", [10, 4_090, 4_096, 4_097, 65_530, 65_536, 70_000, 300_000])
def test_the_end_of_a_long_value_is_found(length: int) -> None:
    document = {"history": ["a" * length, ["b" * length, {"c": [1, 2]}], 12.5, True], "game": {"x": "é" * length}}
    found: Any = decode_in_pieces(json.dumps(document, ensure_ascii=False).encode())
    assert list(found["history"]) == document["history"]
    assert found["game"] == document["game"]


@pytest.fixture
def game_id(app: Flask) -> Iterator[str]:
    with app.test_request_context("/"):
        yield create_game({"variant": "da-500", "players": ["Anna", "Bo", "Cleo"]}).game_id


CHANGES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "enter": ("POST", "/rounds", POINTS),
    "correct": ("PUT", "/rounds/1", POINTS),
    "void": ("DELETE", "/rounds/1", {}),
    "undo": ("POST", "/undo", {}),
    "redo": ("POST", "/redo", {}),
    "end": ("POST", "/end", {}),
    "accept": ("POST", "/rulings/1/accept", {}),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_payload_is_read_before_the_game_is_locked(app: Flask, change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large or slow one does not block other writers."""
    with app.test_request_context("/"):
        made = create_game({"variant": "da-500", "players": ["Anna", "Bo", "Cleo"]})
        enter_round(made.game_id, received(NewRound, POINTS), Precondition())
        enter_round(made.game_id, received(NewRound, POINTS), Precondition())
        ask_in_game(made.game_id, lambda: {"question": "meld", "situation": {"cards": ["7H"]}}, Precondition())
        if change == "redo":
            undo(made.game_id, received(NewChange, {}), Precondition())
    order = note_order(monkeypatch)
    method, address, body = CHANGES[change]
    headers = {"Authorization": f"Bearer {made.scorer_key}"}
    url = f"/api/v1/games/{made.game_id}{address}"
    answer = app.test_client().open(url, method=method, json=None if change == "void" else body, headers=headers)
    assert answer.status_code in (200, 201)
    assert order == ["payload", "lock"]


@pytest.mark.parametrize("address", ["/rounds/new", "/rounds/1/edit", "/settings"])
def test_a_form_is_read_before_the_game_is_locked(app: Flask, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Browser(app.test_client())
    game = browser.given_game("da-500", "Anna", "Bo")
    browser.enter(game, "p0", p0_points="5", p1_points="0")
    page = browser.get(game + address)
    order = note_order(monkeypatch)
    if address == "/rounds/new":
        answer = browser.send(page, "/rounds", who="p0", p0_points="10", p1_points="0")
    elif address == "/settings":
        answer = browser.send(page, "/settings", name="Friday")
    else:
        answer = browser.send(page, "/edit", p0_points="10")
    assert answer.status == 303
    assert order == ["payload", "lock"]


def note_order(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that records in which order payloads are parsed and writing transactions begin."""
    order: list[str] = []
    really_read, really_writing = payload_reading.read, changes.writing

    def noted_read(shape: type[Any], raw: object) -> object:
        order.append("payload")
        return really_read(shape, raw)

    @contextmanager
    def noted_writing() -> Iterator[Any]:
        order.append("lock")
        with really_writing() as session:
            yield session

    monkeypatch.setattr(payload_reading, "read", noted_read)
    monkeypatch.setattr(changes, "writing", noted_writing)
    return order


def test_a_game_takes_only_so_many_changes(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "MOST_CHANGES", 3)
    for _ in range(3):
        enter_round(game_id, received(NewRound, POINTS), Precondition())
    with pytest.raises(NotNow):
        enter_round(game_id, received(NewRound, POINTS), Precondition())
    assert load_game(game_id).version == 4


def test_only_so_many_people_ever_sit_in_one_game(game_id: str) -> None:
    stay = [{"id": "1", "name": "Anna"}, {"id": "2", "name": "Bo"}]
    people = 3
    while people < MOST_PEOPLE:
        new = [{"name": f"P{people + number}"} for number in range(min(3, MOST_PEOPLE - people))]
        change_settings(game_id, received(NewSettings, {"players": [*stay, *new]}), Precondition())
        people += len(new)
    one_more = received(NewSettings, {"players": [*stay, {"name": "One more"}]})
    [(path, sentence)] = problems_of(lambda: change_settings(game_id, one_more, Precondition()))
    assert path == ("players",)
    assert str(MOST_PEOPLE) in sentence


@pytest.mark.parametrize("typed", ["jk=7h " * 20_000, " " * 30_000 + "=", "7" + " " * 30_000 + "+", "+" * 30_000])
def test_what_is_typed_into_a_field_for_cards_is_read_in_linear_work(typed: str) -> None:
    """A regular expression with backtracking would take minutes on many spaces."""
    typed_table(typed)
    typed_melds(typed)


def test_a_field_for_cards_is_not_read_beyond_its_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry_form, "parse_cards", lambda found, **_options: found and pytest.fail("it was read"))
    for text, told in (("7h " * (MOST_CARDS + 1), str(MOST_CARDS)), ("7h" * LONGEST_FIELD, str(LONGEST_FIELD))):
        for key in ("melds", "laid_off", "hand"):
            data = MultiDict({"who": "p1", f"p0-{key}": text, "p1-points": "5", "p2-points": "5"})
            form = RoundForm(VARIANTS["da-500"], ("Anna", "Bo", "Cleo"), 1, data)
            [(path, sentence)] = problems_of(form.body)
            assert path == ("entries", "Anna", key)
            assert told in sentence


SETUP_NAMES = tuple(name for _, name in SETUP.players)
CARDS = st.lists(st.sampled_from(["7H", "TS", "JK", "AD", "XX"]), max_size=6) | st.integers(190, 210).map(
    lambda number: ["7H"] * number
)
MELDS = st.lists(CARDS.filter(bool), max_size=4) | st.integers(195, 205).map(lambda number: [["7H"]] * number)
NUMBERS = st.integers(-5, 60) | st.sampled_from([99_995, 100_000, -100_000, 10**8])
ENTRIES = st.one_of(
    st.fixed_dictionaries({"points": NUMBERS}),
    st.fixed_dictionaries({"plus": NUMBERS, "minus": NUMBERS}, optional={"peeks": NUMBERS}),
    st.fixed_dictionaries({"hand": CARDS.filter(bool)}, optional={"melds": MELDS.filter(bool)}),
)
WORDS = st.sampled_from(["", "a", "b" * 200, "c" * 201, "e\u0301" * 200, "e\u0301" * 201, "x" * 3_000])


@given(entries=st.fixed_dictionaries(dict.fromkeys(("Anna", "Bo", "Cleo"), ENTRIES)), why=WORDS)
def test_a_page_takes_the_same_rounds_as_the_api(entries: dict[str, dict[str, Any]], why: str) -> None:
    """The limits are the same, too."""
    data = MultiDict({"who": "p1", "why": why})
    for index, name in enumerate(SETUP_NAMES):
        data.update({f"p{index}-{key}": as_typed(value) for key, value in entries[name].items()})
    form = RoundForm(VARIANTS["da-500"], SETUP_NAMES, 1, data)
    told = {"closer": "Bo", "entries": entries, "why": why}
    assert outcome(form.body) == outcome(lambda: told)


def as_typed(value: Any) -> str:
    if isinstance(value, int):
        return str(value)
    return "\n".join(" ".join(part) if isinstance(part, list) else part for part in value)


def outcome(body: Callable[[], object]) -> object:
    """Return the scores of a round, or that it is refused."""
    try:
        return read_round(VARIANTS["da-500"], SETUP, read(NewRound, body())).score.scores
    except Invalid:
        return "refused"


def test_one_at_a_time_goes_through_a_queue_and_too_many_are_refused() -> None:
    queue = Queue(waiting=0, seconds=30)
    with queue.turn(), pytest.raises(Busy), queue.turn():
        pytest.fail("two at once")
    with queue.turn():
        pass


def test_who_waits_in_a_queue_comes_next_and_not_for_ever() -> None:
    queue, through = Queue(waiting=1, seconds=30), []

    def go() -> None:
        with queue.turn():
            through.append(1)

    with ThreadPoolExecutor(1) as pool:
        with queue.turn():
            waiting = pool.submit(go)
            assert not through
        waiting.result()
    assert through == [1]
    queue.seconds = 0.01
    with queue.turn(), pytest.raises(Busy), queue.turn():
        pytest.fail("two at once")


MANY = {f"p{number}": 1 for number in range(9_000)}


@pytest.mark.parametrize(
    ("question", "situation", "path"),
    [
        ("meld", {"cards": ["7H"] * 9_000}, ("cards",)),
        ("opening", {"melds": [["7H"]] * 9_000}, ("melds",)),
        ("opening", {"melds": [[]] * 9_000}, ("melds",)),
        ("opening", {"melds": [["7H"]], "joker_as": {str(number): "7H" for number in range(150, 450)}}, ("joker_as",)),
        ("rummy-call", {"discard": "7H", "table": [], "discarder": "A", "callers": ["B"] * 9_000}, ("callers",)),
        ("round-score", {"closer": "A", "racks_left": MANY}, ()),
        ("round-score", {"players": {f"p{number}": {"hand": ["XX"] * 40} for number in range(20)}}, ("players",)),
        ("round-score", {"players": {f"p{number}": {} for number in range(21)}}, ("players",)),
        ("game-end", {"totals": {f"p{number}": "x" for number in range(50)}}, ("totals",)),
        ("game-end", {"rounds": [{"A": 1}] * 5_000}, ("rounds",)),
    ],
)
def test_a_question_with_far_too_much_of_something_is_refused_in_a_sentence(
    question: str, situation: dict[str, Any], path: tuple[str, ...]
) -> None:
    request = {"variant": "da-500", "situation": situation}
    [(found, _)] = problems_of(lambda: read_question(question, request))
    assert found[: len(path) + 1] in ((("situation", *path)), ("situation",))


def test_of_many_wrong_rounds_the_first_is_told() -> None:
    rounds = [{f"p{player}": "x" for player in range(20)}] * 900
    request = {"variant": "da-500", "situation": {"rounds": rounds}}
    assert len(problems_of(lambda: read_question("game-end", request))) == 20
