"""Baselines: minimal Flask applications for the same rows, of at most 20 lines each."""

import os

from flask import Flask, redirect, render_template_string, request
from flask.typing import ResponseReturnValue
from flask_sqlalchemy import SQLAlchemy
from flask_wtf import FlaskForm
from wtforms import StringField
from wtforms.validators import DataRequired

from scorekeeper.store.database import Base, prepare
from scorekeeper.store.models import Game, Revision

db = SQLAlchemy(model_class=Base)
TABLE = """<!doctype html><title>Game</title><table>{% for r in rows %}<tr><th>{{ r.number }}</th>
{% for p, e in r.after.entries.items() %}<td>{{ e.points }}</td>{% endfor %}</tr>{% endfor %}</table>"""


class Line(FlaskForm):  # type: ignore[misc]  # Flask-WTF has no types
    """A form with a field for each of four players."""

    one, two, three, four = (StringField(validators=[DataRequired()]) for _ in range(4))


def create_baseline() -> Flask:
    """Return a Flask application that only shows and saves rounds."""
    app = Flask("baseline")
    app.config.update(SECRET_KEY="baseline", SQLALCHEMY_DATABASE_URI=os.environ["BASELINE_URL"])
    db.init_app(app)
    with app.app_context():
        prepare(db.engine)

    @app.get("/table/<game_id>")
    def table(game_id: str) -> str:
        game = db.session.get_one(Game, game_id)
        rows = db.session.scalars(db.select(Revision).filter_by(game_id=game.id).order_by(Revision.number)).all()
        return render_template_string(TABLE, rows=rows)

    @app.get("/form")
    def form() -> str:
        return render_template_string("{{ form.csrf_token }}", form=Line())

    @app.post("/save/<game_id>")
    def save(game_id: str) -> ResponseReturnValue:
        form = Line()
        if not form.validate():
            return str(form.errors), 422
        game = db.session.get_one(Game, game_id)
        number, points = (
            int(request.form["number"]),
            {f.name: {"points": int(f.data)} for f in form if f.name in "one two three four"},
        )
        db.session.add(
            Revision(
                game_id=game.id, number=number, what="add", round=number, at=game.created_at, after={"entries": points}
            )
        )
        db.session.commit()
        return redirect(f"/table/{game.id}", 303)

    return app


def create_bare() -> Flask:
    """Return a Flask application that only parses JSON and answers with JSON."""
    app = Flask("bare")

    @app.post("/json")
    def answer() -> ResponseReturnValue:
        return {"cards": request.get_json()["situation"]["cards"]}

    return app
