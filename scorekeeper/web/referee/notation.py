"""Parse cards as people type them (`7h 8h jk`, `7♥`, `jk=9h`, `7h 8h 9h + 10h`, a meld a line), and format them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ...rules.cards import Card, Suit, number_code
from ...rules.letters import with_joker_codes
from ...rules.reasons import Sum
from ...services import wording
from ..text import bdi_cards, card_name

_COLOURS = {Suit.SPADES: "black", Suit.HEARTS: "red", Suit.DIAMONDS: "orange", Suit.CLUBS: "blue"}
_RANK = "10|KN|[A2-9TJQKEÁDBG]"
_TILE = "[KROYB](?:1[0-3]|[1-9])"
_CARD = rf"(?:(?:{_RANK})(?:[SHDC]|[♠♤♥♡♦♢♣♧][\ufe0e\ufe0f]?)|JK)"
_GLUED, _GLUED_TILES = (re.compile(f"(?:{one}){{2,}}", re.I) for one in (_CARD, f"{_TILE}|{_CARD}"))
_ONE, _ONE_TILE = (re.compile(one, re.I) for one in (_CARD, f"{_TILE}|{_CARD}"))
_APART = re.compile(rf"(?<![^\s,;=+])({_RANK})\s+([SHDC♠♤♥♡♦♢♣♧])(?![^\s,;=+])", re.IGNORECASE)
_INNER_SPACE = re.compile(r"(?<![+=]) (?![+=])")


@dataclass(frozen=True)
class Typed:
    """A card's typed code, which may be no card, and the code that it stands for if one was typed after `=`."""

    card: str
    stands_for: str | None = None

    @property
    def code(self) -> str:
        """Both as typed: `JK=9H`."""
        return self.card if self.stands_for is None else f"{self.card}={self.stands_for}"


def typed_cards(text: str) -> list[Typed]:
    """Return the typed codes in `text`, in their order, whether they are cards or not."""
    found = []
    glued, one = (_GLUED_TILES, _ONE_TILE) if wording.numbered() else (_GLUED, _ONE)
    together = _APART.sub(r"\1\2", with_joker_codes("=".join(part.strip() for part in text.split("="))))
    for token in together.replace(",", " ").replace(";", " ").split():
        card, equals, stands_for = token.partition("=")
        *before, last = one.findall(card) if glued.fullmatch(card) else [card]
        found += [Typed(each) for each in before]
        found.append(Typed(last, stands_for if equals else None))
    return [_as_codes(each) for each in found] if wording.numbered() else found


def _as_codes(typed: Typed) -> Typed:
    """Return what was typed with codes in place of tiles with numbers, so that the question has codes only."""
    stands_for = None if typed.stands_for is None else number_code(typed.stands_for)
    return Typed(number_code(typed.card), stands_for)


def typed_melds(text: str) -> list[list[Typed]]:
    """Return the melds in `text`, one a line; empty lines are skipped."""
    return [cards for line in text.splitlines() if (cards := typed_cards(line))]


def typed_table(text: str) -> tuple[list[list[Typed]], list[tuple[Typed, int]]]:
    """Return the melds of a table, one a line, and the cards laid off after a plus: (card, index of the meld)."""
    melds: list[list[Typed]] = []
    laid_off: list[tuple[Typed, int]] = []
    for line in text.splitlines():
        lying, *added = (part.strip() for part in line.split("+"))
        if not (cards := typed_cards(lying)) and not any(added):
            continue
        laid_off += [(card, len(melds)) for part in added for card in typed_cards(part)]
        melds.append(cards)
    return melds, laid_off


def card_text(card: Card) -> str:
    """Return a card as people read it: `10♣`, `7♥`, `JK`, with the letters of the reader's cards."""
    return wording.card_sign(card) or "JK"


def cards_text(cards: Iterable[Card]) -> str:
    """Return cards in a row, in a form that can be typed again."""
    return " ".join(card_text(card) for card in cards)


def named_cards_text(cards: Iterable[tuple[Card, Card | None]]) -> str:
    """Return cards in a row as `cards_text` does, each joker with what it was laid as: `JK=9♥`."""
    return " ".join(card_text(card) + (f"={card_text(role)}" if role else "") for card, role in cards)


def card_face(card: Card) -> Markup:
    """Return a card as HTML, in its suit's colour, with its whole name for screen readers."""
    name = card_name(card.code)
    if card.suit is None:
        return Markup('<span class="face joker">{}</span>').format(name)
    shown = Markup('<span class="face {}" role="img" aria-label="{}">{}</span>')
    return shown.format(_COLOURS[card.suit], name, card_text(card))


def faces(cards: Sequence[Card]) -> Markup:
    """Return cards as HTML, in a row."""
    return Markup(" ").join(card_face(card) for card in cards)


def shown_values(message: str, values: Mapping[str, object]) -> dict[str, object]:
    """Return the values of a reason for its sentence, as `wording.sentence` words them."""
    shown = wording.shown_values(wording.begun(wording.template(message, values), values))
    shown |= {name: _unbroken(str(shown[name])) for name, value in values.items() if isinstance(value, Sum)}
    return {name: bdi_cards(text) if isinstance(text, str) else text for name, text in shown.items()}


def _unbroken(text: str) -> str:
    """Return a sum that breaks into lines only beside + and =, not between a card and its points."""
    return _INNER_SPACE.sub("\u00a0", text)


def any_of(cards: Sequence[Card]) -> Markup:
    """Return cards joined by "or"."""
    shown = [faces([card]) for card in cards]
    if len(shown) == 1:
        return shown[0]
    return Markup(wording.list_pattern("or")).format(some=Markup(", ").join(shown[:-1]), last=shown[-1])
