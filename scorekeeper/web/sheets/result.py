"""Routes of a result to be sent: the page, and the picture. They belong to the blueprint of the sheets."""

from collections.abc import Mapping
from functools import partial
from urllib.parse import urlencode

from flask import Response, request, session
from werkzeug.wrappers import Response as AnyResponse

from ...extensions import reader_key
from ...services.paper.print_queue import NotYet
from ...services.paper.printing import sheet_key
from ...services.paper.result import result_lines, result_picture
from ...services.transfer.bg_stats import play_link
from ...services.views.loading import load_game, load_version
from ...sheets.result_picture import PictureShape, draw_result, size_of
from ..board.board import board
from ..device import reader, reader_or_key
from ..responses import page
from .printed import PICTURE, Sheet, answer, preview, the_press
from .routes import bp as bp  # registered with these routes
from .sheet_form import zone_of


class ResultForm:
    """The options of a result in `given`, parsed leniently: an invalid one falls back to its default."""

    def __init__(self, given: Mapping[str, str]) -> None:
        shape = given.get("shape", "")
        self.shape = PictureShape(shape) if shape in [*PictureShape] else PictureShape.PORTRAIT
        self.names = not given.get("nameless")
        self.zone = zone_of(given.get("tz", ""))

    @property
    def address(self) -> dict[str, str]:
        """The options as the query of a URL."""
        return {"shape": self.shape.value, "tz": self.zone.key, **({} if self.names else {"nameless": "1"})}


@bp.get("/games/<game_id>/result")
def result(game_id: str) -> Response:
    """Show what can be sent of a game's result: the picture and the text, with the options of the query."""
    access = reader(game_id)
    view = load_game(game_id)
    form = ResultForm({"tz": session.get("tz", ""), **request.args})
    if request.args.get("tz") and session.get("tz") != form.zone.key:
        session["tz"] = form.zone.key
    own = {"lang": request.args["lang"]} if "lang" in request.args else {}
    return page(
        "print/result.html",
        board=board(view, access),
        form=form,
        shapes=[(shape.value, size_of(shape)) for shape in PictureShape],
        lines=result_lines(view, form.zone, names=form.names),
        query=urlencode(form.address | own),
        bg_stats=play_link(view, names=form.names),
    )


@bp.get("/games/<game_id>/result.png")
def result_image(game_id: str) -> AnyResponse:
    """Return a game's result as PNG; a program may authenticate with a key instead of a cookie.

    With `preview` it gives way to what others have printed, and a small picture says to wait.
    """
    reader_or_key(game_id)
    form, version, press = ResultForm(request.args), load_version(game_id), the_press()
    key = sheet_key(what="result", game=game_id, version=version, language=reader_key(), **form.address)

    def word() -> Sheet:
        view = load_game(game_id)
        if view.version != version:  # changed meanwhile: the retry has the key of the new version
            raise NotYet
        return partial(draw_result, press, result_picture(view, form.zone, names=form.names), form.shape)

    if "preview" in request.args:
        return preview(key, word)
    return answer(key, word, name="result", suffix="png", words=PICTURE)
