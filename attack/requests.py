"""Attacks by requests: expensive questions, long pages, large bodies, prints, floods, guesses."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import count
from random import Random
from threading import Thread

from .browser import Answer, Broken, Browser
from .games import CIRCLE, PRINTED, VARIANT, import_of_keys, import_of_players, new_game, round_of_bytes, round_of_melds
from .target import AttackRun
from .worst_questions import worst

_CARDS = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
_LARGEST_IMPORT = 16 << 20  # bytes
_ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ23456789"


def arrange(run: AttackRun, connections: int = 16) -> None:
    """Ask for the best arrangement of 62 cards, half by the API, half by the page of a game."""
    game, path = _own_game(run, "de-romme")
    token: dict[str, str] = {}
    with suppress(*Broken, LookupError):
        token = {"csrf_token": game.get(f"{path}/referee/meld").fields("/meld")["csrf_token"]}

    def ask(browser: Browser, rng: Random) -> Answer:
        cards = [*rng.sample(_CARDS * 2, 60), "JK", "JK"]
        if rng.random() < 0.5:
            situation = {"cards": cards, "aim": rng.choice(["fewest_left", "most_points"])}
            return browser.post_json("/api/v1/referee/arrange", {"variant": "de-romme", "situation": situation})
        browser.cookies = game.cookies
        return browser.send(f"{path}/referee/arrange", {**token, "cards": " ".join(cards), "aim": "fewest_left"})

    run.repeat(ask, connections)


def questions(run: AttackRun, connections: int = 16) -> None:
    """Ask the referee the dearest questions that are known."""
    known = worst()

    def ask(browser: Browser, rng: Random) -> Answer:
        question, body = rng.choice(known)
        return browser.post_json(f"/api/v1/referee/{question}", body)

    run.repeat(ask, connections)


def circles(run: AttackRun, connections: int = 16) -> None:
    """Request the pages and files of a circle of very many games, and the lists of a device of very long ones."""
    device, path, numbers = run.device(), f"/circles/{CIRCLE}", count()
    pages = "", "/people", "/statistics", "/statistics?span=year", "/statistics/over-time", "/evening", "/seasons"
    files = "/statistics.json", "/statistics.csv", "/export.json", "/years/2025.pdf"
    fields: dict[str, str] = {}
    with suppress(*Broken, LookupError):
        fields = device.get(f"{path}/import").fields("/import")
    document = b"{}"

    def ask(browser: Browser, rng: Random) -> Answer:
        nonlocal document
        browser.cookies = device.cookies
        number = next(numbers)
        if number % 16 == 7:
            return browser.send_file(f"{path}/import", fields, document)
        if number % 8 == 3:
            return browser.get(rng.choice(["/", "/export.json"]))
        answer = browser.get(path + rng.choice(files if number % 4 == 0 else pages))
        if answer.status == 200 and answer.body.startswith(b'{"format_version"'):
            document = answer.body
        return answer

    run.repeat(ask, connections)


def long_pages(run: AttackRun, connections: int = 16) -> None:
    """Request the history, the export, the board and the rounds of the long game."""
    target = run.target
    own = run.browser()
    with suppress(*Broken, RuntimeError, LookupError):
        own.join(target.key)
    path = f"/games/{target.game_id}"

    def ask(browser: Browser, rng: Random) -> Answer:
        if rng.random() < 0.3:
            part = rng.choice(["", "/history", "/export"])
            return browser.get(f"/api/v1{path}{part}", Authorization=f"Bearer {target.key}")
        browser.cookies = own.cookies
        rounds = f"/rounds/{rng.randint(1, max(1, target.rounds))}"
        pages = [
            "",
            "/history",
            f"/history?page={rng.randint(1, 50)}",
            "/export.json",
            "/export.csv",
            rounds,
            "/big",
        ]
        return browser.get(path + rng.choice(pages))

    run.repeat(ask, connections)


def big_rounds(run: AttackRun, connections: int = 8) -> None:
    """Enter rounds of 12,000 and of 30,000 melds, of a megabyte, and a hand of 80,000 sevens in a page's form."""
    game, path = _own_game(run)
    made = _made(run)
    url, key = f"/api/v1/games/{made.get('id')}/rounds", made.get("key", "")
    sevens = {"who": "p1", "p1-points": "5", "p2-points": "5", "p3-points": "5"}

    def ask(browser: Browser, rng: Random) -> Answer:
        which = rng.randrange(4)
        if which == 3:
            browser.cookies = game.cookies
            fields = browser.get(f"{path}/rounds/new").fields("/rounds")
            return browser.send(f"{path}/rounds", {**fields, **sevens, "p0-hand": "jk=7h " * 80_000, "p0-points": ""})
        return browser.post_json(url, _big_round(which), key)

    run.repeat(ask, connections)


@cache
def _big_round(which: int) -> bytes:
    return round_of_bytes(1_000_000) if which == 2 else round_of_melds((12_000, 30_000)[which])


def big_imports(run: AttackRun, connections: int = 8) -> None:
    """Import documents with very many keys or players, and a valid one of several megabytes, concurrently."""
    documents = [import_of_keys(600_000), import_of_players(300_000)]
    Thread(target=lambda: documents.append(_legitimate(run)), daemon=True).start()  # fetched while the attack runs

    def ask(browser: Browser, rng: Random) -> Answer:
        if rng.random() < 0.3:
            players = ",".join(['""'] * 300_000)  # without spaces, to stay below a megabyte
            body = f'{{"variant": "da-500", "players": [{players}]}}'.encode()
            return browser.post_json("/api/v1/games", body)
        return browser.post_json("/api/v1/games/import", rng.choice(documents))

    run.repeat(ask, connections)


def prints(run: AttackRun, connections: int = 8) -> None:
    """Request sheets and pictures that are never in the cache: of the long game, and of the longest that is printed."""
    target, device, numbers = run.target, run.device(), count()
    zones = ("UTC", "Europe/Copenhagen", "Europe/Oslo", "Europe/Berlin", "Europe/Prague", "Atlantic/Reykjavik")

    def ask(browser: Browser, rng: Random) -> Answer:
        number = next(numbers)
        zone, nameless = zones[number % len(zones)], number // 4 % 2
        if number % 4 == 0:
            return browser.get(f"/rules/{rng.choice(['da-500', 'de-romme'])}/blank.pdf?names=A{number}%0AB%0AC")
        if number % 4 == 2:
            query = f"shape={rng.choice(['portrait', 'wide'])}&tz={zone}&nameless={nameless}"
            return browser.get(f"/games/{target.game_id}/result.png?{query}", Authorization=f"Bearer {target.key}")
        paper, running = rng.choice(["A4", "A5", "LETTER"]), rng.choice(["beside", "below"])
        query = f"paper={paper}&running={running}&tz={zone}&more={number % 2 or ''}&signatures={nameless or ''}"
        if rng.random() < 0.5:
            browser.cookies = device.cookies
            return browser.get(f"/games/{PRINTED}/sheet.pdf?{query}")
        return browser.get(f"/games/{target.game_id}/sheet.pdf?{query}", Authorization=f"Bearer {target.key}")

    run.repeat(ask, connections)


def flood(run: AttackRun, connections: int = 16) -> None:
    """Request ordinary pages as fast as they are answered."""
    paths = (
        "/",
        "/games/new",
        "/games/new/de-romme",
        "/rules/da-500",
        "/join",
        "/import",
        "/static/app.js",
        "/nowhere",
    )
    run.repeat(lambda browser, rng: browser.get(rng.choice(paths)), connections)


def guesses(run: AttackRun, connections: int = 16) -> None:
    """Guess keys of games, links and codes."""
    form: dict[str, str] = {}
    own = run.browser()
    with suppress(*Broken, LookupError):
        form = own.get("/join").fields("/join")

    def ask(browser: Browser, rng: Random) -> Answer:
        which, guess = rng.randrange(3), "".join(rng.choices(_ALPHABET, k=32))
        if which == 0:
            return browser.get(f"/api/v1/games/{run.target.game_id}", Authorization=f"Bearer {guess}")
        if which == 1:
            return browser.get(f"/join/{guess}")
        browser.cookies = own.cookies
        return browser.send("/join", {**form, "code": guess[:6]})

    run.repeat(ask, connections)


def mixed(run: AttackRun) -> list[Callable[[], None]]:
    """Return smaller versions of all these attacks, to run at the same time."""
    parts = (arrange, questions, circles, long_pages, big_rounds, big_imports, prints, flood, guesses)
    return [lambda part=part: part(run, 2) for part in parts]  # type: ignore[misc]  # each its own part


def _made(run: AttackRun, variant: str = VARIANT) -> dict[str, str]:
    """Create a game of the attacker's own; return its id and key, an empty dict if it was refused."""
    with suppress(*Broken, RuntimeError), run.browser() as browser:
        made = new_game(browser, variant=variant)
        return {"id": made["id"], "key": made["keys"]["scorer"]}
    return {}


def _own_game(run: AttackRun, variant: str = VARIANT) -> tuple[Browser, str]:
    """Return a browser with a game of its own, and the path of the game."""
    browser = run.browser()
    made = _made(run, variant)
    with suppress(*Broken, RuntimeError, LookupError):
        browser.join(made.get("key", ""))
    return browser, f"/games/{made.get('id')}"


def _legitimate(run: AttackRun) -> bytes:
    """Return the export of the long game, filled with spaces to the largest size that an import may have."""
    target = run.target
    with suppress(*Broken), run.browser(60) as browser:
        answer = browser.get(f"/api/v1/games/{target.game_id}/export", Authorization=f"Bearer {target.key}")
        return answer.body.ljust(_LARGEST_IMPORT)
    return b"{}"
