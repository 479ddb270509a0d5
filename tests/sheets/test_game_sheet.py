"""A game's sheet as PDF: it is complete, and nothing is cut off or overlaps."""

import re
from dataclasses import replace
from io import BytesIO

import pikepdf
import pytest
from fontTools.ttLib import TTFont

from scorekeeper.sheets.html import game_html, single_part
from scorekeeper.sheets.layout import Paper, game_layouts, with_readable_totals
from scorekeeper.sheets.model import Cell, Emblem, GameSheet, QrCode, TotalsColumn
from scorekeeper.sheets.press import FACES, FALLBACK, FONTS
from scorekeeper.sheets.printer import Press, print_game

from .made import LONG, NAMES, made
from .pdf import outside, overlapping, read, structure

EPOCH = 1_763_672_400


_EXTREMES = [  # paper, players, rounds, running totals, names: each value with each other's extremes
    (Paper.A4, 2, 1, TotalsColumn.BELOW, LONG),
    (Paper.A4, 8, 12, TotalsColumn.BESIDE, LONG),
    (Paper.A4, 8, 60, TotalsColumn.BELOW, NAMES),
    (Paper.A4, 15, 60, TotalsColumn.BESIDE, LONG),
    (Paper.A5, 2, 60, TotalsColumn.BESIDE, LONG),
    (Paper.A5, 8, 12, TotalsColumn.BELOW, LONG),
    (Paper.A5, 15, 12, TotalsColumn.BESIDE, LONG),
    (Paper.LETTER, 2, 12, TotalsColumn.BESIDE, NAMES),
    (Paper.LETTER, 8, 60, TotalsColumn.BESIDE, LONG),
    (Paper.LETTER, 15, 1, TotalsColumn.BELOW, LONG),
]


@pytest.mark.parametrize(("paper", "players", "rounds", "running", "names"), _EXTREMES)
def test_nothing_is_cut_off_and_nothing_overlaps(
    press: Press, paper: Paper, players: int, rounds: int, running: TotalsColumn, names: tuple[str, ...]
) -> None:
    sheet = made(names[:players], rounds, running)
    found = read(print_game(press, sheet, paper, EPOCH))
    assert outside(found, margin=8) == []
    assert overlapping(found.words) == []


@pytest.mark.parametrize("rounds", [1, 12, 60, 120])
def test_every_name_round_point_and_total_stands_on_it(press: Press, rounds: int) -> None:
    sheet = made(NAMES[:4], rounds)
    words = [word.text for word in read(print_game(press, sheet, Paper.A4, EPOCH)).words]
    wanted = [cell.total for line in sheet.lines if not line.voided for cell in line.cells if cell is not None]
    wanted += [cell.points for line in sheet.lines for cell in line.cells if cell is not None and not cell.marks]
    assert wanted
    for text in {*wanted, *sheet.names, *sheet.totals}:
        expected = sum(each == text for each in [*wanted, *sheet.names, *sheet.totals])
        assert sum(text == word.removeprefix("♠") for word in words) >= expected, text


def test_a_game_of_one_evening_is_one_page(press: Press) -> None:
    for players, rounds, paper in ((4, 12, Paper.A4), (8, 12, Paper.A4), (4, 30, Paper.A4), (2, 12, Paper.A5)):
        assert len(read(print_game(press, made(NAMES[:players], rounds), paper, EPOCH)).sizes) == 1, (players, rounds)


def test_a_chart_stands_below_the_last_rounds_where_a_smaller_one_finds_room(press: Press) -> None:
    found = read(print_game(press, made(NAMES[:8], 60), Paper.A4, EPOCH))
    last = [word.text for word in found.of_page(len(found.sizes) - 1)]
    assert {"60", "total", "totals"} <= set(last), "the last round and the heading of the chart"


def test_a_chart_without_room_below_the_table_fills_a_page_and_leaves_the_table_whole(press: Press) -> None:
    found = read(print_game(press, made(LONG[:8], 12), Paper.A5, EPOCH))
    first, second = ([word.text for word in found.of_page(number)] for number in range(2))
    assert {"12", "total", "place"} <= set(first)
    assert "carried" not in first
    assert "totals" in second
    picture = [word for word in found.of_page(1) if word.text in ("400", "12")]
    assert max(w.top for w in picture) - min(w.bottom for w in picture) > 0.33 * found.sizes[1][1]


def test_what_stands_on_a_page_after_all_else_changes_nothing_before_it(press: Press) -> None:
    sheet = made(NAMES[:4], 12)
    plain, more = (
        [word for word in read(print_game(press, each, Paper.A4, EPOCH)).of_page(0) if word.bottom > 45]
        for each in (sheet, replace(sheet, history=(("20:15", "Round 1 was entered."),)))
    )
    assert plain == more


def test_figures_align_whether_they_have_marks_or_not(press: Press) -> None:
    """Two footnote marks are separated (1,2 is not the twelfth), and digits have equal widths."""
    sheet = made(NAMES[:2], 9)
    marked = [
        replace(line, cells=tuple(Cell(f"77{n}", "0", marks=(1, 2) if n == 1 else ()) for _name in sheet.names))
        for n, line in enumerate(sheet.lines)
    ]
    sheet = replace(sheet, lines=tuple(marked), notes=("Took the pile: −50", "Looked into it: −25"))
    found = read(print_game(press, sheet, Paper.A4, EPOCH))
    assert found.text.count("1,2") == 2
    begun = sorted(word.left for word in found.words if word.text.startswith("77"))
    assert len(begun) == 2 * 9
    for player in (begun[:9], begun[9:]):
        assert player[-1] - player[0] < 0.6, "a fifth of a millimetre"


def test_figures_stand_below_the_middle_of_their_heads(press: Press) -> None:
    found = read(print_game(press, made(NAMES[:2], 4), Paper.A4, EPOCH))
    heads = [word for word in found.words if word.text in ("points", "total")][:4]
    (last,) = [word for word in found.words if word.text == "place"]
    below = [word for word in found.words if last.bottom - 9 < word.bottom < heads[0].bottom]
    figures = [word for word in below if word.left > 70 and word.text not in ("void", "●")]
    assert figures
    for word in figures:
        middle = (word.left + word.right) / 2
        assert min(abs(middle - (head.left + head.right) / 2) for head in heads) < 20, word.text


def test_what_follows_the_chart_never_stands_on_a_page_without_it(press: Press) -> None:
    """Footnotes are not split, either."""
    more = {"signatures": NAMES[:4], "code": QrCode('<svg viewBox="0 0 9 9"></svg>', "http://example.org/join/x")}
    for paper, rounds in ((Paper.A5, 60), (Paper.A4, 118)):
        sheet = made(NAMES[:4], rounds, TotalsColumn.BELOW, notes=tuple(f"note {n}" for n in range(9)), **more)
        words = read(print_game(press, sheet, paper, EPOCH)).words
        at = {text: {word.page for word in words if word.text == text} for text in ("View", "How", "note")}
        assert at["View"] == at["How"] != set()
        assert len(at["note"]) == 1


def test_huge_totals_find_room_beside_the_chart(press: Press) -> None:
    sheet = made(NAMES[:3], 12, step=50_000)
    found = read(print_game(press, sheet, Paper.A4, EPOCH))
    left = 12 / 25.4 * 72
    assert [word.text for word in found.words if word.left < left - 0.5] == []
    assert overlapping(found.words) == []


_SCRIPTS = (
    "Ξενοφώντας",
    "Владислав",
    "Հովհաննես",
    "გიორგი",
    "محمد",
    "שלמה",
    "สมชาย",
    "田中さくら",
    "🂡🂡🂡",
    "ǅ\u0301" * 3,
)


def test_names_of_forty_characters_in_any_script_are_whole_or_said_to_lack_letters(press: Press) -> None:
    names = tuple((name * 14)[:40] for name in _SCRIPTS)
    found = read(print_game(press, made(names, 3), Paper.A4, EPOCH))
    assert outside(found, margin=8) == []
    assert "stands for a letter that this font does not have" in found.text
    letters = "".join(word.text for word in found.words)
    for name in names[:2]:
        assert letters.count(name[:5]) >= 2, "in the head of the column and beside the chart"


def test_few_players_stand_upright_and_many_across(press: Press) -> None:
    for players, across in ((2, False), (4, False), (12, True)):
        ((width, height), *_) = read(print_game(press, made(NAMES[:players], 5), Paper.A4, EPOCH)).sizes
        assert (width > height) is across


@pytest.mark.parametrize(("firsts", "layouts"), [(None, 1), ([0], 5)])
def test_a_long_game_carries_its_totals_from_page_to_page(
    press: Press, monkeypatch: pytest.MonkeyPatch, firsts: list[int] | None, layouts: int
) -> None:
    """The whole table is laid out once; only where the estimated page breaks are wrong, they are measured."""
    jobs, job = [], press._job
    monkeypatch.setattr(press, "_job", lambda **each: (jobs.append(each), job(**each))[1])
    if firsts:
        monkeypatch.setattr("scorekeeper.sheets.printer.page_firsts", lambda *_given: firsts)
    sheet = made(NAMES[:4], 120)
    found = read(print_game(press, sheet, Paper.A4, EPOCH))
    whole = [each for each in jobs if each["html"].count("<tr") > len(sheet.lines)]
    assert len(whole) == layouts
    pages = len(found.sizes)
    assert pages > 2
    for number in range(1, pages):
        here, before = ([w.text for w in found.of_page(n)] for n in (number, number - 1))
        rounds_here = [int(t) for t in here if re.fullmatch(r"\d{1,3}", t) and int(t) <= 120]
        assert rounds_here or number == pages - 1
        if "carried" in here:
            first = here.index("carried")
            last = len(before) - 1 - before[::-1].index("carried")
            totals_here, totals_before = here[first + 2 : first + 6], before[last + 2 : last + 6]
            assert totals_here == totals_before
            assert list(totals_here) in [[cell.total for cell in line.cells if cell] for line in sheet.lines]
        assert "Ida" in here, "the heads of the columns are repeated"
        assert f"page {number + 1} of {pages}" in " ".join(here)


def test_a_void_round_is_struck_through_and_said_to_be_void(press: Press) -> None:
    data = print_game(press, made(NAMES[:2], 4), Paper.A4, EPOCH)
    assert read(data).text.count("void") == 2


def test_every_round_that_counts_has_its_dealer_and_the_winner_has_a_frame(press: Press) -> None:
    sheet = made(NAMES[:3], 6, winners=NAMES[:2])
    assert read(print_game(press, sheet, Paper.A4, EPOCH)).text.count("●") == 5, "the third round is void"
    html = _html(sheet)
    assert [row.count("●") for row in html.split("</tr>") if 'scope="row"' in row] == [1, 1, 0, 1, 1, 1, 0, 0]
    assert [group.startswith(' class="won"') for group in html.split("<colgroup")[2:]] == [True, True, False]


def test_runs_of_cards_and_separators_stay_with_what_stands_before_them() -> None:
    """The paths of drawings are as they are: a hyphen in them is a minus sign."""
    sheet = made(NAMES[:2], 3, emblem=Emblem("♠"), house_rules=("K-A-2 is a run.", "Jokers-only melds."))
    html = _html(sheet)
    assert "K\u2011A\u20112 is a run.\u00a0· Jokers-only" in html
    assert '<path d="M0-10C10-2' in html


@pytest.mark.parametrize("word", ["void", "gestrichen", "annulleret"])
def test_a_word_in_the_place_of_a_figure_fits_its_cell(word: str) -> None:
    for players in (2, 8, 15):
        sheet = with_readable_totals(made(NAMES[:players], 12), Paper.A4)
        layouts = [*game_layouts(sheet, Paper.A4)]
        assert layouts
        for layout in layouts:
            assert 4 < layout.fitted(word) <= layout.figures
            assert len(word) * 0.165 * layout.fitted(word) <= layout.cell


def test_headings_and_places_are_never_broken_within_a_word(press: Press) -> None:
    sheet = made(NAMES[:4], 7, rating=("1", "2", "3", "4"), places=("1.", "2. · mimo hru", "3.", "4."))
    sheet = replace(sheet, labels={**sheet.labels, "rating": "Wertung"})
    words = [word.text for word in read(print_game(press, sheet, Paper.A4, EPOCH)).words]
    assert words.count("Wertung") == 5, "four columns and the sum"
    assert "hru" in words


def test_the_same_sheet_gives_the_same_bytes(press: Press) -> None:
    sheet = made(NAMES[:4], 40)
    assert print_game(press, sheet, Paper.A4, EPOCH) == print_game(press, sheet, Paper.A4, EPOCH)


def test_a_sheet_begins_with_the_winner_then_game_and_evening_and_has_the_mark_of_the_game() -> None:
    ended = {"winners": ("Ida",), "standing": "Ida wins.", "result": ("By 5 points.",)}
    made_by = {**ended, "game": "Rommy", "rulebook": "r 2"}
    tiles, cards = Emblem("13", tiles=True), Emblem("♥")
    for emblem, drawn in ((tiles, ">13</text>"), (cards, "<path")):
        html = _html(made(NAMES[:2], 3, **made_by, emblem=emblem))
        order = ("<svg", drawn, "<h1>Ida wins.", "By 5 points.", "Friday’s game", "Rommy", "20 November", "<table")
        places = [html.index(text, html.index("<h1>") if text[0].isalnum() else 0) for text in order]
        assert places == sorted(places)
        signed = _html(made(NAMES[:2], 3, signatures=NAMES[:2]))
        assert [text in signed for text in ("Place:", "Remarks:")] == [True, True], "boxes to write in"
        assert "Remarks:" not in html
        assert "Friday\\2019 s game \\b7  r 2" in html, "in the footer"


@pytest.mark.parametrize(("players", "rounds", "shaded"), [(5, 19, 0), (5, 20, 10), (6, 5, 2)])
def test_every_second_row_is_shaded_from_twenty_rounds_or_six_players(players: int, rounds: int, shaded: int) -> None:
    assert _html(made(NAMES[:players], rounds)).count('class="shade"') == shaded


def _html(sheet: GameSheet) -> str:
    return game_html(sheet, next(game_layouts(sheet, Paper.A4)), single_part(sheet))


def test_what_somebody_typed_is_text(press: Press) -> None:
    name = '<img src="file:///etc/passwd">"}\\a'
    sheet = made((name, "Ole"), 3, title='</style><script>x</script> url("http://example.org/a")')
    found = read(print_game(press, sheet, Paper.A4, EPOCH))
    assert "<script>x</script>" in found.text.replace(" ", "")
    assert "passwd" in found.text


def test_it_is_tagged_for_readers_who_hear_it(press: Press) -> None:
    """PDF/UA (ISO 14289-1): headings, header cells with scope, the chart in words, title and language."""
    data = print_game(press, made(NAMES[:3], 5), Paper.A4, EPOCH)
    tags = structure(data)
    kinds = [kind for kind, _attributes in tags]
    assert kinds.count("H1") == 1
    assert "H2" in kinds
    scopes = {attributes.get("Scope") for kind, attributes in tags if kind == "TH"}
    assert scopes == {"/Column", "/Row"}
    figures = [attributes.get("alt", "") for kind, attributes in tags if kind == "Figure"]
    assert all(figures)
    assert sum("round by round" in alt for alt in figures) == 1
    with pikepdf.open(BytesIO(data)) as pdf:
        assert str(pdf.Root.Lang) == "en"
        assert pdf.Root.MarkInfo.Marked
        assert pdf.Root.ViewerPreferences.DisplayDocTitle
        with pdf.open_metadata() as metadata:
            assert metadata["dc:title"] == "Friday’s game"
            assert metadata["pdfuaid:part"] == "1"
            assert metadata["xmp:CreateDate"].startswith("2026-11-20T18:00")


def test_its_fonts_are_in_it_and_only_the_letters_that_it_needs(press: Press) -> None:
    data = print_game(press, made(NAMES[:3], 5), Paper.A4, EPOCH)
    with pikepdf.open(BytesIO(data)) as pdf:
        fonts = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/FontDescriptor"]
        assert fonts
        for font in fonts:
            assert "/FontFile2" in font or "/FontFile3" in font
        names = {str(font.FontName).partition("+")[2] for font in fonts}
    assert names == {"Sheet", "Sheet-Bold", "Fallback"}, "the suits are of the fallback"
    assert len(data) < 60_000


def test_it_names_no_place_of_the_machine(press: Press) -> None:
    data = print_game(press, made(NAMES[:3], 5), Paper.A4, EPOCH)
    with pikepdf.open(BytesIO(data)) as pdf:
        texts = [bytes(o.read_bytes()) for o in pdf.objects if isinstance(o, pikepdf.Stream)] + [data]
    assert not any(
        word in text for text in texts for word in (b"/home/", b"/root", b"/tmp", b"file:", b"site-packages")
    )


@pytest.mark.parametrize("name", FACES)
def test_the_face_has_the_letters_of_our_languages_and_digits_of_one_width(name: str) -> None:
    """English, Danish, Norwegian, German, Czech, Icelandic, Swedish, Finnish, Italian; suits come from the fallback."""
    with TTFont(FONTS / name) as face, TTFont(FONTS / FALLBACK[FACES.index(name)]) as fallback:
        glyphs, widths = face.getBestCmap(), face["hmtx"]
        letters = "æøåäöüßáčďéěíňóřšťúůýžðþàèìòù" + "–−×→·…’“”„‚‘«»½€№"
        assert [each for each in letters + letters.upper().replace("SS", "ẞ") if ord(each) not in glyphs] == []
        assert len({widths[glyphs[ord(each)]][0] for each in "0123456789−"}) == 1
        assert {ord(suit) for suit in "♠♥♦♣▯"} <= set(fallback.getBestCmap())
