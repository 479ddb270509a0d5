"""The question about a rearranged table, and the melds on the table that are stored from turn to turn."""

from dataclasses import replace
from typing import cast

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from ....numbers import whole_number
from ....rules.cards import codes, parse_cards
from ....rules.errors import N_, UnknownCard
from ....services.errors import Invalid
from ....services.referee.tabletop import keep_tabletop, load_tabletop, named_card
from ....services.views.game_view import GameView
from ....services.views.loading import load_game
from ...device import writer
from ...errors import problem_page
from ...forms import check_length
from ...responses import go
from ...text import _, problem_words, say
from ..forms.fields import FieldKind, QuestionField, SituationJson
from ..notation import named_cards_text, typed_melds
from ..page import NOT_OPENED, TABLE, QuestionPage

bp = Blueprint("tabletop", __name__, url_prefix="/games/<game_id>/tabletop")

_PLAYED = QuestionField(
    "played", FieldKind.CARDS, N_("Played in this turn"), tiles=N_("Played from the rack"), empty_counts=True
)
TABLE_TURN = QuestionPage(
    "table",
    "table",
    N_("The table, rearranged"),
    (
        replace(
            TABLE,
            name="before",
            label=N_("On the table before the turn"),
            joker_key="before_joker_as",
            must=False,
            empty_counts=True,
        ),
        _PLAYED,
        QuestionField("after", FieldKind.MELDS, N_("On the table after the turn"), empty_counts=True, kept=True),
        NOT_OPENED,
        QuestionField("seconds_used", FieldKind.NUMBER, N_("How many seconds the turn took"), folded=True),
    ),
    exists=lambda variant: variant.turn.rearrange,
    keeps_table=True,
)


def _lost(situation: SituationJson) -> SituationJson:
    """Return the situation after tiles were `played`, whose place nobody remembers; all others lie where they lay.

    They leave the melds `before` in which they may have been stored.
    """
    try:
        before = [parse_cards(meld) for meld in cast("list[list[str]]", situation["before"])]
        lost = parse_cards(cast("list[str]", situation["played"]))
    except UnknownCard:
        return {**situation, "after": []}  # `read_question` reports the problem
    for tile in lost:
        at = next((index for index, meld in enumerate(before) if tile in meld), None)
        if at is not None:
            rest = [*before[at]]
            rest.remove(tile)
            before[at] = tuple(rest)
    known = [codes(meld) for meld in before if meld]
    return {**situation, "before": known, "after": [*known, *([tile.code] for tile in lost)]}


TILES_LOST = QuestionPage(
    "tiles-lost",
    "table",
    N_("Nobody remembers where the tiles lay"),
    (
        QuestionField(
            "played",
            FieldKind.CARDS,
            N_("Tiles whose place nobody remembers"),
            must=True,
        ),
        QuestionField("before", FieldKind.MELDS, N_("All other tiles on the table"), empty_counts=True, kept=True),
    ),
    exists=lambda variant: variant.turn.rearrange and variant.turn.lost_places_to_pool,
    adds={"place_unknown": True},
    complete=_lost,
)


def picture(game_id: str, page: QuestionPage) -> dict[str, str]:
    """Return the initial texts of the fields of `page` that start with the stored melds."""
    if not page.kept_fields:
        return {}
    melds = [[named_card(code) for code in meld] for meld in load_tabletop(game_id)]
    text = "\n".join(named_cards_text(meld) for meld in melds)
    return {asked.name: text for asked in page.kept_fields}


def _new_melds(view: GameView) -> tuple[int, str] | None:
    """Return the posted number of melds laid in this turn, and the id of who laid them; None if not given."""
    names = {f"p{index}": name for index, name in enumerate(view.players)}
    ids = {name: player for player, name in view.state.names.items()}
    player = ids.get(names.get(request.form.get("by", ""), ""))
    number = whole_number(request.form.get("new", ""), 2)
    return (number, player) if player and number else None


@bp.post("")
def keep(game_id: str) -> Response:
    """Store the melds on the table for the next turn."""
    access = writer(game_id)
    view = load_game(game_id)
    text = request.form.get("melds", "")
    try:
        check_length(text, "melds")
        melds = [[typed.code for typed in meld] for meld in typed_melds(text)]
        keep_tabletop(game_id, view.variant, len(view.players), melds, access, _new_melds(view))
    except Invalid as error:
        return problem_page(422, _("This table isn’t valid"), problem_words(error.problems[0]))
    if not TABLE_TURN.exists(view.variant):
        return go(
            url_for("scoreboard.show", game_id=game_id), message=say(_("The table is kept for the next question."))
        )
    message = say(_("The table is kept for the next turn."))
    return go(url_for("referee.ask", game_id=game_id, slug=TABLE_TURN.slug), message=message)
