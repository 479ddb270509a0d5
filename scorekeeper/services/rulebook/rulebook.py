"""Word a game's rules, from the same data that the referee uses, for pages, paper and `docs/rules`."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ...rules.errors import N_, NN_
from ...rules.model.ending import PlayRounds, ReachTarget, StayBelow
from ...rules.model.options import Choice, Option, OptionGroup
from ...rules.model.sources import Ambiguity, Reading, Rule
from ...rules.model.terms import LimitEnds
from ...rules.model.topics import Chapter
from ...rules.model.variant import Variant
from ...sheets.model import OpenPoint, RuleLine, RulesChapter
from ..wording import game_name, sentence, template
from .agreed import agreed_instead, agreed_text, choice_text, differs, settled_as
from .card_values import card_values, rating_values, value_notes, value_table
from .presets import PresetText, preset_texts

CHAPTERS: Mapping[Chapter, str] = {
    Chapter.AIM: N_("The aim"),
    Chapter.CARDS: N_("The cards and what they count"),
    Chapter.DEAL: N_("The deal"),
    Chapter.DRAW: N_("A turn: drawing"),
    Chapter.LAY_DOWN: N_("A turn: laying melds"),
    Chapter.LAY_OFF: N_("A turn: laying off"),
    Chapter.REARRANGE: N_("A turn: rearranging the table"),
    Chapter.DISCARD: N_("A turn: discarding"),
    Chapter.JOKER: N_("The joker"),
    Chapter.CALLS: N_("Calls and penalties"),
    Chapter.GOING_OUT: N_("Going out"),
    Chapter.SCORING: N_("Scoring a round"),
    Chapter.END: N_("The end of the game"),
}
_TILES = N_("The tiles and what they count")


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
class RulebookSheet:
    """The rules of `variant` with its house rules, in words.

    `facts` are pairs (label, text), `values` pairs (cards, points), `value_notes` sentences about cards that are laid.
    `chapters` and `open`, what the source leaves open and the table has not settled, are in the order of play.
    `presets` are the house rules that may be chosen as one.
    """

    variant: Variant
    name: str
    country: str
    summary: str
    facts: tuple[tuple[str, str], ...]
    values: tuple[tuple[str, str], ...]
    value_notes: tuple[str, ...]
    chapters: tuple[RulesChapter, ...]
    presets: tuple[PresetText, ...]
    options: tuple[OptionText, ...]
    open: tuple[OpenPoint, ...]

    @property
    def publisher(self) -> str:
        """Who published the source: a name, or in words that are translated."""
        return template(self.variant.source.publisher)

    @property
    def other_facts(self) -> tuple[tuple[str, str], ...]:
        """The facts without the line of card values, for pages that show these as a table."""
        return tuple(fact for fact in self.facts if fact[0] != sentence(_LABELS["values"]))


def rulebook(variant: Variant) -> RulebookSheet:
    """Return the rules of `variant` in the reader's language."""
    return RulebookSheet(
        variant,
        game_name(variant),
        sentence(variant.country),
        sentence(variant.summary),
        tuple(_facts(variant)),
        tuple(value_table(variant)),
        tuple(value_notes(variant)),
        tuple(_chapters(variant)),
        tuple(preset_texts(variant)),
        tuple(_option(variant, option) for option in variant.options),
        tuple(_open(variant, each) for each in _in_order(variant) if isinstance(each, Ambiguity)),
    )


def reading_text(variant: Variant, reading: Reading) -> tuple[str, str | None]:
    """Return a reading of the source in words, and the house rule that selects it.

    None instead of a house rule if there is none, or if it says the same as the reading.
    """
    text = sentence(reading.text)
    rules = (agreed_text(each, reading.choice) for each in variant.options if each.key == reading.option)
    return text, next((rule for rule in rules if rule != text), None)


_PACKS: Mapping[tuple[bool, bool], str] = {  # tiles, with jokers
    (False, False): N_("{cards} cards, no jokers"),
    (False, True): NN_("{cards} cards, one of them a joker", "{cards} cards, {jokers} of them jokers", "jokers"),
    (True, False): N_("{cards} tiles, no jokers"),
    (True, True): N_("{cards} tiles, {jokers} of them jokers"),
}
_ENDS_AT = NN_("{target} point", "{target} points", "target")
_ENDS_AFTER = NN_("{rounds} round", "{rounds} rounds", "rounds")
_LAST_IN, _FIRST_OUT = N_("one player left below {limit}"), N_("the first player at {limit}")
_MELDS: Mapping[tuple[bool, bool], str] = {  # sets, runs
    # Translators: explain the word where it means something else in other games, as the Danish “stik” does.
    (True, True): N_("a set (one rank) or a run (ranks in a row)"),
    (True, False): N_("a set (one rank)"),
    (False, True): N_("a run (ranks in a row)"),
}
_MELDS_OF_NUMBERS = N_("a set (one number) or a run (numbers in a row)")
_LABELS: Mapping[str, str] = {
    "players": N_("Players"),
    # Translators: a label: which cards or tiles the game is played with
    "pack": N_("Pack"),
    "tiles": N_("Tiles"),
    # Translators: a label: how many cards each player is dealt
    "deal": N_("Deal"),
    # Translators: a label before a sentence, as “The player on the dealer’s left begins; play goes clockwise.”
    "first": N_("Order of play"),
    "meld": N_("Meld"),
    "values": N_("Values"),
    # Translators: a label: what brings rating points; one short word, for it stands in a narrow column
    "rating": N_("Rating"),
    "opening": N_("To open"),
    "ends": N_("Ends at"),
}


def table_facts(variant: Variant) -> tuple[tuple[str, str], ...]:
    """Return what a table asks about while it plays, as pairs (label, text): deal, values, ratings, opening, end."""
    return tuple(_facts(variant, "deal", "values", "rating", "opening", "ends"))


def meld_fact(variant: Variant) -> tuple[str, str]:
    """Return what a meld is, for newcomers, as (label, text); no text in a game without melds."""
    kinds = _MELDS.get((variant.melds.sets, variant.melds.runs))
    kinds = _MELDS_OF_NUMBERS if kinds and variant.deck.numbered else kinds
    return sentence(_LABELS["meld"]), sentence(kinds) if kinds else ""


def _facts(variant: Variant, *keys: str) -> Iterator[tuple[str, str]]:
    """Yield the facts with these keys, or all, as pairs (label, text); without those that the game has not."""
    fewest, most = variant.deal.fewest_players, variant.most_players
    facts = {
        "players": str(most)
        if fewest == most
        else sentence(N_("{fewest} to {most}"), {"fewest": fewest, "most": most}),
        "pack": _pack(variant) if variant.has_cards else "",
        "deal": _deal(variant) if variant.has_cards else "",
        "first": sentence(variant.deal.first) if variant.deal.first else "",
        "meld": meld_fact(variant)[1],
        "values": card_values(variant),
        "rating": rating_values(variant),
        "opening": sentence(_ENDS_AT, {"target": variant.turn.opening_minimum}) if variant.turn.opening_minimum else "",
        "ends": _end(variant),
    }
    labels = {**_LABELS, "pack": _LABELS["tiles"]} if variant.deck.tiles else _LABELS
    return ((sentence(labels[key]), text) for key, text in facts.items() if text and key in (keys or facts))


def _pack(variant: Variant) -> str:
    deck, fewest = variant.deck, variant.deal.fewest_players
    values: dict[str, object] = {"cards": deck.size(fewest), "jokers": deck.jokers_for(fewest)}
    text = sentence(_PACKS[deck.tiles, deck.jokers > 0], values)
    if deck.two_packs_from is None:
        return text
    values = {"players": deck.two_packs_from, "cards": deck.size(deck.two_packs_from)}
    return sentence(N_("{pack}; from {players} players on: {cards}"), {"pack": text, **values})


def _deal(variant: Variant) -> str:
    steps, fewest = [], variant.deal.fewest_players
    for most, cards in variant.deal.cards:
        last = variant.most_players if most is None else most
        steps.append((fewest, last, cards))
        fewest = last + 1
    if len(steps) == 1:
        extra, cards = variant.deal.first_extra, steps[0][2]
        text = N_("{cards} each, the first player {more}") if extra else N_("{cards} each")
        return sentence(text, {"cards": cards, "more": cards + extra})
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
        case StayBelow() as limit:
            return sentence(_LAST_IN if limit.ends is LimitEnds.LAST_IN else _FIRST_OUT, {"limit": limit.least})
        case _:
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
        differs(variant, option),
        option.group is OptionGroup.AGREED,
    )


def _in_order(variant: Variant) -> Iterator[Rule]:
    """Yield every rule, variation and ambiguity in the order of play."""
    return (variant.rules[key] for keys in variant.chapters.values() for key in keys.split())


def _chapters(variant: Variant) -> Iterator[RulesChapter]:
    """Yield the chapters in the order of play, without empty ones; the first has the summary of the game, too."""
    lead = sentence(variant.summary)
    for chapter, keys in variant.chapters.items():
        lines = tuple(_line(variant, variant.rules[key]) for key in keys.split())
        shown = tuple(line for line in lines if line.text or line.agreed)
        if shown or lead:
            yield RulesChapter(chapter.value, sentence(_heading(variant, chapter)), lead, shown)
        lead = ""


def _heading(variant: Variant, chapter: Chapter) -> str:
    return _TILES if chapter is Chapter.CARDS and variant.deck.tiles else CHAPTERS[chapter]


def _line(variant: Variant, rule: Rule) -> RuleLine:
    """Return a rule with what the table has agreed instead; of an ambiguity only how the table has settled it."""
    if isinstance(rule, Ambiguity):
        return RuleLine(rule.key, "", tuple(settled_as(variant, rule)))
    return RuleLine(rule.key, sentence(rule.text), tuple(agreed_instead(variant, rule.key)), _section(variant, rule))


def _section(variant: Variant, rule: Rule) -> str:
    """Return the heading in the source; empty if the rules are our own."""
    return "" if variant.source.ours else rule.section


def _open(variant: Variant, ambiguity: Ambiguity) -> OpenPoint:
    readings = tuple(reading_text(variant, reading) for reading in ambiguity.readings)
    settled = bool(variant.settling(ambiguity))
    return OpenPoint(ambiguity.key, sentence(ambiguity.text), sentence(ambiguity.default), readings, settled)
