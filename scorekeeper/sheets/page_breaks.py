"""Where the table of a long game breaks into pages, estimated: its rows have fixed heights."""

from .layout import FOOT, Layout, head_height, heads_height, row_height
from .model import GameSheet


def page_firsts(sheet: GameSheet, layout: Layout) -> list[int]:
    """Return the indexes of the first round of each page, 0 first.

    At least one round stands on the last page, above the final total. Where the estimate is too low, the table of a
    part takes more than its page.
    """
    row, carried, spare = row_height(sheet, layout), layout.row, layout.row / 3
    room = layout.height - 2 * layout.margin - FOOT - spare - heads_height(sheet, layout) - 2 * carried
    here = room + carried - head_height(sheet, layout) - row * bool(sheet.starts)
    final = row * (1 + bool(sheet.rating) + bool(sheet.places)) - carried
    firsts = [0]
    while (left := len(sheet.lines) - firsts[-1]) > 1 and left * row + final > here:
        firsts.append(firsts[-1] + min(max(1, int(here / row)), left - 1))
        here = room
    return firsts
