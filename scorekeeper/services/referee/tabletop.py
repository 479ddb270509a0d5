"""The stored melds on the table, from turn to turn. They are part of neither the score nor the history.

A meld is a list of card codes; a joker, or a card of a wild rank, may have the card that it was laid as: `JK=9H`.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime

from ...rules.cards import JOKER, Card, parse_card
from ...rules.errors import N_, Problem, RulesError
from ...rules.melds.judge import judge_meld
from ...rules.model.variant import Variant
from ...rules.referee.situations import check_copies, placed_cards
from ...store import queries
from ...store.database import db
from ..access.access import Access
from ..errors import Invalid
from ..games.changes import changing

MeldCodes = list[list[str]]
NamedCard = tuple[Card, Card | None]
"""A card on the table, and the card that it was laid as if it is a joker and that is known."""

_NO_JOKER = N_("Only a joker stands for another card.")


def named_card(code: str) -> NamedCard:
    """Return the card of a stored code, and what it was laid as.

    Raises:
        UnknownCard: `code` names no card.
    """
    card, equals, role = code.partition("=")
    return parse_card(card), parse_card(role) if equals else None


def load_tabletop(game_id: str) -> MeldCodes:
    """Return the melds on a game's table as stored codes (`named_card`); an empty list if none were stored."""
    return queries.tabletop(db.session(), game_id) or []


def keep_tabletop(game_id: str, variant: Variant, players: int, melds: MeldCodes, right: Access | None = None) -> None:
    """Store the melds on a game's table in place of the ones before.

    Raises:
        Invalid: an unknown card, more copies of one than the packs hold, or a card that is no joker laid as another.
        NoAccess, NotAllowed: there is no such game, or `right` has ended.
    """
    try:
        cards = [[named_card(code) for code in meld] for meld in melds if meld]
        check_copies(variant, players, placed_cards([[card for card, _role in meld] for meld in cards], ("melds",)))
        _check_names(variant, cards)
    except RulesError as error:
        raise Invalid(*error.problems) from None
    with changing(game_id, right) as (session, _game):
        queries.put_tabletop(session, game_id, [[*map(_code, meld)] for meld in cards], datetime.now(UTC))


def with_names(variant: Variant, melds: MeldCodes, earlier: MeldCodes) -> MeldCodes:
    """Return `melds` with what their jokers were laid as in the `earlier` ones, wherever that is still possible.

    A meld that lay so before keeps its names. In any other a joker keeps the name of one that lay among the meld's
    cards, or else of another that was moved. A typed name that is not possible is left out.
    """
    before = [[named_card(code) for code in meld] for meld in earlier]
    found = []
    for meld in ([named_card(code) for code in meld] for meld in melds):
        cards = [card for card, _role in meld]
        same = next((each for each in before if Counter(card for card, _role in each) == Counter(cards)), None)
        if same is not None:
            before.remove(same)
        found.append((meld, same))
    return [[*map(_code, same or _named_again(variant, meld, before))] for meld, same in found]


def _named_again(variant: Variant, meld: list[NamedCard], before: list[list[NamedCard]]) -> list[NamedCard]:
    """Return a changed meld with names of jokers in `before`, which loses those that are used."""
    cards = [card for card, _role in meld]
    wild = [at for at, card in enumerate(cards) if card == JOKER or card.rank in variant.deck.wild_ranks]
    roles: dict[int, Card | None] = {}
    for place in wild:
        near = sorted(before, key=lambda each: -len({card for card, _role in each} & set(cards)))
        offered = [meld[place], *(named for each in near for named in each if named[0] == cards[place])]
        for named in (each for each in offered if each[1] is not None):
            tried = {**roles, place: named[1]}
            if judge_meld(variant, cards, [tried.get(at) for at in wild]).valid:
                roles = tried
                next((each for each in before if named in each), [named]).remove(named)
                break
    return [(card, roles.get(at)) for at, card in enumerate(cards)]


def _check_names(variant: Variant, melds: Iterable[Iterable[NamedCard]]) -> None:
    for card, role in (each for meld in melds for each in meld):
        if role is not None and (role == JOKER or not (card == JOKER or card.rank in variant.deck.wild_ranks)):
            raise Invalid(Problem(_NO_JOKER, ("melds",)))


def _code(named: NamedCard) -> str:
    card, role = named
    return f"{card.code}={role.code}" if role else card.code
