"""The command `scorekeeper referee`: ask the referee a question, without server, database or network."""

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypedDict, cast

import click

from ..config.causes import cause_of
from ..config.messages import _
from ..rules.errors import N_
from ..rules.letters import with_joker_codes
from .common import word_rules
from .game_help import CommandAboutGames

if TYPE_CHECKING:
    from ..services.errors import Invalid
    from ..services.referee.answers import AnswerJson

EXIT = {"legal": 0, "illegal": 1, "undecided": 3}
BAD_INPUT = 2


class ValueSchema(TypedDict, total=False):
    """The part of the JSON schema of a value that decides how text is parsed."""

    type: str
    anyOf: "list[ValueSchema]"  # JSON schema's own name
    items: "ValueSchema"
    examples: list[str]


class SituationSchema(TypedDict):
    """The JSON schema of a situation."""

    properties: dict[str, ValueSchema]


_PART = re.compile(r"([a-z_]+)(:?=)(.*)", re.DOTALL)

HELP = N_(
    """Ask the referee QUESTION. The exit status is 0 for legal, 1 for illegal, 2 for a malformed question, and
3 if something is missing that the answer depends on.

PARTS describe the situation, with the keys of the JSON API. Bare words are the cards; key=value is text, a number,
true or false, cards ("3C JK 5C"), melds with commas between ("3C 4C 5C, 9S 9H 9D") or names with commas between;
key:=JSON is anything else.

\b
  scorekeeper referee meld --variant GAME 3C JK 5C
  scorekeeper referee hand-value --variant GAME QC 4H JK
  scorekeeper referee rummy-call --variant GAME \\
      discard=6S table="3S 4S 5S" discarder=Eva callers=Ole,Ida
  scorekeeper referee game-end --variant GAME totals:='{"Ida": 510, "Ole": 455}'"""
)


@click.command(cls=CommandAboutGames, help=HELP)
@click.argument("question")
@click.argument("parts", nargs=-1)
@click.option("--variant", "-v", required=True, help=N_("The game: GAMES."))
@click.option(
    "--house-rule", "-r", "house_rules", multiple=True, metavar="KEY=VALUE", help=N_("A house rule of the table.")
)
@click.option("--players", "-p", type=int, help=N_("How many players, where it matters."))
@click.option(
    "--situation",
    "-s",
    metavar="FILE",
    help=N_("Read the situation, a JSON object, from a file; - reads standard input."),
)
@click.option("--json", "as_json", is_flag=True, help=N_("Print the whole answer as JSON."))
def referee(
    question: str,
    parts: tuple[str, ...],
    variant: str,
    house_rules: tuple[str, ...],
    players: int | None,
    situation: str | None,
    as_json: bool,
) -> None:
    """Answer one question."""
    from ..services.errors import Invalid
    from ..services.referee.answer_documents import answer_document
    from ..services.referee.ask import answer as judge
    from ..services.referee.ask import read_question
    from ..services.referee.facts import fact_sentence, facts_of, jokers_of
    from ..services.referee.situations import SITUATIONS

    word_rules()
    if question not in SITUATIONS:
        _fail(
            _(
                "There is no question “{question}”. The questions: {situations}.",
                question=question,
                situations=", ".join(SITUATIONS),
            )
        )
    schema = cast("SituationSchema", SITUATIONS[question].model_json_schema())
    described = {**_situation_in(situation), **_situation_of(schema, parts)}
    body = {
        "variant": variant,
        "house_rules": dict(_house_rule(given) for given in house_rules),
        "players": players,
        "situation": described,
    }
    try:
        found = judge(read_question(question, body))
    except Invalid as error:
        _fail(*_sentences(error))
    answer = answer_document(found)
    if as_json:
        click.echo(json.dumps(answer, ensure_ascii=False, indent=2))
    else:
        facts = [*jokers_of(answer["facts"]), *facts_of(question, found.variant, answer["facts"], described)]
        sentences = dict.fromkeys(fact_sentence(fact) for fact in facts)
        click.echo("\n".join(_words(answer, sentences, schema, found.ruling.stands.verdict)))
    sys.exit(EXIT[answer["verdict"]])


def _fail(*sentences: str) -> NoReturn:
    for sentence in sentences:
        click.echo(f"scorekeeper: {sentence}", err=True)
    sys.exit(BAD_INPUT)


def _sentences(error: "Invalid") -> list[str]:
    """Return a sentence for each problem, with the path to it."""
    from ..services.wording import problem_sentence

    found = []
    for problem in error.problems:
        place = "/".join(str(part) for part in problem.path if part != "situation")
        found.append(f"{place}: {problem_sentence(problem)}" if place else problem_sentence(problem))
    return found


def _house_rule(given: str) -> tuple[str, object]:
    key, sign, value = given.partition("=")
    if not sign:
        _fail(_("“{given}” isn’t a house rule: write KEY=VALUE, like target=300.", given=given))
    return key, _json_or_text(value)


def _json_or_text(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _situation_in(file: str | None) -> dict[str, object]:
    """Return the situation in a file, or of the standard input for `-`; an empty one without a file."""
    if file is None:
        return {}
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
        found = json.loads(text)
    except OSError as error:
        _fail(_("'{file}' cannot be read. {cause}", file=file, cause=cause_of(error)))
    except (ValueError, RecursionError):
        _fail(_("'{file}' is not JSON.", file=file))
    if not isinstance(found, dict):
        _fail(_("'{file}' is not a JSON object.", file=file))
    return found


def _situation_of(schema: SituationSchema, parts: tuple[str, ...]) -> dict[str, object]:
    """Return the situation that the arguments PARTS give."""
    situation: dict[str, object] = {}
    cards: list[str] = []
    for part in parts:
        found = _PART.fullmatch(part)
        if found is None:
            cards += _split(part)
        elif found[2] == ":=":
            situation[found[1]] = _strict_json(part, found[3])
        else:
            situation[found[1]] = _value(schema["properties"].get(found[1], {}), found[3])
    if cards and "cards" not in schema["properties"]:
        _fail(
            _(
                "It is unclear where “{value}” belongs: write KEY=VALUE. The keys: {known}.",
                value=cards[0],
                known=", ".join(schema["properties"]),
            )
        )
    return {**situation, "cards": cards} if cards else situation


def _strict_json(part: str, text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        _fail(_("“{part}” has no JSON after “:=”.", part=part))


def _value(schema: ValueSchema, text: str) -> object:
    """Return `text` as a value of that schema, as far as it fits; reading the situation reports what does not."""
    kinds = [each for each in schema.get("anyOf", [schema]) if each.get("type") != "null"]
    if len(kinds) > 1 and len(_split(text)) > 1:  # one card, or several
        return _split(text)
    kind = kinds[0] if kinds else ValueSchema()
    items = kind.get("items", ValueSchema())
    if text == "null" or text.startswith(("[", "{")):
        return _json_or_text(text)
    if kind.get("type") == "string":
        return with_joker_codes(text) if "examples" in kind else text
    if items.get("type") == "array":
        return [_split(meld) for meld in text.split(",") if meld.strip()]
    if kind.get("type") == "array":
        is_name = items.get("type") == "string" and "examples" not in items
        return [name.strip() for name in text.split(",") if name.strip()] if is_name else _split(text)
    return _json_or_text(text)


def _split(cards: str) -> list[str]:
    return with_joker_codes(cards).replace(",", " ").split()


def _words(answer: "AnswerJson", facts: Iterable[str], schema: SituationSchema, stands: str) -> list[str]:
    """Return the answer as lines for people, what it costs before what is open.

    `facts` are its facts in sentences, `schema` is that of the situation, `stands` the verdict that stands whatever the
    jokers are named.
    """
    lines = [answer["headline"]]
    lines += [
        _("- {player}: {points} [{rule}]", **penalty)
        if penalty["player"]
        else _("- Whoever did it: {points} [{rule}]", **penalty)
        for penalty in answer["penalties"]
    ]
    lines.append(_(_STANDS[stands, stands == answer["verdict"], answer["settled"]]))
    reasons = []  # two jokers without a name are two reasons, which read the same
    for reason in answer["reasons"]:
        cards = [f"({' '.join(reason['cards'])})"] if reason["cards"] else []
        rule = [f"[{reason['rule']['key']}]"] if reason["rule"] else []
        missing = (
            [_("Add to the question: {part}", part=_part(reason["missing"], schema))] if "missing" in reason else []
        )
        reasons.append(" ".join(["-", reason["text"], *cards, *rule, *missing]))
    lines += [*dict.fromkeys(reasons), *(f"  {text}" for text in facts)]
    for reading in answer["readings"]:
        chosen = f"{reading['option']}={json.dumps(reading['choice'])}" if reading["option"] else ""
        option = [_("(house rule {rule})", rule=chosen)] if chosen else []
        then = [_("Then: {headline}", headline=reading["headline"])] if reading["headline"] else []
        lines.append(" ".join(["?", reading["text"], *option, f"[{reading['rule']['key']}]", *then]))
    return lines


_STANDS = {  # the verdict, whether it is that of the answer, whether the source is settled
    ("legal", True, True): N_("Legal."),
    ("legal", True, False): N_("Legal, as we read the source."),
    ("legal", False, True): N_("Legal, whatever the jokers stand for."),
    ("legal", False, False): N_("Legal, whatever the jokers stand for, as we read the source."),
    ("illegal", True, True): N_("Illegal."),
    ("illegal", True, False): N_("Illegal, as we read the source."),
    ("undecided", True, True): N_("Undecided."),
    ("undecided", True, False): N_("Undecided, as we read the source."),
}


def _part(pointer: str, schema: SituationSchema) -> str:
    """Return the PART to type for the missing value at a JSON pointer."""
    key, *inner = pointer.removeprefix("/situation/").split("/")
    kinds = schema["properties"].get(key, {})
    if inner and any(each.get("type") == "object" for each in kinds.get("anyOf", [kinds])):
        return f'{key}:=\'{{"{inner[0]}": "…"}}\''
    return f"{key}=…"
