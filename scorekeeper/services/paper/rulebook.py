"""Word a game's rules, from the same data that the referee uses, for pages, paper and `docs/rules`."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ...rules.errors import N_
from ...rules.model.ending import PlayRounds, ReachTarget, TableEnds
from ...rules.model.options import Choice, Group, Option
from ...rules.model.sources import Ambiguity, Reading
from ...rules.model.variant import Variant
from ..wording import sentence
from .card_values import card_values, value_notes, value_table


@dataclass(frozen=True)
class RuleText:
    """A rule: its id, its sentence, the section of the source."""

    key: str
    text: str
    section: str


@dataclass(frozen=True)
class OptionText:
    """A house rule: key, sentence, default, current and other choices in words, id of its rule, whether it differs.

    `asked`: the table is asked about it before it plays; else it settles a doubt.
    """

    key: str
    text: str
    usual: str
    chosen: str
    others: tuple[str, ...]
    rule: str
    differs: bool
    asked: bool


@dataclass(frozen=True)
class AmbiguityText:
    """An ambiguity of the source: id, text, default, other readings (each with the house rule that selects it)."""

    key: str
    text: str
    default: str
    readings: tuple[tuple[str, str | None], ...]


@dataclass(frozen=True)
class Rulebook:
    """The rules of `variant` with its house rules, in words.

    `facts` are pairs (label, text), `values` pairs (cards, points), `value_notes` sentences about cards that are laid.
    """

    variant: Variant
    name: str
    country: str
    summary: str
    facts: tuple[tuple[str, str], ...]
    values: tuple[tuple[str, str], ...]
    value_notes: tuple[str, ...]
    rules: tuple[RuleText, ...]
    options: tuple[OptionText, ...]
    open: tuple[AmbiguityText, ...]

    @property
    def other_facts(self) -> tuple[tuple[str, str], ...]:
        """The facts without the line of card values, for pages that show these as a table."""
        return tuple(fact for fact in self.facts if fact[0] != sentence(_LABELS["values"]))


def rulebook(variant: Variant) -> Rulebook:
    """Return the rules of `variant` in the reader's language."""
    rules = [rule for rule in variant.rule_list if not isinstance(rule, Ambiguity)]
    return Rulebook(
        variant,
        variant.name,
        sentence(variant.country),
        sentence(variant.summary),
        tuple(_facts(variant)),
        tuple(value_table(variant)),
        tuple(value_notes(variant)),
        tuple(RuleText(rule.key, sentence(rule.text), rule.section) for rule in rules),
        tuple(_option(variant, option) for option in variant.options),
        tuple(_open(variant, ambiguity) for ambiguity in variant.ambiguities),
    )


def choice_text(option: Option, choice: Choice) -> str:
    """Return a choice of a house rule in words."""
    if isinstance(choice, bool):
        return sentence(N_("yes") if choice else N_("no"))
    if choice is None:
        return sentence(N_("none"))
    return sentence(option.labels[choice]) if isinstance(choice, str) and choice in option.labels else str(choice)


def reading_text(variant: Variant, reading: Reading) -> tuple[str, str | None]:
    """Return a reading of the source in words, and the house rule that selects it; None if no house rule does."""
    option = next((option for option in variant.options if option.key == reading.option), None)
    if option is None:
        return sentence(reading.text), None
    rule = sentence(
        N_("{rule} – {choice}"), {"rule": sentence(option.sentence), "choice": choice_text(option, reading.choice)}
    )
    return sentence(reading.text), rule


_PACKS: Mapping[tuple[bool, bool], str] = {  # tiles, with jokers
    (False, False): N_("{cards} cards, no jokers"),
    (False, True): N_("{cards} cards, {jokers} of them jokers"),
    (True, False): N_("{cards} tiles, no jokers"),
    (True, True): N_("{cards} tiles, {jokers} of them jokers"),
}
_ENDS_AT = N_("{target} points")
_ENDS_AFTER = N_("{rounds} rounds")
_LABELS: Mapping[str, str] = {
    "players": N_("Players"),
    "pack": N_("Pack"),
    "deal": N_("Deal"),
    "first": N_("First"),
    "values": N_("Values"),
    "opening": N_("To open"),
    "ends": N_("Ends at"),
}


def _facts(variant: Variant) -> Iterator[tuple[str, str]]:
    fewest, most = variant.deal.fewest_players, variant.most_players
    facts = {
        "players": sentence(N_("{fewest} to {most}"), {"fewest": fewest, "most": most}),
        "pack": _pack(variant),
        "deal": _deal(variant),
        "first": sentence(variant.deal.first) if variant.deal.first else "",
        "values": card_values(variant),
        "opening": sentence(_ENDS_AT, {"target": variant.turn.opening_minimum}) if variant.turn.opening_minimum else "",
        "ends": _end(variant),
    }
    return ((sentence(_LABELS[key]), text) for key, text in facts.items() if text)


def _pack(variant: Variant) -> str:
    deck, fewest = variant.deck, variant.deal.fewest_players
    values: dict[str, object] = {"cards": deck.size(fewest), "jokers": deck.jokers_for(fewest)}
    text = sentence(_PACKS[deck.tiles, deck.jokers > 0], values)
    if deck.two_packs_from is None:
        return text
    values = {"players": deck.two_packs_from, "cards": deck.size(deck.two_packs_from)}
    return text + "; " + sentence(N_("from {players} players on {cards}"), values)


def _deal(variant: Variant) -> str:
    steps, fewest = [], variant.deal.fewest_players
    for most, cards in variant.deal.cards:
        last = variant.most_players if most is None else most
        steps.append((fewest, last, cards))
        fewest = last + 1
    if len(steps) == 1:
        return sentence(N_("{cards} each"), {"cards": steps[0][2]})
    shown = [
        sentence(N_("{players} players: {cards}"), {"players": f"{low}–{high}" if high > low else low, "cards": cards})
        for low, high, cards in steps
    ]
    return ", ".join(shown)


def _end(variant: Variant) -> str:
    match variant.ending.goal:
        case PlayRounds(number):
            return sentence(_ENDS_AFTER, {"rounds": number})
        case ReachTarget(points):
            return sentence(_ENDS_AT, {"target": points})
        case TableEnds():
            return ""


def _option(variant: Variant, option: Option) -> OptionText:
    chosen = variant.chosen(option)
    others: tuple[Choice, ...] = option.choices or option.usual
    return OptionText(
        option.key,
        sentence(option.sentence),
        choice_text(option, option.default),
        choice_text(option, chosen),
        tuple(choice_text(option, choice) for choice in others if choice != option.default),
        option.rule,
        (type(chosen), chosen) != (type(option.default), option.default),
        option.group is Group.AGREED,
    )


def _open(variant: Variant, ambiguity: Ambiguity) -> AmbiguityText:
    readings = tuple(reading_text(variant, reading) for reading in ambiguity.readings)
    return AmbiguityText(ambiguity.key, sentence(ambiguity.text), sentence(ambiguity.default), readings)


def markdown(book: Rulebook) -> str:
    """Return the rules as Markdown, as in `docs/rules`."""
    return "\n".join(_markdown(book)) + "\n"


def _markdown(book: Rulebook) -> Iterator[str]:
    source = book.variant.source
    yield f"# {book.name}"
    yield f"\n{book.summary} ({book.country})\n"
    yield sentence(
        N_("After “{title}” ({publisher}), in our own words; what stands in brackets is the heading there."),
        {"title": source.title, "publisher": source.publisher},
    )
    yield ""
    yield from (f"- **{label}:** {text}" for label, text in book.facts)
    yield "\n## " + sentence(N_("Rules")) + "\n"
    yield from (f"- **{rule.key}** {rule.text}{f' [{rule.section}]' if rule.section else ''}" for rule in book.rules)
    yield "\n## " + sentence(N_("House rules")) + "\n"
    yield from (f"- **`{o.key}`** ({o.usual}) {o.text} ({o.rule})" for o in book.options if o.asked)
    yield "\n## " + sentence(N_("House rules that settle a quarrel")) + "\n"
    yield from (f"- **`{o.key}`** ({o.usual}) {o.text} ({o.rule})" for o in book.options if not o.asked)
    yield "\n## " + sentence(N_("What the source leaves open")) + "\n"
    for item in book.open:
        yield f"- **{item.key}** {item.text}"
        yield "  - " + sentence(N_("Here: {default}"), {"default": item.default})
        for text, option in item.readings:
            yield "  - " + sentence(N_("Otherwise: {reading}"), {"reading": text}) + (f" ({option})" if option else "")
