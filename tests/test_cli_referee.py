"""`scorekeeper referee`: its output and exit status; it needs neither server nor database."""

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli.main import main
from scorekeeper.rules.variants.examples import EXAMPLES, Example
from scorekeeper.services.referee.ask import rule_on_document
from scorekeeper.services.referee.situations import SITUATIONS

ROOT = Path(__file__).parent.parent
CALL = ["rummy-call", "-v", "da-500", "table=3S 4S 5S", "discarder=Eva"]


def ask(*arguments: str, told: str | None = None) -> Result:
    result = CliRunner().invoke(main, ["referee", *arguments], input=told)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def refused(*arguments: str, told: str | None = None) -> str:
    """Ask a question that is refused: exit status 2, nothing on standard output; return the messages."""
    result = ask(*arguments, told=told)
    assert result.exit_code == 2, result.output
    assert not result.stdout
    assert "Traceback" not in result.stderr
    return result.stderr


@pytest.mark.parametrize(
    ("arguments", "status", "headline", "verdict"),
    [
        (["meld", "--variant", "da-500", "3C", "JK", "5C"], 0, "A run of three: 35 points", "Legal."),
        (["meld", "--variant", "da-500", "3C 4C,6C"], 1, "Not a run: there’s a gap in 3♣, 4♣ and 6♣", "Illegal."),
        (
            ["joker-swap", "-v", "cs-500", "-r", "joker_swap=true", "meld=3D JK 5D", "offered=4D"],
            0,
            "Yes: the 4♦ in, the joker to your hand",
            "Legal.",
        ),
        (["meld", "--variant", "da-500", "3C Žolík 5C"], 0, "A run of three: 35 points", "Legal."),
        (
            ["joker-swap", "-v", "cs-500", "-r", "joker_swap=true", "meld=3D zol 5D", "offered=4D"],
            0,
            "Yes: the 4♦ in, the joker to your hand",
            "Legal.",
        ),
        (["joker-swap", "-v", "nb-rummy", "meld=3D JK 5D", "offered=4D"], 3, "Where does the joker go?", "Undecided."),
        ([*CALL, "discard=6S", "callers=Ole, Ida Marie"], 0, "Ole gets the 6♠", "Legal."),
        (["meld", "-v", "cs-500", "7H JK 8H"], 3, "A run of three: 30 points", "Legal, whatever the jokers stand for."),
    ],
)
def test_the_headline_stands_first_and_the_verdict_tells_the_exit_status(
    arguments: list[str], status: int, headline: str, verdict: str
) -> None:
    result = ask(*arguments)
    assert result.exit_code == status, result.output
    assert result.stdout.splitlines()[:2] == [headline, verdict]
    assert not result.stderr


def test_reasons_penalties_and_facts_are_told_for_people() -> None:
    result = ask(*CALL, "discard=KH", "callers=Ole")
    lines = result.stdout.splitlines()
    assert result.exit_code == 1
    assert lines[:3] == ["No rommy: Ole −50", "- Ole: -50 [DA-38]", "Illegal."]
    assert "[DA-38]" in lines[3]
    assert "(KH)" in lines[3]
    lines = ask("meld", "-v", "da-500", "3C", "JK", "5C").stdout.splitlines()
    assert "  The joker may be 4♣." in lines
    going = ["hand_after=", "laid_new_melds=5S 6S 7S", "discard=9D", "melded_before=false"]
    assert "  Rommí: the round counts double." in ask("go-out", "-v", "is-rommi", *going).stdout.splitlines()
    row = ask("round-score", "-v", "nb-rummy", 'entered:={"Ida": 18, "Ole": 7, "Eva": -11}')
    assert "  −7 for Ole would be right." in row.stdout.splitlines()


def test_a_reason_that_two_jokers_give_is_said_once() -> None:
    told = ask("meld", "-v", "en-kalooki", "7S JK JK").output
    assert told.count("Say first what the joker stands for.") == 1


def test_what_is_not_settled_is_said_with_the_house_rule_that_settles_it() -> None:
    two_jokers = ["meld", "-v", "da-500", "3C", "JK", "5C", "JK", "7C"]
    first, second, *lines = ask(*two_jokers).stdout.splitlines()
    assert (first, second) == ("A run of five: 65 points", "Legal, as we read the source.")
    then = "Then: Too many jokers: 2; other cards: 3"
    assert any(line.startswith("? ") and "(house rule joker_limit=" in line and then in line for line in lines)
    settled = ask(*two_jokers, "-r", "joker_limit=fewer_than_naturals").stdout.splitlines()
    assert settled[1] == "Legal."


@pytest.mark.parametrize(
    ("arguments", "hint", "told"),
    [
        (["meld", "-v", "cs-500", "7H", "JK", "8H"], "joker_as=…", "9H"),
        (["opening", "-v", "nb-rummy", "melds=9H TH JK"], """joker_as:='{"0": "…"}'""", "JH"),
    ],
)
def test_what_is_missing_is_asked_for_as_it_can_be_typed(arguments: list[str], hint: str, told: str) -> None:
    result = ask(*arguments)
    assert result.exit_code == 3
    assert f"Add to the question: {hint}\n" in result.stdout
    assert ask(*arguments, *shlex.split(hint.replace("…", told))).exit_code == 0


def words(question: str, situation: dict[str, Any]) -> list[str]:
    """Return a situation as arguments of the command, without JSON if possible."""
    parts = []
    for key, value in situation.items():
        if isinstance(value, str):
            parts.append(f"{key}={value}")
        elif isinstance(value, bool | int) or value is None:
            parts.append(f"{key}={json.dumps(value)}")
        elif isinstance(value, list) and all(isinstance(part, str) for part in value):
            parts.append(f"{key}={(',' if key == 'callers' else ' ').join(value)}")
        elif isinstance(value, list) and value and all(isinstance(part, list) for part in value):
            parts.append(f"{key}={', '.join(' '.join(meld) for meld in value)}")
        else:
            parts.append(f"{key}:={json.dumps(value)}")
    return parts


@pytest.mark.parametrize(
    ("question", "example"), [(question, each) for question, examples in EXAMPLES.items() for each in examples]
)
def test_it_answers_as_the_api_does_however_it_is_told(question: str, example: Example, tmp_path: Path) -> None:
    expected = rule_on_document(question, example.body)
    file = tmp_path / "situation.json"
    file.write_text(json.dumps(example.situation))
    in_json = [f"{key}:={json.dumps(value)}" for key, value in example.situation.items()]
    for told in (words(question, example.situation), in_json, ["--situation", str(file)], ["-s", "-"]):
        text = json.dumps(example.situation)
        result = ask(question, "--variant", example.variant, "--json", *told, told=text)
        assert json.loads(result.stdout) == expected
        assert result.exit_code == {"legal": 0, "illegal": 1, "undecided": 3}[expected["verdict"]]


def test_words_count_more_than_the_file() -> None:
    told = json.dumps({"cards": ["2C"], "first_round": True})
    result = ask("meld", "-v", "cs-500", "-s", "-", "--json", "7H", "8H", "9H", "first_round=false", told=told)
    assert json.loads(result.stdout)["facts"]["points"] > 0


@pytest.mark.parametrize("question", SITUATIONS)
def test_every_key_of_every_question_can_be_told(question: str) -> None:
    """A key is refused for its value, never as unknown."""
    keys = SITUATIONS[question].model_json_schema()["properties"]
    assert keys
    for key in keys:
        for part in (f"{key}=nonsense here", f"{key}:=17.5"):
            assert f"“{key}” is unknown here" not in ask(question, "-v", "da-500", part).stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["mld", "-v", "da-500", "3C"], "The questions: meld, hand-value"),
        (["meld", "-v", "gin", "3C"], "is-rommi, it-scala40"),
        (["meld", "-v", "da-500"], "cards: This is missing."),
        (["meld", "-v", "da-500", "3C", "7X"], "cards/1: “7X” isn’t a card"),
        (["meld", "-v", "da-500", "3C", "deck=1"], "deck: “deck” is unknown here."),
        (["meld", "-v", "da-500", "3C", "first_round=perhaps"], "first_round: This must be true or false."),
        (["meld", "-v", "da-500", "3C", "joker_as:=[4C"], "has no JSON after “:=”"),
        (["meld", "-v", "da-500", "3C", "-r", "target"], "write KEY=VALUE"),
        (["meld", "-v", "da-500", "3C", "-r", "target=many"], "house_rules/target: "),
        (["meld", "-v", "da-500", "3C", "-p", "1"], "2 to"),
        (["opening", "-v", "de-romme", "3C"], "The keys: melds, joker_as, table_tiles_used."),
        (["meld", "-v", "da-500", "-s", "nowhere.json"], "'nowhere.json' cannot be read"),
        (["meld", "3C"], "Missing option"),
    ],
)
def test_a_malformed_question_gets_a_sentence(arguments: list[str], said: str) -> None:
    assert said in refused(*arguments)


@pytest.mark.parametrize("told", ["", "[", "[]", "5", "[" * 100_000, '{"cards": [NaN]}'])
def test_a_file_that_holds_no_situation_gets_a_sentence(told: str) -> None:
    assert refused("meld", "-v", "da-500", "-s", "-", told=told)


def test_it_needs_no_server_no_database_and_no_folder(tmp_path: Path) -> None:
    """It does not import their libraries either, so that it answers quickly."""
    code = """
import sys
from scorekeeper.cli.main import main
try:
    main(["referee", "meld", "--variant", "da-500", "3C", "JK", "5C"])
finally:
    print(*sys.modules, file=sys.stderr)
"""
    data = tmp_path / "data"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(ROOT), "PATH": "", "SCOREKEEPER_DATA_DIR": str(data), "SCOREKEEPER_PORT": "nonsense"},
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("A run of three: 35 points\nLegal.")
    assert not {"flask", "flask_babel", "sqlalchemy", "jinja2", "alembic"} & set(done.stderr.split())
    assert not data.exists()


def test_what_a_joker_was_laid_as_is_asked_for_and_told() -> None:
    call = ["rummy-call", "-v", "da-500", "discard=TH", "table=KS KD KC, 8H 9H JK", "discarder=Eva", "callers=Ole"]
    asked = ask(*call)
    assert asked.exit_code == 3
    assert """table_joker_as:='{"1": "…"}'""" in asked.stdout
    assert "  The joker may be 7♥ or 10♥." in asked.stdout.splitlines()
    assert ask(*call, 'table_joker_as:={"1": "TH"}').exit_code == 1
    assert ask(*call, 'table_joker_as:={"1": "7H"}').exit_code == 0
    assert "table_joker_as/1: The joker in this meld can’t be 2C." in refused(*call, 'table_joker_as:={"1": "2C"}')
