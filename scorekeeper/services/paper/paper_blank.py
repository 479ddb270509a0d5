"""Word sheets without scores: blank score sheets, the card of house rules, a game's rules on one page."""

from collections.abc import Iterable, Sequence

from flask_babel import get_locale

from ...rules.errors import N_
from ...rules.model.options import Group
from ...rules.model.variant import Variant
from ...rules.scoring.rounds import factor
from ...sheets.model import BlankColumn, BlankSheet, CardSheet
from ..wording import sentence
from .card_values import card_values
from .paper import house_rules, number
from .rulebook import AmbiguityText, Rulebook, rulebook


def _language() -> str:
    return str(get_locale() or "en").replace("_", "-")


def blank_sheet(variant: Variant, names: Sequence[str]) -> BlankSheet:
    """Return a blank sheet for `names` (which may be empty strings), with the columns that the game's scoring needs."""
    return BlankSheet(
        language=_language(),
        title=sentence(N_("{game}\u00a0– score sheet"), {"game": variant.name}),
        facts=((sentence(N_("Values")), card_values(variant)), *_penalties(variant)),
        house_rules=tuple(house_rules(variant)),
        names=tuple(names),
        columns=tuple(_columns(variant)),
        of_round=tuple(_ways(variant)),
        few=(BlankColumn(sentence(N_("points"))), BlankColumn(sentence(N_("total")), wide=True)),
    )


def _ways(variant: Variant) -> Iterable[str]:
    """Yield each way of closing that multiplies a round: `Rommí × 2`."""
    for key, way in variant.closing.ways.items():
        times = factor(variant, key)
        if times > 1:
            yield sentence(N_("{way} × {times}"), {"way": way.label, "times": times})


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
        yield BlankColumn(sentence(N_("hand −") if scoring.hands_cost else N_("points")))
    yield BlankColumn(sentence(N_("total")), wide=True)


def _penalties(variant: Variant) -> Iterable[tuple[str, str]]:
    if variant.scoring.penalties:
        shown = [f"{sentence(p.label)}: {number(p.points)}" for p in variant.scoring.penalties]
        yield sentence(N_("Penalties")), " · ".join(shown)


def card_sheet(variant: Variant, title: str | None = None) -> CardSheet:
    """Return the card of a table's house rules, with values and penalties; `title` defaults to the variant's name."""
    book, chosen = rulebook(variant), tuple(house_rules(variant))
    agreed = chosen or (sentence(N_("As the rules have it: nothing else was agreed.")),)
    sections = ((sentence(N_("At this table")), agreed), (sentence(N_("In case of doubt")), tuple(_defaults(book))))
    return CardSheet(
        language=_language(),
        title=title or variant.name,
        lead=variant.name if title else book.summary,
        facts=(*book.facts, *_penalties(variant)),
        sections=tuple(section for section in sections if section[1]),
        source="",
    )


def _defaults(book: Rulebook) -> Iterable[str]:
    """Yield each ambiguity that house rules of which tables are asked could settle but do not, with its default."""
    variant = book.variant
    options = {option.key: option for option in variant.options}
    for item, source in zip(book.open, variant.ambiguities, strict=True):
        keys = {r.option for r in source.readings if r.option and options[r.option].group is Group.AGREED}
        if keys and all(variant.house_rules.get(key, options[key].default) == options[key].default for key in keys):
            yield _settled(item)


def _settled(item: AmbiguityText) -> str:
    """Return an ambiguity, an arrow, and how it is settled by default."""
    return f"{item.text} →\u00a0{item.default}"


def rules_sheet(variant: Variant) -> CardSheet:
    """Return a game's rules, laid out for one page."""
    book = rulebook(variant)
    house = tuple(f"{o.text} ({sentence(N_('usual: {choice}'), {'choice': o.usual})})" for o in book.options if o.asked)
    values: dict[str, object] = {"title": variant.source.title, "publisher": variant.source.publisher}
    return CardSheet(
        language=_language(),
        title=sentence(N_("{game} – the rules"), {"game": variant.name}),
        lead=book.summary,
        facts=(*book.facts, *_penalties(variant)),
        sections=(
            (sentence(N_("Rules")), tuple(rule.text for rule in book.rules if "-O" not in rule.key)),
            (sentence(N_("House rules")), house),
            (sentence(N_("Where the source is silent or unclear")), tuple(_settled(item) for item in book.open)),
        ),
        source=sentence(N_("After “{title}” ({publisher}), in our own words."), values),
    )
