"""Play games, keep a circle, and write all rows of the database as JSON, with the totals that the program shows."""

import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import create_engine, inspect, text

from scorekeeper import create_app
from scorekeeper.config.settings import Settings
from scorekeeper.store.migrate import head, upgrade

from ..web.pages import Browser

_API = "/api/v1/games"
_NAMES = ("Åse", "Bo", "Zoë")


def _points(*points: int) -> dict[str, Any]:
    return {"closer": "Åse", "entries": {name: {"points": each} for name, each in zip(_NAMES, points, strict=True)}}


def _by_programs(client: FlaskClient) -> dict[str, Any]:
    """Play by the API: rounds, a correction, an undo, a ruling; return the totals by game."""
    made = client.post(_API, json={"variant": "da-500", "players": _NAMES, "name": f"Version {head()}"}).get_json()
    url, key = f"{_API}/{made['id']}", {"Authorization": f"Bearer {made['keys']['scorer']}"}
    asked = {"question": "meld", "situation": {"cards": ["7H", "8H", "10H"]}}
    ruling = client.post(f"{url}/rulings", json=asked, headers=key).get_json()["id"]
    done = [
        *(client.post(f"{url}/rounds", json=_points(*each), headers=key) for each in ((120, -15, 60), (35, 80, 25))),
        client.put(f"{url}/rounds/1", json=_points(100, 20, 60), headers=key),
        client.post(f"{url}/rounds", json=_points(5, 5, 5), headers=key),
        client.post(f"{url}/undo", headers=key),
        client.post(f"{url}/rulings/{ruling}/accept", json={}, headers=key),
    ]
    assert all(each.status_code < 300 for each in done), [each.text for each in done]
    return {made["id"]: client.get(url, headers=key).get_json()["totals"]}


def _send(browser: Browser, page: str, action: str, **typed: str) -> str:
    """Send the form of a page whose action ends so; return where the answer leads."""
    sent = browser.send(browser.get(page), action, **typed)
    assert sent.status == 303, (page, sent.status)
    return sent.location or ""


def _post(browser: Browser, page: str, to: str, **typed: str) -> None:
    """Send a form of a page that has several."""
    token = re.search(r'csrf_token"[^>]*?value="([^"]+)"', browser.client.get(page).text)
    assert token, page
    assert browser.post(to, {"csrf_token": token[1], **typed}).status in (200, 303), page


def _by_pages(one: Browser, other: Browser) -> None:
    """Play by forms: a game, a circle with all that it keeps, a clock, a tabletop, an open round."""
    game = one.new_game("da-500", *_NAMES)
    game_id = game.rsplit("/", 1)[1]
    _send(one, f"{game}/rounds/new", "/rounds", who="p0", p0_points="120", p1_points="40", p2_points="35")
    _send(one, f"{game}/note", "/note", text="Sneen føg")
    _post(one, f"{game}/share", f"{game}/share", role="viewer")
    circle = _send(one, f"/circles/new?game={game_id}", "/circles/new", name="Søndag")
    _send(one, f"{circle}/people", "/people", name="Þóra")
    _send(one, f"{circle}/rules", "/rules", name="Vores regler")
    for seen, note in (("", "Te"), ("Te", "Kaffe")):
        typed = {"note": note, "seen": seen, "game": game_id}
        _post(one, f"{circle}/evening/note?game={game_id}", f"{circle}/evening/note", **typed)
    _send(one, f"{circle}/seasons", "/seasons", name="Vinter")
    _send(one, f"{circle}/clubs/new", "/clubs/new", name="Mandag")
    assert one.get(f"{circle}/statistics").status == 200  # which counts
    tiles = other.new_game("rummikub", "Åse", "Bo")
    _send(other, tiles, "/clock")
    told = other.send(other.get(f"{tiles}/referee/table"), "/table", after="B3 R3 K3")
    assert other.send(told, "/tabletop").status == 303
    opened = other.new_game("da-500", "Åse", "Bo")
    _post(other, f"{opened}/share", f"{opened}/rounds/open")


def _rows(url: str) -> dict[str, list[str]]:
    engine = create_engine(url)
    with engine.connect() as connection:
        tables = [each for each in inspect(connection).get_table_names() if each != "alembic_version"]
        found = {each: connection.execute(text(f'SELECT * FROM "{each}"')).mappings().all() for each in tables}
    engine.dispose()
    return {
        table: [json.dumps({key: row[key] for key in row if row[key] is not None}, ensure_ascii=False) for row in rows]
        for table, rows in found.items()
        if rows
    }


def _played(app: Flask) -> dict[str, Any]:
    totals = _by_programs(app.test_client())
    _by_pages(Browser(app.test_client()), Browser(app.test_client()))
    return totals


def main() -> None:
    """Write the file of the newest revision."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/scores.sqlite3"
        upgrade(url)
        totals = _played(create_app(Settings(data_dir=Path(folder), database_url=url, ratelimit_enabled=False)))
        rows = _rows(url)
    tables = ",\n".join(
        f'    "{table}": [\n      {f",{chr(10)}      ".join(each)}\n    ]' for table, each in rows.items()
    )
    start = json.dumps({"revision": head(), "totals": totals}, ensure_ascii=False)[:-1]
    file = Path(__file__).parent / f"{head()}.json"
    file.write_text(f'{start}, "rows": {{\n{tables}\n  }}\n}}\n', "utf-8")
    json.loads(file.read_text("utf-8"))
    sys.stdout.write(f"{file}: {', '.join(rows)}\n")


if __name__ == "__main__":
    main()
