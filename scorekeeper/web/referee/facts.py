"""The facts of an answer as sentences on pages, with cards as faces."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from ...rules.cards import parse_card
from ...rules.model.variant import Variant
from ...services.referee.facts import AnyOf, FactsJson, facts_of
from ..text import points_of, worded
from .notation import any_of, faces


def fact_words(question: str, variant: Variant, facts: FactsJson, situation: FactsJson) -> list[Markup]:
    """Return the facts of an answer to `question`, given as JSON values, in sentences."""
    return [
        worded(fact.message, {name: _in_html(value) for name, value in fact.values.items()})
        for fact in facts_of(question, variant, facts, situation)
    ]


def card_faces(codes: Sequence[str]) -> Markup:
    """Return cards, given by their codes, as faces in a row."""
    return faces([parse_card(code) for code in codes])


def _in_html(value: object) -> object:
    if isinstance(value, Mapping):
        return points_of(value)
    if isinstance(value, AnyOf):
        return any_of(value.cards)
    return faces(value) if isinstance(value, tuple) else value
