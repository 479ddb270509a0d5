"""The next game of a circle: who of the people plays, which game, who deals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from secrets import choice

from flask import Blueprint, Response, request, session, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...extensions import limiter
from ...rules.errors import N_
from ...rules.model.terms import Dealing
from ...rules.variants import VARIANTS
from ...services.access.access import CircleAccess
from ...services.circles import circles
from ...services.circles.named_rules import NamedSet, sets_of_circle
from ...services.errors import Invalid
from ...services.games.creating import create_game_for
from ...services.payloads import NewGameBody
from ...services.views.game_view import GameView
from ...services.wording import game_name
from ..device import circle_reader, secret_or_new
from ..forms import fingerprint, new_entry_id, posted_entry_id
from ..games.quotas import makes_games
from ..games.server_rules import rules_of_server
from ..responses import fresh, go, page
from ..text import _, name_language, problem_words

bp = Blueprint("play", __name__, url_prefix="/circles/<circle_id>/play")

NEXT, LAST, DRAWN = "next", "last", "drawn"
DEALERS = ((NEXT, N_("Next in turn")), (LAST, N_("Who came last")), (DRAWN, N_("Drawn by lot")))
_FEWEST = 2


@dataclass(frozen=True)
class Chair:
    """A person who may play; `plays` if the box is ticked."""

    id: int
    name: str
    mark: int
    plays: bool


@bp.get("")
def show(circle_id: str) -> Response:
    """Show the form: the people of last time are ticked, the game is that of last time."""
    right = circle_reader(circle_id)
    right.must_write()
    view = circles.load_circle(right)
    last = next(iter(circles.games_of_circle(right, most=1)), None)
    names = last.players if last else tuple(person.name for person in view.people[:4])
    return _page(right, view, last, chairs(view, last, {p.id for p in view.people if p.name in names}))


@bp.post("")
@limiter.limit("60/minute")
@makes_games
def begin(circle_id: str) -> AnyResponse:
    """Make the game; whoever is typed as a guest sits behind the others."""
    right = circle_reader(circle_id)
    right.must_write()
    view = circles.load_circle(right)
    last = next(iter(circles.games_of_circle(right, most=1)), None)
    ticked = {person.id for person in view.people if str(person.id) in request.form.getlist("person")}
    seated = chairs(view, last, ticked)
    players = [chair.name for chair in seated if chair.plays]
    players += [name.strip() for name in request.form.get("guests", "").split(",") if name.strip()]
    device, entry = secret_or_new(), posted_entry_id(request.form, by_scripts=False)
    once = f"{session['csrf_token']} {fingerprint(request.form)}" if entry else None
    try:
        game_id = create_game_for(device, _body(*chosen_game(right, last), players, last), None, once, right)
    except Invalid as error:
        return _page(right, view, last, seated, 422, [problem_words(problem) for problem in error.problems])
    return go(url_for("scoreboard.show", game_id=game_id), device)


def chairs(view: circles.CircleView, last: GameView | None, ticked: set[int]) -> list[Chair]:
    """Return the people in the order of last time's seats, then the others in the order in which they came."""
    order = {name: seat for seat, name in enumerate(last.players)} if last else {}
    people = sorted(view.people, key=lambda person: order.get(person.name, len(order)))
    return [Chair(person.id, person.name, person.mark, person.id in ticked) for person in people]


def chosen_game(right: CircleAccess, last: GameView | None) -> tuple[str, Mapping[str, object]]:
    """Return the key of the chosen game and its house rules: those of a set, else last time's, else the server's."""
    chosen = request.form.get("variant", "")
    for each in known_sets(right):
        if chosen == each.tag:
            return each.key, each.house_rules
    if last is not None and last.variant.key == chosen:
        return chosen, last.setup.house_rules
    return chosen, rules_of_server(chosen)


def _body(
    variant: str, house_rules: Mapping[str, object], players: Sequence[str], last: GameView | None
) -> NewGameBody:
    """Return the body of the new game."""
    body: NewGameBody = {"variant": variant, "players": list(players), "house_rules": dict(house_rules)}
    body["hide_totals"] = _hides_totals(last)
    if len(players) >= _FEWEST and variant in VARIANTS and VARIANTS[variant].deal.dealer is not Dealing.NOBODY:
        body["dealer"] = dealer_of(request.form.get("dealer", NEXT), players, last)
    return body


def _hides_totals(last: GameView | None) -> bool:
    """Return whether the new game hides its totals: as chosen, before that as last time."""
    if request.method == "POST":
        return "hide_totals" in request.form
    return last is not None and last.setup.hide_totals


def known_sets(right: CircleAccess) -> list[NamedSet]:
    """Return the house rules of the circle whose game this version has."""
    return [each for each in sets_of_circle(right) if each.variant is not None]


def dealer_of(wanted: str, players: Sequence[str], last: GameView | None) -> str:
    """Return who of the `players` deals first: as wanted, or who is next in turn after the last game."""
    if wanted == DRAWN:
        return choice(players)
    if last is None:
        return players[0]
    if wanted == LAST and not last.totals_hidden:
        behind = [name for _place, name in last.placings if name in players]
        return behind[-1] if behind else players[0]
    seats = list(last.players)
    at = seats.index(last.dealer) if last.dealer in seats else 0
    return next((name for name in (*seats[at:], *seats[:at]) if name in players), players[0])


def _page(
    right: CircleAccess,
    view: circles.CircleView,
    last: GameView | None,
    seated: list[Chair],
    status: int = 200,
    problems: object = None,
) -> Response:
    chosen = request.form.get("variant") or (last.variant.key if last else "")
    return fresh(
        page(
            "circles/play.html",
            status,
            circle=view,
            chairs=seated,
            sets=[(each, each.tag == chosen) for each in known_sets(right)],
            games=[(key, game_name(each), name_language(each), key == chosen) for key, each in VARIANTS.items()],
            dealers=[(key, _(label), key == request.form.get("dealer", NEXT)) for key, label in DEALERS],
            hide_totals=_hides_totals(last),
            guests=request.form.get("guests", ""),
            entry_id=new_entry_id(),
            problems=problems,
        )
    )
