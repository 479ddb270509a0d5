"""The stored melds on the table, from turn to turn. They are part of neither the score nor the history.

A meld is a list of card codes; a joker, or a card of a wild rank, may have the card that it was laid as: `JK=9H`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from ...documents import KeptMeldDocument, OwnMeldDocument
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
    return [_codes(meld) for meld in queries.tabletop(db.session(), game_id) or []]


def melds_by_player(game_id: str) -> dict[str, MeldCodes]:
    """Return the melds that players are known to have laid, by player id, without what was laid off on them."""
    found: dict[str, MeldCodes] = {}
    for meld in queries.tabletop(db.session(), game_id) or []:
        if isinstance(meld, dict):
            found.setdefault(meld["by"], []).append(meld["cards"][: meld["own"]])
    return found


def _codes(meld: KeptMeldDocument) -> list[str]:
    return meld["cards"] if isinstance(meld, dict) else meld


def keep_tabletop(
    game_id: str,
    variant: Variant,
    players: int,
    melds: MeldCodes,
    right: Access | None = None,
    new: tuple[int, str] | None = None,
) -> None:
    """Store the melds on a game's table in place of the ones before.

    A meld that only grew goes on belonging to whoever laid it. `new` says how many melds, the last ones, were laid in
    this turn, and the id of the player who laid them.

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
        stored = queries.tabletop(session, game_id) or []
        coded = [[*map(_code, meld)] for meld in cards]
        queries.put_tabletop(session, game_id, [*_with_owners(coded, stored, new)], datetime.now(UTC))


def _with_owners(
    melds: MeldCodes, stored: Iterable[KeptMeldDocument], new: tuple[int, str] | None
) -> Iterator[KeptMeldDocument]:
    owned = [meld for meld in stored if isinstance(meld, dict)]
    number, player = new or (0, "")
    for at, meld in enumerate(melds):
        known = next((each for each in owned if not _bare(each["cards"][: each["own"]]) - _bare(meld)), None)
        if known is not None:
            owned.remove(known)
            yield _own_first(known, meld)
        elif at >= len(melds) - number:
            yield {"cards": meld, "by": player, "own": len(meld)}
        else:
            yield meld


def _own_first(known: OwnMeldDocument, meld: list[str]) -> OwnMeldDocument:
    """Return a meld, to which cards may have been added, with the cards of the player who laid it in front."""
    left = _bare(known["cards"][: known["own"]])
    own: list[str] = []
    others: list[str] = []
    for code in meld:
        card = code.partition("=")[0]
        (own if left[card] else others).append(code)
        left[card] -= 1
    return {"cards": own + others, "by": known["by"], "own": len(own)}


def _bare(meld: Iterable[str]) -> Counter[str]:
    """Return how often each card is in a meld, whatever its jokers were laid as."""
    return Counter(code.partition("=")[0] for code in meld)


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
