"""The page about privacy: what is stored where, for how long, and who sees it."""

from urllib.parse import urlsplit

from flask import Blueprint, Response, current_app

from ...extensions import LANGUAGE, LETTERS_OF_CARDS
from ...http.public import public_url
from ...rules.errors import N_
from ...services.games.deleting import KEPT
from ...services.retention import weeks_of_backups
from ..device import COOKIE_DAYS, cookie_name
from ..responses import page

bp = Blueprint("privacy", __name__)

IN_BROWSER = {
    ("scorekeeper-round-…", "scorekeeper-saved-…"): N_(
        "The round that you are typing. Closing the page doesn’t lose it."
    ),
    ("scorekeeper-board", "scorekeeper-unsent-just"): N_("What the scoreboard showed last, until you close the tab."),
    ("scorekeeper",): N_("Rounds that you entered offline, until they are sent."),
    ("scorekeeper-last-points", "scorekeeper-awake", "scorekeeper-loud", "scorekeeper-installing-known"): N_(
        "Your switches on the scoreboard, and that you have read a hint."
    ),
    ("scorekeeper-start", "scorekeeper-seen", "scorekeeper-files"): N_("Your latest games, so that they open offline."),
}
"""What scripts store in a browser: the keys, databases and caches, and why."""


@bp.get("/privacy")
def show() -> Response:
    """Show what is stored, and where."""
    cookies = {
        cookie_name(): N_("Opens your games on this device."),
        current_app.config["SESSION_COOKIE_NAME"]: N_("A message for the next page, and how you printed last."),
        LANGUAGE: N_("The language that you chose."),
        LETTERS_OF_CARDS: N_("The letters on your cards."),
    }
    host = urlsplit(public_url()).hostname
    return page(
        "device/privacy.html",
        host=host,
        days=KEPT.days,
        backups=weeks_of_backups(current_app.config["SCOREKEEPER"]),
        cookies=cookies,
        cookie_days=COOKIE_DAYS,
        stored=IN_BROWSER,
    )
