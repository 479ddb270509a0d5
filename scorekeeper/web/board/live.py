"""Live updates: the stream of versions, the board that phones fetch, the big view."""

import random
from collections.abc import Iterable, Iterator
from queue import SimpleQueue

from flask import Blueprint, Flask, Response, current_app, g, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...extensions import reader_key
from ...http.addresses import network_of
from ...services.access.access import Access, Role, hashed
from ...services.live.hub import HAND_OVER, MAX_STREAMS, GameVersion, Hub, Stream
from ...services.referee.clock import now, turn_clock
from ...services.views.history import last_change
from ...services.views.loading import load_game, load_game_version
from ..device import reader, secret, writer
from ..responses import fresh, go, milliseconds, page
from .board import board
from .history import revision_sentence
from .live_boards import BoardKey, Boards
from .live_ready import look

bp = Blueprint("live", __name__, url_prefix="/games/<game_id>")
_LATER = 20  # seconds (Retry-After) for a phone that was refused a stream
_boards = Boards()


@bp.get("/events")
def events(game_id: str) -> Response:
    """Stream the game's versions as server-sent events, while the phone is connected and has access."""
    access = reader(game_id)
    if request.method == "HEAD":
        return _event_stream([])
    hub: Hub = current_app.extensions["live"]
    hand_over = request.environ.get(HAND_OVER)
    # Without a thread of its own only connections are counted; with one, enough must be left for those who ask.
    places = hand_over or request.environ.get("wsgi.multithread")
    most, network = MAX_STREAMS if hand_over else None, network_of(request.remote_addr or "")
    stream = places and hub.subscribe(game_id, hashed(secret() or ""), access.role.value, most, network)
    if not stream:
        return Response(status=503, headers={"Retry-After": str(_LATER)}, mimetype="text/plain")
    try:
        stream.publish(load_game_version(game_id))
    except BaseException:
        hub.unsubscribe(stream)
        raise
    begin = b"retry: %d\n\n" % random.randint(1_000, 4_000)  # jitter: not all at once after a restart
    if hand_over:
        hand_over(hub, stream)
        return _event_stream(each for each in (begin,))
    response = _event_stream(_chunks(begin, stream))
    response.call_on_close(lambda: hub.unsubscribe(stream))
    return response


@bp.get("/board")
def show(game_id: str) -> Response:
    """Return the scoreboard's main part, the same for all phones of one role and language."""
    access, version = _known(game_id)
    g.part = True
    response = _boards.get(
        BoardKey(game_id, version, reader_key(), access.role.value), lambda: _render(access)
    ).answer()
    response.headers["X-Now"] = str(milliseconds(now()))
    return response


@bp.post("/clock")
def clock(game_id: str) -> AnyResponse:
    """Start, pause or restart the turn clock for all phones."""
    access = writer(game_id)
    turn_clock(load_game(game_id), request.form.get("do", ""), access)
    return go(url_for("scoreboard.show", game_id=game_id))


@bp.get("/big")
def big(game_id: str) -> Response:
    """Show the totals for a large screen, without controls."""
    access = reader(game_id)
    return fresh(page("scoreboard/big.html", board=board(load_game(game_id), access)))


def _known(game_id: str) -> tuple[Access, GameVersion]:
    """Return the browser's access and the game's version; for a watching phone both are in memory."""
    hub: Hub = current_app.extensions["live"]
    own = secret()
    known = hub.state_of(game_id, hashed(own)) if own else None
    if known and known[1].version:
        return Access(game_id, Role(known[0])), known[1]
    return reader(game_id), load_game_version(game_id)


def _render(access: Access) -> tuple[GameVersion, str]:
    """Return the board as HTML and its version: without token, message or anything of a single phone."""
    view = load_game(access.game_id)
    last = last_change(view)
    news = revision_sentence(last, view.id) if last else ""
    g.csrf_token = ""  # the page that takes the board puts its own there
    seen = board(view, access)
    html = render_template("scoreboard/show.html", layout="part.html", board=seen, news=news, shared=True)
    return seen.version, html


def _chunks(begin: bytes, stream: Stream) -> Iterator[bytes]:
    inbox: SimpleQueue[bytes | None] = SimpleQueue()
    stream.open(inbox.put)
    yield begin
    yield from iter(inbox.get, None)


def _event_stream(chunks: Iterable[bytes]) -> Response:
    response = Response(chunks, mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"  # nginx would buffer the events
    return response


def register(app: Flask) -> None:
    """Give our server access to the cached boards of `app`."""
    app.extensions["ready"] = look(app, _boards)
