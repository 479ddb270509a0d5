"""Pagination of long lists, latest first, by a cursor: `?before=<number>`."""

from dataclasses import dataclass

from flask import request

from ..numbers import whole_number


@dataclass(frozen=True)
class ListPage:
    """A page of a list whose items are numbered from 1: from `first` to `last`, which is shown at the top.

    `older` and `newer` are the cursors (`before`) of the adjacent pages, None if there is none.
    """

    first: int
    last: int
    older: int | None
    newer: int | None

    @property
    def numbers(self) -> range:
        """The numbers of the items on the page."""
        return range(self.first, self.last + 1)


def page_before(count: int, size: int) -> ListPage:
    """Return the page that the current request asks for, of `count` items in pages of `size`; default: the latest."""
    number = whole_number(request.args.get("before", ""), 9)
    asked = count + 1 if number is None else number
    last = min(count, max(asked - 1, 1))
    first = max(1, last - size + 1)
    return ListPage(first, last, first if first > 1 else None, min(last + size, count) + 1 if last < count else None)
