"""The picture of the table: the melds that lie there before the next turn. No part of the score, nor of the history."""

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

Melds = list[list[str]]


def load_tabletop(game_id: str) -> Melds:
    """Return the melds on a game's table as codes; none if nobody has said what lies there."""
    return queries.tabletop(db.session(), game_id) or []


def keep_tabletop(game_id: str, variant: Variant, players: int, melds: Melds, right: Access | None = None) -> None:
    """Keep what lies on a game's table; the last who says so is right.

    Raises:
        Invalid: a card that is none, or more of one than the packs hold.
        NoAccess, NotAllowed: there is no such game, or the right to it has ended.
    """
    try:
        cards = [parse_cards(meld) for meld in melds if meld]
        check_copies(variant, players, placed_cards(cards, ("melds",)))
    except RulesError as error:
        raise Invalid(*error.problems) from None
    with changing(game_id, right) as (session, _game):
        queries.put_tabletop(session, game_id, [codes(meld) for meld in cards], datetime.now(UTC))
