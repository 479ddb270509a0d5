"""Write a game's rules as Markdown, for the command and `docs/rules`."""

from collections.abc import Iterator

from ...rules.errors import N_
from ..wording import sentence
from .rulebook import RulebookSheet


def markdown(book: RulebookSheet) -> str:
    """Return the rules as Markdown, as in `docs/rules`."""
    return "\n".join(_markdown(book)) + "\n"


def _markdown(book: RulebookSheet) -> Iterator[str]:
    yield f"# {book.name}"
    yield f"\n{book.summary} ({book.country})\n"
    if not book.variant.source.ours:
        yield sentence(
            N_("After “{title}” ({publisher}), in our own words. Brackets show the heading in the source."),
            {"title": book.variant.source.title, "publisher": book.publisher},
        )
        yield ""
    yield from (f"- **{label}:** {text}" for label, text in book.facts)
    for chapter in book.chapters:
        if chapter.lines:
            yield f"\n## {chapter.title}\n"
        yield from (f"- **{r.key}** {r.text}{f' [{r.section}]' if r.section else ''}" for r in chapter.lines)
    if book.presets:
        yield "\n## " + sentence(N_("Variations")) + "\n"
    yield from (f"- **`{p.key}`** {p.name}: {' '.join(p.choices)} ({p.source})" for p in book.presets)
    yield "\n## " + sentence(N_("House rules")) + "\n"
    yield from (f"- **`{o.key}`** ({o.usual}) {o.text} ({o.rule})" for o in book.options if o.asked)
    if any(not option.asked for option in book.options):
        yield "\n## " + sentence(N_("House rules that settle a quarrel")) + "\n"
    yield from (f"- **`{o.key}`** ({o.usual}) {o.text} ({o.rule})" for o in book.options if not o.asked)
    if book.open:
        yield "\n## " + sentence(N_("What the source leaves open")) + "\n"
    for item in book.open:
        yield f"- **{item.key}** {item.text}"
        yield "  - " + sentence(N_("Here: {default}"), {"default": item.default})
        for text, option in item.readings:
            yield "  - " + sentence(N_("Or: {reading}"), {"reading": text}) + (f" ({option})" if option else "")
