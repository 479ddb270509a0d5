"""The stored melds on the table, from turn to turn. They are part of neither the score nor the history."""

from datetime import UTC, datetime

from ...rules.cards import codes, parse_cards
from ...rules.errors import RulesError
from ...rules.model.variant import Variant
from ...rules.referee.situations import check_copies, placed_cards
from ...store import queries
from ...store.database import db
from ..access.access import Access
from ..errors import Invalid
from ..games.changes import changing

MeldCodes = list[list[str]]


def load_tabletop(game_id: str) -> MeldCodes:
    """Return the melds on a game's table as card codes; an empty list if none were stored."""
    return queries.tabletop(db.session(), game_id) or []


def keep_tabletop(game_id: str, variant: Variant, players: int, melds: MeldCodes, right: Access | None = None) -> None:
    """Store the melds on a game's table in place of the ones before.

    Raises:
        Invalid: an unknown card, or more copies of one than the packs hold.
        NoAccess, NotAllowed: there is no such game, or `right` has ended.
    """
    try:
        cards = [parse_cards(meld) for meld in melds if meld]
        check_copies(variant, players, placed_cards(cards, ("melds",)))
    except RulesError as error:
        raise Invalid(*error.problems) from None
    with changing(game_id, right) as (session, _game):
        queries.put_tabletop(session, game_id, [codes(meld) for meld in cards], datetime.now(UTC))
