"""The shapes of the API's documents as JSON schemas; those of requests come from what reads them."""

from typing import Any

from pydantic.json_schema import models_json_schema

from ...rules.model.terms import How
from ...rules.variants import VARIANTS
from ...services.games.state import What
from ...services.payloads import DOUBLINGS, EntryShape, NewChange, NewGame, RoundShape

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer"}
SWITCH: Schema = {"type": "boolean"}
NAMES: Schema = {"type": "array", "items": TEXT, "description": "Names of players."}
CARDS: Schema = {"type": "array", "items": {"type": "string", "pattern": "^([A2-9TJQK][SHDC]|JK)$"}}
CHOICE: Schema = {"type": ["boolean", "integer", "string", "null"]}
MOMENT: Schema = {"type": "string", "format": "date-time", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"}


def ref(name: str) -> Schema:
    """Return a reference to a schema of this document."""
    return {"$ref": f"#/components/schemas/{name}"}


def some(*names: str, of: dict[str, Schema]) -> Schema:
    """Return an object that has no other keys than those of `of`, and all but `names` always."""
    required = [key for key in of if key not in names]
    return {"type": "object", "properties": of, "required": required, "additionalProperties": False}


def array(items: Schema) -> Schema:
    """Return a list."""
    return {"type": "array", "items": items}


def by_player(value: Schema) -> Schema:
    """Return an object with a value for each player's name."""
    return {"type": "object", "additionalProperties": value}


def or_null(schema: Schema) -> Schema:
    """Return the same, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


_PENALTIES = {penalty.key: NUMBER for variant in VARIANTS.values() for penalty in variant.scoring.penalties}

ENTRY = some(
    *("points", "plus", "minus", "melds", "laid_off", "hand", *_PENALTIES),
    of={
        "points": NUMBER,
        "plus": NUMBER,
        "minus": NUMBER,
        "melds": array(CARDS),
        "laid_off": CARDS,
        "hand": CARDS,
        **_PENALTIES,
    },
)
LINE = some(
    "ruling",
    of={
        "points": NUMBER,
        "rule": or_null(TEXT),
        "ruling": {"type": "string", "description": "The ruling that posted this penalty."},
    },
)
WARNING = some(of={"code": TEXT, "text": TEXT, "player": or_null(TEXT)})
ROUND_KEYS: dict[str, Schema] = {
    "number": NUMBER,
    "closer": or_null(TEXT),
    "how": {"enum": [how.value for how in How]},
    "entries": by_player(ref("StoredEntry")),
    **dict.fromkeys(DOUBLINGS, SWITCH),
    "by": or_null(TEXT),
    "scores": by_player(NUMBER),
    "lines": by_player(array(ref("Line"))),
    "totals": {**by_player(NUMBER), "description": "After this round; of a voided one, those before it."},
    "voided": SWITCH,
    "warnings": array(ref("Warning")),
}
GAME_KEYS: dict[str, Schema] = {
    "id": TEXT,
    "version": {"type": "integer", "minimum": 1, "description": "Grows with every change; the ETag."},
    "name": or_null(TEXT),
    "variant": {"enum": list(VARIANTS)},
    "house_rules": {"type": "object", "additionalProperties": CHOICE},
    "rulebook": some(of={"version": TEXT}),
    "players": NAMES,
    "rounds": array(ref("Round")),
    "totals": by_player(NUMBER),
    "status": {"enum": ["playing", "ended"]},
    "winners": NAMES,
    "dealer": {**or_null(TEXT), "description": "Who deals the next round; null where nobody does."},
    "deal": some(of={"cards": NUMBER, "packs": NUMBER, "jokers": NUMBER}),
    "warnings": array(some(of={"code": TEXT, "text": TEXT})),
}
REVISION = some(
    "ruling",
    of={
        "number": NUMBER,
        "what": {"type": "string", "enum": list(What)},
        "round": or_null(NUMBER),
        "who": or_null(TEXT),
        "when": MOMENT,
        "why": or_null(TEXT),
        "before": {"anyOf": [ref("RevisedRound"), ref("Settings"), {"type": "null"}]},
        "after": {"anyOf": [ref("RevisedRound"), ref("Settings"), {"type": "null"}]},
        "ruling": {**ref("DecidedRuling"), "description": "Of a decision about a ruling: how that stands after it."},
    },
)
_PEOPLE = array(some(of={"id": TEXT, "name": TEXT}))
SETTINGS = some(
    *("away", "points", "since", "no_advice"),
    of={
        "name": or_null(TEXT),
        "players": _PEOPLE,
        "house_rules": {"type": "object", "additionalProperties": CHOICE},
        "dealer": {"type": "string", "description": "Who deals the round after `since`, by id."},
        "away": {**_PEOPLE, "description": "Who has left."},
        "points": {**by_player(NUMBER), "description": "What somebody had to begin with, by id."},
        "since": NUMBER,
        "no_advice": {"type": "boolean", "description": "Whether nobody may ask what could be laid."},
    },
)
EXPORT = some(
    *("created", "start", "people"),
    of={
        "format_version": {"const": 1},
        "created": MOMENT,
        "people": {**by_player(TEXT), "description": "The names that the rounds are told with, by id."},
        "start": some(
            "points",
            of={
                "name": or_null(TEXT),
                "players": NAMES,
                "house_rules": {"type": "object", "additionalProperties": CHOICE},
                "dealer": TEXT,
                "points": {**by_player(NUMBER), "description": "What players had to begin with."},
            },
        ),
        "game": ref("Game"),
        "history": array(ref("Revision")),
        "rulings": array(ref("ExportedRuling")),
    },
)
PROBLEM = some(
    *("errors", "warnings", "suggested_correction", "game"),
    of={
        "title": TEXT,
        "status": NUMBER,
        "detail": {"type": "string", "minLength": 1, "description": "A sentence for people."},
        "errors": {
            **array(some(of={"detail": TEXT, "pointer": {"type": "string", "pattern": "^(/([^~/]|~[01])*)*$"}})),
            "description": "What is wrong in the body, and where.",
        },
        "warnings": {**array(ref("Warning")), "description": "What in the round cannot be right."},
        "suggested_correction": {
            **or_null(by_player(NUMBER)),
            "description": "The only change of a sign that makes the row add up to zero.",
        },
        "game": {**ref("Game"), "description": "With status 412: the game as it is now."},
    },
)


def schemas() -> dict[str, Schema]:
    """Return every schema by its name."""
    _, asked = models_json_schema(
        [(shape, "validation") for shape in (NewGame, RoundShape, EntryShape, NewChange)],
        ref_template="#/components/schemas/{model}",
    )
    return {
        **asked["$defs"],
        "Game": some(of=GAME_KEYS),
        "MadeGame": some(of={**GAME_KEYS, "keys": some(of={"scorer": TEXT, "viewer": TEXT})}),
        "Round": some(of=ROUND_KEYS),
        "RevisedRound": some("totals", of=ROUND_KEYS),
        "StoredEntry": ENTRY,
        "Line": LINE,
        "Warning": WARNING,
        "Revision": REVISION,
        "Settings": SETTINGS,
        "History": some(of={"revisions": array(ref("Revision"))}),
        "Export": EXPORT,
        "Problem": PROBLEM,
    }
