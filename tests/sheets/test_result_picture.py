"""The picture of a result: its size, what is on it, and that nothing is cut off or overlaps, with any names."""

import re
from dataclasses import replace
from html import unescape
from io import BytesIO

import pytest
from PIL import Image

from scorekeeper.sheets.curves import ChartData, Curve
from scorekeeper.sheets.model import Emblem, Placing, ResultPicture
from scorekeeper.sheets.printer import Press
from scorekeeper.sheets.result_picture import PictureShape, draw_result, picture_html

from .made import LONG, NAMES
from .pdf import Paper, outside, overlapping, read

SHARED = "{} share the win with 9 rating points."


def made(names: tuple[str, ...], rounds: int = 9, heads: tuple[str, ...] = (), headline: str = "") -> ResultPicture:
    """Return the picture of a game whose totals follow from seat and round; its last player is out."""
    placings = tuple(
        Placing(
            f"{seat + 1}th",
            name,
            str(-1234 - seat),
            "−99" if heads else "",
            "eliminated" if seat + 1 == len(names) else "",
            best=not seat,
        )
        for seat, name in enumerate(names)
    )
    curves = (
        Curve(name, seat, 0, tuple(-(round_ * 137 + seat * round_) for round_ in range(rounds + 1)))
        for seat, name in enumerate(names)
    )
    chart = ChartData(tuple(curves), tuple(range(1, rounds + 1)), -1000) if rounds > 1 else None
    said = headline or f"{names[0]} wins with −1234."
    facts = (f"{rounds} rounds", "23 November 2026")
    return ResultPicture(
        "en", "Friday’s game", "Rommy (500)", said, placings, facts, Emblem("♠"), heads, chart, "limit"
    )


def words_of(press: Press, picture: ResultPicture, shape: PictureShape) -> Paper:
    """Return the words of a picture, as large as on paper."""
    html = picture_html(picture, shape)
    return read(press.do(lambda job: bytes(job(html=html, breaks=[], epoch=0)["pdf"])), scale=0.3)


@pytest.mark.parametrize(("shape", "size"), [(PictureShape.PORTRAIT, (1080, 1350)), (PictureShape.WIDE, (1200, 630))])
def test_it_is_a_png_of_the_size_that_others_expect(press: Press, shape: PictureShape, size: tuple[int, int]) -> None:
    """In colour, and small: most of it are areas of one colour."""
    png = draw_result(press, made(NAMES[:4]), shape)
    assert len(png) < 100_000
    with Image.open(BytesIO(png)) as picture:
        assert (picture.format, picture.size) == ("PNG", size)
        red, green, blue = picture.convert("RGB").getpixel((5, 5))
        assert green > max(red, blue) + 20, "the band is green"
        assert len(picture.getcolors() or ()) > 20


@pytest.mark.parametrize("shape", PictureShape)
def test_what_was_typed_is_drawn_letter_for_letter(press: Press, shape: PictureShape) -> None:
    """Tags, entities and template code in names, title and headline are text in a picture, too."""
    typed = ("<b>Al</b>", "{{7*7}} Bo", "&amp;Cleo", "<!-- Dag")
    picture = replace(made(typed, headline="<i>Al</i> wins."), title="<script>x</script>")
    found = words_of(press, picture, shape).text
    assert [each for each in (*typed, "<i>Al</i> wins.", "<script>x</script>") if each not in found] == []


@pytest.mark.parametrize("shape", PictureShape)
@pytest.mark.parametrize(
    ("names", "heads"), [(LONG[:2], ()), (NAMES[:5], ("Rating points", "Points")), (LONG, ("Rounds won", "Points"))]
)
def test_nothing_is_cut_off_and_nothing_overlaps(
    press: Press, shape: PictureShape, names: tuple[str, ...], heads: tuple[str, ...]
) -> None:
    """Two to fifteen players; a name that is too long ends with an ellipsis, every figure is whole."""
    picture = made(names, heads=heads)
    found = words_of(press, picture, shape)
    assert len(found.sizes) == 1
    assert outside(found, margin=4) == []
    assert overlapping(found.words) == []
    texts = [word.text for word in found.words]
    assert {each.figure for each in picture.placings} <= set(texts)
    assert names != LONG or any(text.endswith("…") for text in texts)


def test_a_headline_of_many_winners_stays_in_its_place(press: Press) -> None:
    found = words_of(press, made(NAMES[:3], headline=SHARED.format(" and ".join(LONG[:9]))), PictureShape.WIDE)
    assert overlapping(found.words) == []
    assert "…" in found.text


def test_letters_that_the_fonts_lack_are_frames(press: Press) -> None:
    """So a picture is the same on every machine, and no name makes it fail."""
    odd = ("李雷🎉", "</div><script>x", "\u202eevil", "Z" + "\u0301" * 39)
    found = words_of(press, made(odd), PictureShape.PORTRAIT)
    assert "▯▯▯" in found.text
    assert "</div><scri…" in found.text
    assert draw_result(press, made(odd), PictureShape.WIDE)


def test_before_the_second_round_there_is_no_chart() -> None:
    shown = [
        re.findall(r'class="at', picture_html(made(NAMES[:3], rounds), PictureShape.PORTRAIT)) for rounds in (1, 2)
    ]
    assert [bool(labels) for labels in shown] == [False, True]


def test_the_four_best_are_told_apart_without_colour() -> None:
    """By a mark before the name, and the same one at the end of the line; all others are thin."""
    html = unescape(picture_html(made(NAMES[:6]), PictureShape.PORTRAIT))
    lines = re.findall(
        r'<path d="M[^"]*" stroke="[^"]*" stroke-width="(?:6|2.5)"(?: stroke-dasharray="[^"]*")?/>', html
    )
    dashes = [re.findall('stroke-dasharray="(.*?)"', line) for line in lines if 'width="6"' in line]
    assert len(dashes) == len({str(each) for each in dashes}) == 4
    marks = re.findall(r'<path d="([^"]*)" fill=', html)
    assert len(marks) == 8
    assert len(set(marks)) == 4
