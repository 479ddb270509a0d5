"""The house rules of a server: the file that is read at the start, its example, the new game that begins with them."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask

from scorekeeper.cli.main import main
from scorekeeper.config.settings import SettingsError
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.services.server_rules import read_server_rules

from .web.pages import Browser


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("rules.toml", '[da-500]\ntarget = 700\nfixed_rounds = "none"\n\n[en-gin]\noklahoma = true\n'),
        ("rules.json", '{"da-500": {"target": 700, "fixed_rounds": null}, "en-gin": {"oklahoma": true}}'),
    ],
)
def test_a_file_of_either_kind_is_read(tmp_path: Path, name: str, content: str) -> None:
    file = tmp_path / name
    file.write_text(content)
    assert read_server_rules(file) == {"da-500": {"target": 700, "fixed_rounds": None}, "en-gin": {"oklahoma": True}}
    assert read_server_rules(None) == {}


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("rules.toml", "[da-500", "It isn’t TOML"),
        ("rules.json", "{", "It isn’t JSON"),
        ("rules.json", "[" * 100_000, "It isn’t JSON"),
        ("rules.json", "[]", "a table for each game"),
        ("rules.toml", "target = 700", "a table for each game"),
        ("rules.toml", "[poker]\ntarget = 700", "not one of the games"),
        ("rules.toml", "[da-500]\nquick = true", "“quick” is not a house rule of this game."),
        ("rules.toml", "[da-500]\ntarget = 0", "“target” takes a whole number from"),
        ("rules.toml", "[da-500]\ntarget = [1]", "“target” takes a whole number from"),
        ("rules.toml", "[da-500]\ntarget = 2026-11-23", "“target” takes a whole number from"),
        ("rules.toml", None, "There is no such file"),
        ("rules.toml", b"\xff\xfe", "It isn’t text in UTF-8"),
    ],
)
def test_a_wrong_file_ends_the_start_with_a_sentence(
    tmp_path: Path, name: str, content: str | bytes | None, told: str
) -> None:
    """Exit status 2, no traceback; the file is named."""
    file = tmp_path / name
    if content is not None:
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(SettingsError, match=r"rules\.(toml|json)") as error:
        read_server_rules(file)
    assert told in str(error.value)


def test_the_commands_say_what_is_wrong_and_print_an_example(tmp_path: Path) -> None:
    """The example is a file that says nothing yet; with its comment signs taken away, it says what is usual."""
    environ = {"SCOREKEEPER_DATA_DIR": str(tmp_path), "SCOREKEEPER_HOUSE_RULES": str(tmp_path / "no.toml")}
    refused = CliRunner(env=environ).invoke(main, ["serve"])
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "SCOREKEEPER_HOUSE_RULES" in refused.stderr
    for key, variant in VARIANTS.items():
        printed = CliRunner().invoke(main, ["rules", key, "--example"]).output
        assert tomllib.loads(printed) == {key: {}}
        file = tmp_path / "all.toml"
        lines = printed.splitlines()
        usual = [line.removeprefix("# ") for line in lines if re.match(r"# \w+ = ", line)]
        file.write_text("\n".join([lines[0], *usual]))
        assert read_server_rules(file)[key] == variant.choices
    assert CliRunner().invoke(main, ["rules", "poker", "--example"]).exit_code == 2


def test_a_new_game_begins_with_them_and_a_table_may_change_them(app: Flask) -> None:
    """The page says so; the API is as it was. Another game of a circle begins with them, too."""
    visitor = Browser(app.test_client())
    app.config["HOUSE_RULES"] = {"da-500": {"target": 700}}
    page = visitor.get("/games/new/da-500")
    assert "On this server, the game begins with these house rules." in page.text
    assert page.fields("/da-500")["rule-target"] == "700"
    assert "On this server" not in visitor.get("/games/new/cs-500").text
    names = {"player-0": "Anna", "player-1": "Bo"}
    own = visitor.send(page, "/da-500", **names).location
    assert visitor.get(f"{own}/settings").fields("/settings")["rule-target"] == "700"
    changed = visitor.send(page, "/da-500", **names, **{"rule-target": "500", "name": "Short"}).location
    assert visitor.get(f"{changed}/settings").fields("/settings")["rule-target"] == "500"
    made = visitor.client.post("/api/v1/games", json={"variant": "da-500", "players": ["Anna", "Bo"]}).json
    assert "700" not in json.dumps(made["house_rules"])
    other = visitor.given_game("cs-500", "Anna", "Bo")
    circle = visitor.send(visitor.get(f"/circles/new?game={other[7:]}"), "/circles/new", name="Sunday").location
    begun = visitor.send(visitor.get(f"{circle}/play"), "/play", variant="da-500").location
    assert visitor.get(f"{begun}/settings").fields("/settings")["rule-target"] == "700"
