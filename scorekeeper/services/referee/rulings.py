"""Ask for, store and load the rulings of a game. `decisions` accepts, overrules and revokes them.

A stored ruling changes neither the game's version nor its history. A decision on it is a revision like any other, which
can be undone. The penalty of an accepted ruling is a line of a round: of the named one, else of the next one entered.
A question asked discreetly is only judged (`ask`), never stored.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Annotated

from pydantic import Field

from ...documents import RulingDocument
from ...numbers import whole_number
from ...rules.errors import N_, Problem
from ...rules.referee.readings import Answer
from ...rules.variants import get_variant
from ...store import queries
from ...store.database import db
from ...store.rows import RulingRow
from ..bounds import MOST_RULINGS
from ..errors import Invalid, NoSuchRuling, NotNow
from ..games.changes import Precondition, changing, device_name
from ..payload_reading import read
from ..payload_types import Claims, Shape, Text, Word
from ..views.game_view import GameView
from ..views.loading import load_game
from .answer_codec import encode_answer
from .ask import Asked, answer, counts_players, read_question
from .ruling_views import RulingView, codes_of, ruling_view, ruling_views
from .situations import SITUATIONS

KEPT = tuple(question for question in SITUATIONS if question != "arrange")
"""The questions whose answers are stored; `arrange` is advice, no dispute."""

_NO_QUESTION = N_("Answers to “{question}” are not kept, only to: {known}.")
NO_SUCH_ROUND = N_("No round {number} counts in this game.")
_NO_PLAYER = N_("“{name}” doesn’t play in this game.")


class NewRuling(Shape):
    """A question about a game. `round` is the number of an entered round; else it is about the one being played.

    `claims` are what players claim, `words` what they add. The verdict can support the claims `legal` and `illegal`.
    """

    question: Annotated[Word, Field(json_schema_extra={"enum": list(KEPT)})]
    situation: dict[str, object]
    claims: Claims | None = None
    words: Claims | None = None
    round: int | None = None
    by: Text | None = None


def ask_in_game(game_id: str, body: Callable[[], object], precondition: Precondition) -> RulingView:
    """Judge a question about a game by the rules of its round, and store the ruling.

    `body` returns the payload of a `NewRuling`. The same question asked again before a decision on it gives the same
    ruling. Of `precondition` only the right is used: the game does not change.

    Raises:
        NoAccess, NotAllowed: there is no such game, or the right to it has ended.
        Invalid: the question is malformed, or its answers are not stored.
        NotNow: the game has `MOST_RULINGS` rulings already.
    """
    view = load_game(game_id)
    shape = read(NewRuling, body())
    asked = _asked(view, shape)
    return keep_ruling(view, shape, asked, answer(asked), precondition)


def keep_ruling(
    view: GameView, shape: NewRuling, asked: Asked, found: Answer, precondition: Precondition
) -> RulingView:
    """Store the answer to a question about a game as a ruling; `shape` is the payload that `asked` was read from.

    Raises:
        NoAccess, NotAllowed, Invalid, NotNow: see `ask_in_game`.
    """
    number = shape.round or len(view.rounds) + 1
    ids = {name: player for player, name in view.state.names.items()}
    stored = encode_answer(asked, found)
    document: RulingDocument = {
        **stored,
        "penalties": [{**penalty, "player": ids.get(penalty["player"] or "")} for penalty in stored["penalties"]],
        "round": number,
        "named_round": shape.round,
        "claims": _by_player(view, "claims", shape.claims or {}),
        "words": _by_player(view, "words", shape.words or {}),
    }
    row = RulingRow(
        view.id,
        0,  # `_keep` numbers it
        asked.question,
        codes_of(reason["code"] for reason in document["reasons"]),
        shape.by,
        datetime.now(UTC).replace(microsecond=0),
        document,
        precondition.device_id,
    )
    return ruling_view(view.variant.key, view.state, _keep(view, row, precondition), found)


def _asked(view: GameView, shape: NewRuling) -> Asked:
    """Return the question, with the house rules and the number of players of its round."""
    setup = view.setup
    if shape.question not in KEPT:
        values: dict[str, object] = {"question": shape.question[:40], "known": ", ".join(KEPT)}
        raise Invalid(Problem(_NO_QUESTION, ("question",), values))
    if shape.round is not None:
        if shape.round not in view.state.rounds:
            raise Invalid(Problem(NO_SUCH_ROUND, ("round",), {"number": shape.round}))
        setup = view.state.rounds[shape.round][1]
    request = {
        "variant": view.variant.key,
        "house_rules": dict(get_variant(view.variant.key, setup.house_rules).at_play.house_rules),
        "players": view.number_in(shape.round) if counts_players(shape.question) else len(setup.players),
        "situation": shape.situation,
    }
    try:
        return read_question(shape.question, request)
    except Invalid as error:  # the game has the right number of players, so the situation names the wrong ones
        raise Invalid(
            *(replace(p, path=("situation",)) if p.path == ("players",) else p for p in error.problems)
        ) from None


def _by_player(view: GameView, key: str, texts: Mapping[str, str]) -> dict[str, str]:
    """Return texts by the players' ids instead of their names; `key` is their key in the payload."""
    ids = {name: player for player, name in view.state.names.items()}
    given = {name: text for name, text in texts.items() if text}
    if unknown := [name for name in given if name not in ids]:
        raise Invalid(*(Problem(_NO_PLAYER, (key, name), {"name": name}) for name in unknown))
    return {ids[name]: text for name, text in given.items()}


def _keep(view: GameView, row: RulingRow, precondition: Precondition) -> RulingRow:
    """Store a ruling, unless it equals the latest one and nobody has decided on that; return the stored row."""
    with changing(row.game_id, precondition.right) as (session, _game):
        row = row._replace(who=row.who or device_name(session, row.device_id))
        latest = queries.last_ruling(session, row.game_id)
        if latest is not None and str(latest.number) not in view.state.decisions and _same(latest, row):
            return latest
        number = 1 + (latest.number if latest else 0)
        if number > MOST_RULINGS:
            raise NotNow(Problem(N_("This game has reached its limit of rulings. Ask without keeping the answer.")))
        row = row._replace(number=number)
        queries.add_ruling(session, row)
        return row


def _same(one: RulingRow, other: RulingRow) -> bool:
    return (one.question, one.who, one.document) == (other.question, other.who, other.document)


def load_rulings(game_id: str) -> list[RulingView]:
    """Return a game's rulings, oldest first.

    Raises:
        NoAccess: there is no such game.
    """
    return rulings_of(load_game(game_id))


def rulings_of(view: GameView) -> list[RulingView]:
    """Return the rulings of a loaded game, oldest first."""
    return ruling_views(view.variant.key, view.state, queries.ruling_rows(db.session(), view.id))


def load_ruling(game_id: str, ruling: str) -> RulingView:
    """Return one of a game's rulings.

    Raises:
        NoAccess: there is no such game.
        NoSuchRuling: it has no such ruling.
    """
    view = load_game(game_id)
    return ruling_view(view.variant.key, view.state, stored_ruling(game_id, ruling))


def stored_ruling(game_id: str, ruling: str) -> RulingRow:
    """Return the row of one of a game's rulings.

    Raises:
        NoSuchRuling: it has no such ruling.
    """
    number = whole_number(ruling, 5) or 0
    row = queries.ruling_row(db.session(), game_id, number)
    if row is None or ruling != str(number):
        raise NoSuchRuling
    return row
