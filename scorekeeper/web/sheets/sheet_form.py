"""The print options of a request, parsed leniently: an invalid option in a URL falls back to its default."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from flask import request

from ...numbers import whole_number
from ...services.dates import moment_words
from ...sheets.layout import Paper
from ...sheets.model import TotalsColumn

MOST_BLANK = 8
_LONGEST_NAME = 40
_LONGEST_PLACE = 60
_LETTER_REGIONS = ("US", "CA", "MX", "PH", "CL", "CO")
_UTC = ZoneInfo("UTC")


def default_paper() -> Paper:
    """Return the default paper size for the region of the reader's first language."""
    first = next(iter(request.accept_languages.values()), "")
    return Paper.LETTER if first[-2:].upper() in _LETTER_REGIONS and len(first) == 5 else Paper.A4


def zone_of(name: str) -> ZoneInfo:
    """Return the IANA time zone `name`; UTC if it is unknown."""
    try:
        return ZoneInfo(name) if name and len(name) < 60 else _UTC
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return _UTC


class PrintForm:
    """The print options in `given`, a query or a form; `remembered` is the paper of the session, the first default."""

    def __init__(
        self, remembered: str | None, given: Mapping[str, str] | None = None, papers: Sequence[Paper] | None = None
    ) -> None:
        given = given or {}
        known = {paper.value.lower(): paper for paper in papers or (Paper.A4, Paper.A5, Paper.LETTER)}
        self.paper = (
            known.get(given.get("paper", "").lower()) or known.get((remembered or "").lower()) or default_paper()
        )
        self.running = TotalsColumn.BELOW if given.get("running") == TotalsColumn.BELOW else TotalsColumn.BESIDE
        self.zone = zone_of(given.get("tz", ""))
        self.place = " ".join(given.get("place", "").split())[:_LONGEST_PLACE]
        self.signatures, self.code, self.more = (bool(given.get(key)) for key in ("signatures", "code", "more"))
        self.notes = bool(given.get("notes"))

    def address(self, scorer: bool) -> dict[str, str]:
        """Return the options as the query of a sheet's URL; the QR code is for scorers only."""
        switches = {"signatures": self.signatures, "code": self.code and scorer, "more": self.more, "notes": self.notes}
        return {
            "paper": self.paper.value,
            "running": self.running.value,
            "tz": self.zone.key,
            **({"place": self.place} if self.place else {}),
            **{key: "1" for key, on in switches.items() if on},
        }

    def moment(self, when: datetime) -> str:
        """Format a moment in the reader's time zone and language."""
        return moment_words(when.astimezone(self.zone))


def blank_names(given: Mapping[str, str], most: int) -> list[str]:
    """Return the names for a blank sheet: those given, one on each line, or 2 to `most` empty ones."""
    names = [name.strip()[:_LONGEST_NAME] for name in given.get("names", "").splitlines() if name.strip()]
    if names:
        return names[:most]
    number = whole_number(given.get("players", ""), 2)
    wanted = 4 if number is None else number
    return [""] * max(2, min(most, wanted))
