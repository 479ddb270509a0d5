"""Word sheets without scores: blank score sheets, the card of house rules, a game's rules on a page."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...rules.errors import N_
from ...rules.model.options import OptionGroup
from ...rules.model.terms import Dealing
from ...rules.model.variant import Variant
from ...rules.scoring.rounds import factor
from ...sheets.model import BlankColumn, BlankSheet, CardSheet, Emblem, OpenPoint, RuleLine, RulesChapter, RulesSheet
from ..rulebook.agreed import house_rules
from ..rulebook.rulebook import OptionText, RulebookSheet, rulebook, table_facts
from ..wording import game_name, reader_language, sentence
from .labels import labels
from .numbers import number


def _emblem(variant: Variant) -> Emblem:
    return Emblem(variant.emblem, tiles=variant.deck.tiles)


def blank_sheet(variant: Variant, names: Sequence[str]) -> BlankSheet:
    """Return a blank sheet for `names` (which may be empty strings), with the columns that the game's scoring needs."""
    return BlankSheet(
        language=reader_language(),
        labels={**labels(), "ring_the_closer": sentence(variant.closing.words.ring)},
        title=sentence(N_("{game}\u00a0– score sheet"), {"game": game_name(variant)}),
        facts=(*table_facts(variant), *penalties(variant)),
        house_rules=tuple(house_rules(variant)),
        names=tuple(names),
        emblem=_emblem(variant),
        columns=tuple(_columns(variant)),
        of_round=(*_dealer(variant), *_ways(variant)),
        closers=variant.has_cards,
        rated=variant.scoring.rating is not None,
        few=(BlankColumn(sentence(N_("points"))), *_rating(variant), BlankColumn(sentence(N_("total")), wide=True)),
    )


def _dealer(variant: Variant) -> Iterable[str]:
    if variant.deal.dealer is not Dealing.NOBODY:
        yield sentence(N_("dealer"))


def _ways(variant: Variant) -> Iterable[str]:
    """Yield each way of closing that multiplies a round, `Rommí × 2`, or brings rating points of its own."""
    rating = variant.scoring.rating
    for key, way in variant.closing.ways.items():
        times = factor(variant, key)
        if times > 1:
            yield sentence(N_("{way} × {times}"), {"way": way.label, "times": times})
        elif rating and key in rating.ways:
            yield sentence(way.label)


def _columns(variant: Variant) -> Iterable[BlankColumn]:
    scoring = variant.scoring
    if scoring.table_scores:
        yield BlankColumn(sentence(N_("table +")))
        yield BlankColumn(sentence(N_("hand −")))
        if scoring.penalties:
            yield BlankColumn(sentence(N_("pen. −")))
    elif scoring.zero_sum:
        yield BlankColumn(sentence(N_("+ or −")))
    else:
        yield BlankColumn(
            sentence(N_("hand −") if scoring.hands_cost and variant.ending.hand_sign < 0 else N_("points"))
        )
    yield from _rating(variant)
    yield BlankColumn(sentence(N_("total")), wide=True)


def _rating(variant: Variant) -> Iterable[BlankColumn]:
    """Yield the column of the rating points, if the game has them."""
    if variant.scoring.rating:
        yield BlankColumn(sentence(N_("rating")))


def penalties(variant: Variant) -> Iterable[tuple[str, str]]:
    """Yield a label and what each penalty costs in one line, if the game has any."""
    if variant.scoring.penalties:
        shown = [f"{sentence(p.label)}: {number(p.points)}" for p in variant.scoring.penalties]
        yield sentence(N_("Penalties")), " · ".join(shown)


def card_sheet(variant: Variant, title: str | None = None) -> CardSheet:
    """Return the card of a table's house rules, with values and penalties; `title` defaults to the variant's name."""
    book, chosen = rulebook(variant), tuple(house_rules(variant))
    return CardSheet(
        language=reader_language(),
        labels=labels(),
        title=title or game_name(variant),
        emblem=_emblem(variant),
        lead=game_name(variant) if title else book.summary,
        facts=(*book.facts, *penalties(variant)),
        agreed=chosen or (sentence(N_("No house rules: you play by the rules as they stand.")),),
        open=tuple(_defaults(book)),
    )


def _defaults(book: RulebookSheet) -> Iterable[OpenPoint]:
    """Yield each ambiguity that house rules of which tables are asked could settle but do not."""
    variant = book.variant
    options = {option.key: option for option in variant.options}
    for item in book.open:
        readings = {ambiguity.key: ambiguity.readings for ambiguity in variant.ambiguities}[item.key]
        keys = {r.option for r in readings if r.option and options[r.option].group is OptionGroup.AGREED}
        if keys and all(variant.house_rules.get(key, options[key].default) == options[key].default for key in keys):
            yield item


def rules_sheet(variant: Variant, *, of_table: bool = False) -> RulesSheet:
    """Return a game's rules in the order of play, `of_table` with its house rules instead of those one may choose."""
    book = rulebook(variant)
    options = () if of_table else tuple(_usual(option) for option in book.options if option.asked)
    values: dict[str, object] = {"title": variant.source.title, "publisher": book.publisher}
    title = N_("{game} – our rules") if of_table else N_("{game} – the rules")
    return RulesSheet(
        language=reader_language(),
        labels=labels(),
        title=sentence(title, {"game": game_name(variant)}),
        emblem=_emblem(variant),
        facts=(*book.facts, *penalties(variant)),
        chapters=tuple(_in_force(chapter) for chapter in book.chapters if _in_force(chapter).lines or chapter.lead),
        open=tuple(point for point in book.open if not point.settled),
        options=options,
        source="" if variant.source.ours else sentence(N_("After “{title}” ({publisher}), in our own words."), values),
    )


def _in_force(chapter: RulesChapter) -> RulesChapter:
    """Return a chapter without the variations of the source, but with what the table has agreed on them."""
    lines = (replace(line, text="") if "-O" in line.key else line for line in chapter.lines)
    return replace(chapter, lines=tuple(line for line in lines if line.text or line.agreed))


def _usual(option: OptionText) -> RuleLine:
    values: dict[str, object] = {"rule": option.text.rstrip("."), "choice": option.usual}
    return RuleLine(option.rule, sentence(N_("{rule} (usual: {choice})"), values))
