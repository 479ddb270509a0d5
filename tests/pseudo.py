"""A pseudo-language made from the English messages, longer by 40 %, accented, bracketed, to show what is not marked.

It is called en-150: Babel does not know en-XA, the tag that CLDR keeps for it.
"""

import re
from collections.abc import Iterator

from babel.messages.catalog import Catalog

from translations.catalogues import as_tuple

from .web.pages import Node

TAG = "en-150"
OPEN, CLOSE = "⟦Ð", "Þ⟧"  # letters with a small form: what is made small afterwards is noticed, too
_KEPT = re.compile(r"\{\w*\}|</?[a-z][^<>]*>|&\w+;|https?://\S+|\bGAMES?\b")
_ACCENTED = str.maketrans("abcdefghijklnoprstuvwyzACDEGHIKLNORSTUWYZ", "åƀçđéƒĝĥîĵķļñöþŕšţûṽŵýžÅÇÐÉĜĤÎĶĻÑÖŔŠŢÛŴÝŽ")
_WORD = re.compile(r"[A-Za-z]{2,}")
_MARKED = re.compile(f"{OPEN}[^⟦⟧]*{CLOSE}")
_SPOKEN = ("aria-label", "alt", "title", "placeholder", "aria-description", "label")
_SILENT = ("script", "style", "textarea")


def pseudo(message: str) -> str:
    """Return a message in the pseudo-language; placeholders, markup and a final full stop stay."""
    body = message.removesuffix(".")
    parts, at = [], 0
    for kept in _KEPT.finditer(body):
        parts += [body[at : kept.start()].translate(_ACCENTED), kept[0]]
        at = kept.end()
    parts.append(body[at:].translate(_ACCENTED))
    longer = "·" * max(0, round(0.4 * len(_KEPT.sub("", body))) - 2)  # the brackets are some of it
    return f"{OPEN}{''.join(parts)}{longer}{CLOSE}{message[len(body) :]}"


def pseudo_catalogue(template: Catalog, *, narrow: bool = False) -> Catalog:
    """Return the catalogue of the pseudo-language; if `narrow`, a short word is not made longer than by 40 %."""
    made = Catalog(TAG.replace("-", "_"))
    for message in template:
        if message.id:
            strings = tuple(pseudo(each) for each in as_tuple(message.id))
            if narrow:
                strings = tuple(each.replace(OPEN, OPEN[0]).replace(CLOSE, CLOSE[-1]) for each in strings)
            made.add(message.id, strings if len(strings) > 1 else strings[0], context=message.context)
    return made


def unmarked(text: str) -> list[str]:
    """Return the words of a text that are outside the brackets of the pseudo-language, and brackets that are broken."""
    while (shorter := _MARKED.sub("", text)) != text:
        text = shorter
    return [*_WORD.findall(text), *re.findall("[⟦⟧]", text)]


def texts(root: Node) -> Iterator[str]:
    """Yield what a reader of a page sees or hears: its text, and the attributes that are read out or shown by scripts.

    Parts in another language are left out: they must be marked as such, by `lang`.
    """
    for node in _own(root):
        yield from (node.attrs[name] for name in _SPOKEN if name in node.attrs)
        yield from (value for name, value in node.attrs.items() if name.startswith("data-") and _is_sentence(value))
        yield " ".join(child for child in node.children if isinstance(child, str))


def _own(node: Node) -> Iterator[Node]:
    """Yield an element and its descendants, as far as they are in the page's language and not data of a script."""
    if node.tag not in _SILENT and node.attrs.get("lang", TAG) == TAG:
        yield node
        for child in node.children:
            if isinstance(child, Node):
                yield from _own(child)


def _is_sentence(value: str) -> bool:
    return " " in value and not value.startswith(("{", "[")) and value[:1].upper() == value[:1]
