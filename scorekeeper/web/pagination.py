"""Long lists in pages, the latest first: `?before=<number>` shows what was before it."""

from dataclasses import dataclass

from flask import request


@dataclass(frozen=True)
class Part:
    """A page of a list whose items are numbered 1, 2, …: from `first` to `last`, which is shown at the top.

    `older` and `newer` are what to ask with as `before` for the next pages, None where there are none.
    """

    first: int
    last: int
    older: int | None
    newer: int | None

    @property
    def numbers(self) -> range:
        """The numbers on it."""
        return range(self.first, self.last + 1)


def page_before(count: int, size: int) -> Part:
    """Return the page that the address asks for, of a list of `count` items; without a number the latest items."""
    text = request.args.get("before", "")
    asked = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else count + 1
    last = min(count, max(asked - 1, 1))
    first = max(1, last - size + 1)
    return Part(first, last, first if first > 1 else None, min(last + size, count) + 1 if last < count else None)
