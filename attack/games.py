"""Games and request bodies of the attacks."""

import copy
import json
from typing import Any

from .browser import Browser

VARIANT = "da-500"
HOUSE_RULES = {"target": 99_999}  # so that it never ends
PLAYERS = ("Anna", "Bo", "Cleo", "Dagny")
CIRCLE, PRINTED = "circle", "printed"
"""The ids of a circle of many games, and of the longest game that is printed."""
LONGEST_PRINTED = 595  # rounds of four; a sheet has at most 2,400 cells
GAMES_OF_CIRCLE = 2_000
_LONG_NAMES = tuple(f"{name} of the long table" for name in PLAYERS)  # 5,000 rounds are then about 10 MB
LONGEST = 5_000  # rounds
_LENGTHS = (LONGEST, 2_000, 1_000, 500, 300)  # an instance may take no more than some of them


def new_game(browser: Browser, players: tuple[str, ...] = PLAYERS, variant: str = VARIANT) -> dict[str, Any]:
    """Create a game by the API; return it with its keys.

    Raises:
        RuntimeError: it was refused.
    """
    body = {"variant": variant, "players": list(players), "house_rules": HOUSE_RULES if variant == VARIANT else {}}
    answer = browser.post_json("/api/v1/games", body)
    if answer.status != 201:
        raise RuntimeError(f"a new game was answered with {answer.status}")
    made: dict[str, Any] = answer.json
    return made


def long_game(browser: Browser, most: int = LONGEST) -> tuple[dict[str, Any], bytes]:
    """Import the longest game that is accepted, of up to `most` rounds; return it and its document.

    Raises:
        RuntimeError: not even a short one was taken.
    """
    made = new_game(browser, _LONG_NAMES)
    path, key = f"/api/v1/games/{made['id']}", made["keys"]["scorer"]
    players = made["players"]
    entries = {name: {"points": -5 if number else 15} for number, name in enumerate(players)}
    browser.post_json(f"{path}/rounds", {"closer": players[0], "entries": entries}, key)
    exported = browser.get(f"{path}/export", Authorization=f"Bearer {key}").json
    for rounds in (length for length in _LENGTHS if length <= most):
        document = json.dumps(lengthened(exported, rounds)).encode()
        answer = browser.post_json("/api/v1/games/import", document)
        if answer.status == 201:
            return {**answer.json, "rounds": rounds}, document
    raise RuntimeError(f"no long game was taken: {answer.text[:300]}")


def lengthened(exported: dict[str, Any], rounds: int) -> dict[str, Any]:
    """Return an exported game of one round with that round repeated `rounds` times."""
    made = copy.deepcopy(exported)
    game, (only,), (added,) = made["game"], made["game"]["rounds"], made["history"]
    totals = [{name: score * number for name, score in only["scores"].items()} for number in range(1, rounds + 1)]
    game["rounds"] = [{**only, "number": number, "totals": total} for number, total in enumerate(totals, 1)]
    made["history"] = [
        {**added, "number": number, "round": number, "after": {**added["after"], "number": number}}
        for number in range(1, rounds + 1)
    ]
    game["totals"], game["version"] = totals[-1], rounds + 1
    del game["dealer"]  # another one, after so many rounds; an import finds it out
    return made


def round_of_melds(melds: int) -> bytes:
    """Return the body of a round in which the first player laid `melds` melds."""
    laid = [["7H", "8H", "9H"]] * melds
    entries: dict[str, Any] = {PLAYERS[0]: {"melds": laid, "laid_off": [], "hand": []}}
    entries |= {name: {"points": -5} for name in PLAYERS[1:]}
    return json.dumps({"closer": PLAYERS[0], "entries": entries}).encode()


def round_of_bytes(size: int) -> bytes:
    """Return the body of a round of about `size` bytes: one hand of very many cards."""
    entries: dict[str, Any] = {PLAYERS[0]: {"hand": ["7H"] * (size // 6)}}
    entries |= {name: {"points": -5} for name in PLAYERS[1:]}
    return json.dumps({"closer": PLAYERS[1], "entries": entries}).encode()


def import_of_keys(keys: int) -> bytes:
    """Return a document whose first round has `keys` unknown keys."""
    after = {f"k{number}": number for number in range(keys)}
    return _import([{"number": 1, "what": "add", "round": 1, "when": "2026-01-01T00:00:00Z", "after": after}])


def import_of_players(players: int) -> bytes:
    """Return a document with `players` players without names."""
    return _import([], [""] * players)


def _import(history: list[Any], players: list[str] | None = None) -> bytes:
    game = {"variant": VARIANT, "players": players or list(PLAYERS), "house_rules": HOUSE_RULES}
    return json.dumps({"format_version": 1, "game": game, "history": history}).encode()
