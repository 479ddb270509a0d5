"""The pseudo-language on pages, sheets, verdicts, in errors and commands: no English text is outside the catalogue."""

import re
from calendar import month_abbr, month_name
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.api.operations import OPERATIONS
from scorekeeper.cli.main import main
from scorekeeper.config import messages
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.services import wording
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.games.rounds import enter_round
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewRound
from scorekeeper.services.referee.answer_documents import answer_document
from scorekeeper.services.referee.answers import AnswerJson
from scorekeeper.services.referee.situations import SITUATIONS
from scorekeeper.sheets.printer import PrintingError
from translations import catalogues

from .languages import offered
from .pseudo import OPEN, TAG, pseudo_catalogue, texts, unmarked
from .web.pages import Browser, read
from .web.test_every_action import ACTIONS
from .web.test_referee_questions import DISPUTES
from .web.test_referee_words import answers, sentences

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
PLAYERS = ("Ψω", "Ωψ", "Δφ")  # none of it looks like English
_OF_CIRCLES = ("Sunday", "Monday", "Dora", "Bobby", "Kit", "Anna K.")
NOT_ENGLISH = {
    "Scorekeeper": "the program’s name",
    **dict.fromkeys(
        (word for each in VARIANTS.values() for word in re.findall("[A-Za-z]+", each.name)), "a game’s name"
    ),
    **dict.fromkeys(("English", "Europe"), "the name of a language"),
    "Letter": "a size of paper",
    "UTC": "a time zone",
    "Kn": "a letter on cards",
    **dict.fromkeys([*month_name, *month_abbr], "a month, by Babel"),
    "and": "before the last part of a list, by Babel, which takes the pseudo-language for English",
    **dict.fromkeys(("Anna", "Bo", "Friday", "Xenia", "Yves", "many", "phone", "x" * 119, *_OF_CIRCLES), "typed"),
}

CODES = re.compile(  # of rules, cards, invitations
    r"\b[A-Z]{2}-[A-Z]?\d+\b|(?i:\b(10|[A2-9TJQK])[SHDC]\b|\bJK\b)|\b[0-9A-Z]{4,5}(?: [0-9A-Z]{4,5})+\b"
)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The template, a file."""
    file = tmp_path_factory.mktemp("template") / "messages.pot"
    catalogues.extract_into(file)
    return file


@pytest.fixture
def client(app: Flask, template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FlaskClient]:
    """A browser in the pseudo-language."""
    with offered(app, tmp_path / "compiled", pseudo_catalogue(catalogues.read(template))):
        monkeypatch.setattr(wording, "LONGEST", 200)  # or longer headlines would be cut
        yield browser_of(app).client


def browser_of(app: Flask) -> Browser:
    """Return a new browser in the pseudo-language."""
    client = app.test_client()
    client.set_cookie("language", TAG)
    client.set_cookie("letters", "AKQJ")
    return Browser(client)


def english(said: Iterable[str]) -> dict[str, str]:
    """Return the words that are not from the catalogue, each with a text that has it."""
    found = {}
    for text in said:
        for word in unmarked(CODES.sub("", text)):
            if word not in NOT_ENGLISH:
                found.setdefault(word, text)
    return found


def addresses(app: Flask, game: str) -> Iterator[str]:
    """Yield the address of every page that can be fetched, for a game and its variant."""
    known = {"game_id": game.rsplit("/", 1)[1], "number": "1", "ruling": "1", "key": "da-500"}
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.arguments <= known.keys():
            address = re.sub(r"<(?:\w+:)?(\w+)>", lambda part: known[part[1]], rule.rule)
            if not address.startswith("/api/") and not address.endswith((".pdf", ".csv", ".json", "/events")):
                yield address


def played(browser: Browser, variant: str) -> str:
    """Make a game with a round, a voided one, a corrected one and a ruling."""
    game = browser.given_game(variant, *PLAYERS)
    names = PLAYERS[: VARIANTS[variant].most_players]
    entries = {name: {"points": points} for name, points in zip(names, (-51, 20, 31), strict=False)}
    body = {"closer": PLAYERS[0], "entries": entries, "accept_warnings": True}
    for _round in range(3):
        with browser.client.application.app_context():
            enter_round(game.rsplit("/", 1)[1], received(NewRound, body), Precondition())
    browser.send(browser.get(f"{game}/rounds/2"), "/void", why="ψ", by="ω")
    return game


def test_no_page_has_english_text(client: FlaskClient, app: Flask) -> None:
    """Every address, a game of each kind, verdicts, what is said after a form and when it is refused."""
    browser, found = Browser(client), {}

    def look(address: str, html: str) -> None:
        found.update({word: (address, text) for word, text in english(texts(read(html))).items()})

    look("/", client.get("/").text)
    for name, action in ACTIONS.items():
        browser = browser_of(app)
        game = browser.given_game("da-500", *PLAYERS[:2])
        browser.given_round(game, PLAYERS[0], {PLAYERS[0]: {"points": 35}, PLAYERS[1]: {"points": 25}})
        address, typed = action.form(browser, game)
        for sent in (typed, typed | action.bad):
            if not action.leads_to:
                look(name, browser.follow(browser.post(address, sent)).html)
    for variant in VARIANTS:
        game = played(browser, variant)
        some = addresses(app, game) if variant == "da-500" else [game, f"{game}/rounds/new", f"{game}/rules"]
        for address in [*some, f"/games/new/{variant}", f"{game}/referee"]:
            answer = client.get(address)
            if answer.mimetype == "text/html" and not answer.location:
                look(address, answer.text)
        asked: set[str] = set()
        for of_variant, slug, typed, *_said in DISPUTES:
            if of_variant == variant and slug not in asked:
                asked.add(slug)
                form = browser.get(f"{game}/referee/{slug}")
                look(slug, form.html)
                look(slug, browser.send(form, f"/{slug}", **typed).html)
                wrong = dict.fromkeys(typed, "7x")
                look(slug, browser.send(form, f"/{slug}", **wrong).html)
    assert not found, "\n".join(f"{word}: {where} {text}" for word, (where, text) in found.items())


def test_no_verdict_has_english_text(client: FlaskClient, app: Flask) -> None:
    """Of every case: what the page says of it, and the answer of the API."""
    said: list[str] = []
    with app.test_request_context(headers={"Cookie": f"language={TAG}"}):
        for shown in (shown for question in SITUATIONS for shown in answers(question)):
            said += [*sentences(shown), *told(answer_document(shown.answer))]
    assert len(said) > 10_000
    assert not english(said)


def told(answer: AnswerJson) -> Iterator[str]:
    """Yield the sentences of an answer of the API."""
    yield answer["headline"]
    for reason in answer["reasons"]:
        yield reason["text"]
        yield from (reason["rule"][key] for key in ("text", "default") if reason["rule"] and key in reason["rule"])
    for reading in answer["readings"]:
        yield from (reading["text"], reading["headline"] or "")


def test_no_error_of_the_api_has_english_text(client: FlaskClient, app: Flask) -> None:
    """Malformed bodies, values of a wrong kind, unknown things, conflicts; the titles are those of the status codes."""
    program = app.test_client()
    said: list[str] = []
    language = {"Accept-Language": TAG}
    new = {"variant": "da-500", "players": list(PLAYERS)}
    game = program.post("/api/v1/games", json=new).json
    assert game
    key = {"Authorization": f"Bearer {game['keys']['scorer']}"} | language
    wrong = [None, 1, "ψ", [], {}, {"variant": "ψ"}, {"players": 1, "variant": 1, "house_rules": 1, "situation": 1}]
    wrong += [new | {"players": ["Ψ"]}, new | {"players": ["Ψ", "Ψ"]}, new | {"house_rules": {"target": 0, "ψ": 1}}]
    wrong += [{"entries": {"Ψω": {"points": "x", "hand": ["7X"], "ψ": 1}}, "closer": "ψ"}, {"entries": {}}]
    wrong += [{"entries": {"Ψω": {"hand": ["7H"] * 9, "points": 10**12}, "Ωψ": {"plus": -1}}, "accept_warnings": 2}]
    wrong += [{"variant": each, "situation": {"cards": ["7X"], "totals": {"Ψ": "x"}, "ψ": 1}} for each in VARIANTS]
    sent = 0
    for operation in OPERATIONS:
        parts = {"game_id": game["id"], "circle_id": "ψ", "number": 9, "ruling": 9, "variant": "ψ"}
        address = "/api/v1" + operation.path.format(**parts)
        for body in wrong if operation.method != "GET" else [None]:
            for headers in (language, key, *([key | {"If-Match": '"77"'}] if operation.changes_game else [])):
                answer = program.open(address, method=operation.method, json=body, headers=headers)
                if answer.status_code >= 400 and answer.json:
                    sent += 1
                    said += [answer.json["detail"], *(error["detail"] for error in answer.json.get("errors", ()))]
    for address, data in (("/api/v1/games", "{"), ("/api/none", ""), ("/api/v1/games", "x" * 2_000_000)):
        refused = program.post(address, headers=language | {"Content-Type": "application/json"}, data=data)
        assert refused.json, address
        said.append(refused.json["detail"])
    assert sent > 100
    assert not english(said)


def test_no_sheet_has_english_text(client: FlaskClient, app: Flask) -> None:
    """A game's sheet with everything on it, blank ones, cards and rules of each game, as the press would get them."""
    browser, found, press = Browser(client), {}, Recorder()
    app.extensions["press"] = press
    for variant in VARIANTS:
        game = played(browser, variant)
        sheets = [f"{game}/sheet.pdf?signatures=1&more=1", f"{game}/sheet.pdf?running=below"]
        sheets += [f"{game}/result.png", f"{game}/result.png?nameless=1"]
        for address in [*sheets, *(f"/rules/{variant}/{name}.pdf" for name in ("blank", "card", "rules"))]:
            assert client.get(address).status_code == 503
            assert press.html, address
            found.update({word: (address, text) for word, text in english(texts(read(press.html.pop()))).items()})
    assert not found


class Recorder:
    """A press that keeps the HTML of a sheet instead of printing it."""

    def __init__(self) -> None:
        self.html: list[str] = []

    def do(self, work: Callable[[Callable[..., Any]], bytes]) -> bytes:
        """Keep the HTML of the first layout."""

        def job(*, html: str, **_more: object) -> None:
            self.html.append(html)
            raise PrintingError

        return work(job)


COMMANDS = [
    *([], ["-h"], ["serve", "-h"], ["games", "-h"], ["export", "-h"], ["backup", "-h"], ["restore", "-h"]),
    *(["referee", "-h"], ["rules", "-h"], ["none"], ["--none"], ["export"], ["serve", "--port", "0"], ["games"]),
    *(["games", "--new-link", "none"], ["export", "none"], ["restore", "none"], ["backup"]),
    *(["serve", "--lan", "--host", "x"], ["rules", "is-rommi"], ["rules", "none"], ["referee", "none", "-v", "da-500"]),
    *(["referee", "meld", "-v", "da-500", *cards] for cards in (["3C", "JK", "5C"], ["3C", "4D"], ["7X"], ["a:=b"])),
    ["referee", "pile", "-v", "da-500", "pile=5C 6C", "take=whole_pile", "hand_before=5D 5H"],
    ["referee", "meld", "-v", "da-500", "-r", "target", "3C"],
    ["referee", "game-end", "-v", "da-500", "3C"],
    ["referee", "meld", "-v", "da-500", "-s", "none"],
]
SETTINGS = ("HOST", "PORT", "BASE_URL", "DATABASE_URL", "LOG_LEVEL", "HOUSE_RULES", "SECURE_COOKIES", "DATA_DIR")
TYPED = re.compile(  # names of commands, options, settings, keys and files; facts by their keys
    r"`[^`]*`|'[^']*'|--?[a-z][a-z-]*|\b[A-Z_]{2,}\b|[\w.]*/[\w./:@-]+|\[[\w ,.-]+\]"
    r"|^ +[a-z ]+(?=:|  )|^ +scorekeeper .*"
    r"|\b(?:scorekeeper(?: [a-z]+)?|sqlite|postgresql|[a-z]{2}-[a-z0-9]+|[a-z]+(?:[_-][a-z0-9]+)+)\b|[a-z_]+:?=.*",
    re.MULTILINE,
)


def test_no_command_speaks_english(
    client: FlaskClient, environ: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Help, answers and mistakes; `--lang` overrides the environment."""
    monkeypatch.chdir(tmp_path)  # where wrong settings may make folders
    monkeypatch.setattr(messages, "TRANSLATIONS", tmp_path / "compiled")
    monkeypatch.setenv("LANGUAGE", "")
    said = []
    for command in COMMANDS:
        run = CliRunner(env=environ | {"LANGUAGE": "en_150"})
        said.append(run.invoke(main, command, prog_name="scorekeeper", terminal_width=400).output)
    for name in SETTINGS:
        wrong = environ | {"LANGUAGE": "en_150", f"SCOREKEEPER_{name}": "ψ?://"}
        said.append(CliRunner(env=wrong).invoke(main, ["games"]).output)
    shown = CliRunner(env=environ).invoke(main, ["--lang", TAG, "games"]).output
    assert shown
    assert shown in said
    monkeypatch.undo()
    messages.use_language()
    cut = re.compile(f"{OPEN}[^⟦⟧\n]*$", re.MULTILINE)  # the first sentence of a help, in the list of commands
    assert not english(cut.sub("", TYPED.sub("", text)) for text in said)


@pytest.fixture
def environ(app: Flask) -> dict[str, str]:
    """The environment of the application, for commands."""
    settings = app.config["SCOREKEEPER"]
    return {"SCOREKEEPER_DATA_DIR": str(settings.data_dir), "SCOREKEEPER_DATABASE_URL": settings.database_url}


def test_no_sentence_of_the_scripts_is_english(client: FlaskClient) -> None:
    """Those that pages carry are tested with the pages; the scripts themselves have none."""
    words = client.get(f"/static/words/{TAG}.js").text
    assert not english(re.findall(r'": "(.*?)"', words))
    shell = client.get("/sw.js").text.splitlines()[0]
    assert not english(re.findall(r'": "(.*?)"', shell.partition('"words": ')[2].partition("}")[0]))
