"""The shapes of the referee's questions and answers, and of a game's rulings, as JSON schemas."""

from typing import Any

from pydantic import create_model
from pydantic.json_schema import models_json_schema

from ...rules.cards import Card, Rank, Suit
from ...rules.referee.ruling import Verdict
from ...rules.variants import VARIANTS
from ...services.referee.precedents import NewHouseRule
from ...services.referee.ruling_views import Status
from ...services.referee.rulings import NewAcceptance, NewRuling
from ...services.referee.situations import SITUATIONS, NewQuestion
from .schemas import CARDS, CHOICE, MOMENT, NUMBER, SWITCH, TEXT, Schema, array, by_player, or_null, ref, some

VERDICT: Schema = {"enum": [verdict.value for verdict in Verdict]}
STATUS: Schema = {"enum": [status.value for status in Status]}
CHOICES: Schema = {"type": "object", "additionalProperties": CHOICE}
SITUATION: Schema = {"type": "object", "additionalProperties": True, "description": "As the question has it."}
FACTS: Schema = {"type": "object", "additionalProperties": True, "description": "The question’s own results."}
PLACE: Schema = {"type": "string", "pattern": "^(/([^~/]|~[01])*)*$"}

RULE = some(
    "default",
    of={
        "key": TEXT,
        "text": TEXT,
        "source": some(of={"title": TEXT, "section": TEXT}),
        "default": {"type": "string", "description": "What is done where the source leaves it open."},
    },
)
REASON = some(
    "missing",
    of={
        "code": TEXT,
        "text": {"type": "string", "minLength": 1},
        "cards": CARDS,
        "rule": or_null(ref("Rule")),
        "missing": {**PLACE, "description": "What must be told first."},
    },
)
PENALTY = some(of={"player": or_null(TEXT), "points": {"type": "integer", "maximum": -1}, "rule": TEXT})
READING = some(
    "choice",
    of={
        "rule": ref("Rule"),
        "text": TEXT,
        "option": {**or_null(TEXT), "description": "The house rule that selects it."},
        "choice": CHOICE,
        "verdict": {
            "anyOf": [VERDICT, {"type": "null"}],
            "description": "What it would say; null if that cannot be told.",
        },
    },
)
ANSWER_KEYS: dict[str, Schema] = {
    "verdict": VERDICT,
    "settled": {
        **SWITCH,
        "description": "Whether the source, or a house rule that was chosen, leaves no other answer.",
    },
    "reasons": array(ref("Reason")),
    "facts": FACTS,
    "penalties": array(ref("Penalty")),
    "readings": array(ref("Reading")),
    "rulebook": some(of={"variant": {"enum": list(VARIANTS)}, "version": TEXT, "house_rules": CHOICES}),
}
DECISION = some(
    of={
        "by": or_null(TEXT),
        "when": MOMENT,
        "why": or_null(TEXT),
        "round": or_null(NUMBER),
        "penalties": array(ref("Penalty")),
    }
)
RULING_KEYS: dict[str, Schema] = {
    "id": TEXT,
    "question": {"enum": list(SITUATIONS)},
    "round": {**NUMBER, "description": "The round that it is about: entered, or being played when it was asked."},
    "situation": SITUATION,
    "by": or_null(TEXT),
    "when": MOMENT,
    "claims": {
        **by_player(TEXT),
        "description": "Who says what; `legal` and `illegal` can be supported by the verdict.",
    },
    "words": {**by_player(TEXT), "description": "What they say beside it, in their own words."},
    "supported": {**array(TEXT), "description": "Whose claim the rules support."},
    "status": STATUS,
    "decision": or_null(ref("Decision")),
    **ANSWER_KEYS,
}
EXPORTED = some(
    of={
        **{key: RULING_KEYS[key] for key in ("id", "question", "by", "when", "status", "round", "situation")},
        **{key: RULING_KEYS[key] for key in ("claims", "words")},
        "named_round": or_null(NUMBER),
        "rulebook": TEXT,
        "house_rules": CHOICES,
        "players": NUMBER,
        "verdict": VERDICT,
        "reasons": array(
            some(
                of={
                    "code": TEXT,
                    "cards": CARDS,
                    "rule": or_null(TEXT),
                    "values": {"type": "object", "additionalProperties": True},
                    "missing": or_null(array({"type": ["string", "integer"]})),
                }
            )
        ),
        "facts": FACTS,
        "penalties": array(ref("Penalty")),
        "doubts": array(some(of={"key": TEXT, "verdicts": array({"anyOf": [VERDICT, {"type": "null"}]})})),
    }
)


def schema_name(question: str) -> str:
    """Return the name of the schema of a question: joker-swap -> JokerSwap."""
    return SITUATIONS[question].__name__.removesuffix("Situation")


def referee_schemas() -> dict[str, Schema]:
    """Return every schema by its name."""
    questions = (
        create_model(f"Ask{schema_name(question)}", __base__=NewQuestion, situation=(situation, ...))
        for question, situation in SITUATIONS.items()
    )
    return {
        **_described(*questions, NewRuling, NewAcceptance, NewHouseRule),
        "Rule": RULE,
        "Reason": REASON,
        "Penalty": PENALTY,
        "Reading": READING,
        "Answer": some(of=ANSWER_KEYS),
        "Decision": DECISION,
        "DecidedRuling": some(
            of={"id": TEXT, "status": STATUS, "round": or_null(NUMBER), "penalties": array(ref("Penalty"))}
        ),
        "Ruling": some(of=RULING_KEYS),
        "Rulings": some(of={"rulings": array(ref("Ruling"))}),
        "ExportedRuling": EXPORTED,
    }


def _described(*shapes: Any) -> dict[str, Schema]:
    """Return the schemas of shapes, and of what is in them."""
    template = "#/components/schemas/{model}"
    _, described = models_json_schema([(shape, "validation") for shape in shapes], ref_template=template)
    parts = {part.__name__ for part in (Card, Rank, Suit)}  # a card is sent as its code
    return {name: schema for name, schema in described["$defs"].items() if name not in parts}
