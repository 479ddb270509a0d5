"""The card of house rules as PDF."""

from itertools import pairwise

from scorekeeper.services.paper.labels import labels
from scorekeeper.sheets.layout import Paper
from scorekeeper.sheets.model import CardSheet, Emblem, OpenPoint
from scorekeeper.sheets.page_printer import print_card
from scorekeeper.sheets.printer import Press

from .pdf import read


def test_a_question_that_fills_its_line_does_not_break_after_its_first_word(press: Press) -> None:
    """Of many lengths, one fills the line but for the space before the answer."""
    text = "Unclear, if a card that is laid off to th{}s meld counts or not."
    points = [OpenPoint("", text.format("i" * length), "So.", ()) for length in range(80)]
    sheet = CardSheet("en", labels(), "Rommy", Emblem("♠"), "A game.", (), (), tuple(points))
    words = read(print_card(press, sheet, Paper.A6)).words
    begun = [(word, then) for word, then in pairwise(words) if word.text == "Unclear,"]
    assert len(begun) == len(points)
    assert all(then.left > word.right for word, then in begun)
