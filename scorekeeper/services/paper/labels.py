"""The words that sheets have whatever game is on them."""

from collections.abc import Mapping

from ...rules.errors import N_
from ..wording import template

_LABELS = {
    "page_of": N_("page {page} of {pages}"),
    "missing_letters": N_("{frame} stands for a letter that this font does not have."),
    "house_rules": N_("House rules:"),
    "date": N_("Date:"),
    # Translators: where the evening was, to be filled in by hand
    "place_of_evening": N_("Place:"),
    "remarks": N_("Remarks:"),
    "points": N_("points"),
    "total": N_("total"),
    # Translators: the heading of a column: rating points, a second score beside the points
    "rating": N_("rating"),
    # Translators: first, second or third place in the game
    "place": N_("place"),
    # Translators: said of a round that does not count
    "void": N_("void"),
    "started_with": N_("started with"),
    "carried_over": N_("carried over"),
    "view_game": N_("View the game:"),
    "rulings": N_("Rulings"),
    "notes": N_("Notes"),
    "changes": N_("What was changed"),
    "won_by": N_("Won by:"),
    "signed": N_("Signed:"),
    "at_this_table": N_("At this table"),
    "agreed_on_rule": N_("At this table ({rule}):"),
    "in_doubt": N_("If in doubt"),
    "agreed_later": N_("Agreed later"),
    "left_open": N_("What the source leaves open"),
    "here": N_("Here:"),
    "otherwise": N_("Otherwise:"),
    "to_choose": N_("House rules that a table may choose"),
}


def labels() -> Mapping[str, str]:
    """Return the words of all sheets in the reader's language, by key; placeholders are not filled in."""
    return {key: template(message) for key, message in _LABELS.items()}
