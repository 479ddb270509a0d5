"""The page about privacy says what is true: of the tables, the cookies, and what scripts store in a browser."""

import re
from dataclasses import replace

from flask import Flask

from scorekeeper import create_app
from scorekeeper.config.paths import STATIC
from scorekeeper.config.settings import Settings
from scorekeeper.rules.letters import LETTERS
from scorekeeper.services.games.deleting import KEPT
from scorekeeper.store.daily_backups import WEEKS
from scorekeeper.store.database import db
from scorekeeper.web.sharing.privacy import IN_BROWSER

from .pages import Browser, Page

_GAME = ("Games: names, rounds, rulings, notes, and every change with its time and who made it.",)
_CIRCLE = (
    "Circles: people with names and signs, house rules, seasons, club evenings, "
    "and notes on evenings with every change.",
)
_DEVICE = ("Devices: the name that you gave each, when it was first seen, and what it may open.", "only as hashes")
TABLES = {
    **dict.fromkeys(("game", "revision", "ruling", "tabletop", "turn_clock", "open_round", "receipt"), _GAME),
    **dict.fromkeys(("circle", "person", "seat", "named_rules", "season", "club_evening", "evening_note"), _CIRCLE),
    **dict.fromkeys(("tally", "tally_row"), _CIRCLE),  # only what the games add up to
    **dict.fromkeys(("device", "grant", "invitation"), _DEVICE),
}
"""Where the page tells of each table: a new one needs a row here, and perhaps a sentence there."""


def named(page: Page) -> set[str]:
    return {each.text for each in page.root.all("code")}


def test_it_tells_of_every_table(plain: Browser) -> None:
    """A column of a device is one of those that it names; it has no address."""
    text = plain.get("/privacy").text
    assert set(TABLES) == set(db.metadata.tables)
    for sentences in TABLES.values():
        assert all(each in text for each in sentences)
    assert set(db.metadata.tables["device"].columns.keys()) == {"id", "secret_hash", "made_at", "name"}
    columns = [str(column).lower() for table in db.metadata.tables.values() for column in table.columns]
    assert not [each for each in columns if re.search(r"addr|_ip|agent|mail|network", each)]


def test_it_names_the_server_and_the_days(app: Flask, plain: Browser, settings: Settings) -> None:
    """As they are in the code and the settings."""
    assert f"can be restored for {KEPT.days} days" in plain.get("/privacy").text
    assert "On the server localhost." in plain.get("/privacy").text
    assert f"keeps those of the last {WEEKS} weeks" in plain.get("/privacy").text
    without = Browser(create_app(replace(settings, daily_backups=False)).test_client())
    assert "backup every day" not in without.get("/privacy").text
    public = Browser(create_app(replace(settings, base_url="https://cards.example")).test_client())
    assert "On the server cards.example." in public.get("/privacy").text
    assert {"__Host-device", "__Host-session"} <= named(public.get("/privacy"))


def test_it_names_every_cookie_and_no_other(plain: Browser) -> None:
    """Of a browser that plays, chooses language and letters, prints, and gives its device a name."""
    game = plain.new_game("da-500", "Anna", "Bo")
    plain.send(plain.get("/device"), "/name", name="Phone")
    plain.post("/device/language", {**plain.get("/device").fields("/device/name"), "language": "en"})
    plain.get(f"{game}/print")
    plain.send(plain.get("/device"), "/letters", letters=next(iter(LETTERS)))  # leaves a message
    told = named(plain.get("/privacy")) - {name for names in IN_BROWSER for name in names}
    assert told == {"device", "session", "language", "letters"}
    assert {name for name in told if plain.client.get_cookie(name)} == told
    assert len(plain.client._cookies or ()) == len(told)


def test_it_names_all_that_scripts_store(plain: Browser) -> None:
    """Keys of localStorage and sessionStorage, databases and caches."""
    scripts = "\n".join(file.read_text() for file in sorted(STATIC.rglob("*.js")) if "vendor" not in file.parts)
    channels = set(re.findall(r'new BroadcastChannel\("([^"]+)"', scripts))
    locks = set(re.findall(r'locks\.request\("([^"]+)"', scripts))
    found = set(re.findall(r'"(scorekeeper(?:-[a-z-]*)?)"', scripts)) - channels - locks
    found |= {f"scorekeeper-{name}" for name in re.findall(r'makeSwitch\("([a-z-]+)"', scripts)}
    assert found == {name.removesuffix("…") for names in IN_BROWSER for name in names}
    assert found <= {name.removesuffix("…") for name in named(plain.get("/privacy"))}


def test_links_lead_to_it(plain: Browser) -> None:
    """From the first page and that of the device."""
    for address in ("/", "/device"):
        assert plain.get(address).root.all("a", href="/privacy")
