"""The commands `scorekeeper games`, `scorekeeper export` and `scorekeeper import`."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..config.causes import cause_of
from ..config.messages import _
from ..rules.errors import N_
from ..services.wording import game_name
from .common import FILE, application, fail, known_circle, known_game, sentences
from .language import Command

if TYPE_CHECKING:
    from ..services.views.game_view import GameView


@click.command(cls=Command, help=N_("List the games, or make a new link for a game whose link was lost."))
@click.option("--new-link", metavar="ID", help=N_("Make a link that lets anybody who opens it change this game."))
@sentences
def games(new_link: str | None) -> None:
    "List the games, or make a new link for a game whose link was lost."
    from ..services.access.access import Role, new_key
    from ..services.views.loading import list_games

    with application() as settings:
        if new_link is None:
            _print_games(list_games())
            return
        from ..http.public import public_base

        with known_game(new_link):
            key = new_key(new_link, Role.SCORER)
        click.echo(f"{public_base(settings)}/join/{key}")


def _print_games(views: "list[GameView]") -> None:
    if not views:
        click.echo(_("No games yet."), err=True)
        return
    rows = [(_("ID"), _("CHANGED"), _("ROUNDS"), _("GAME"), _("PLAYERS"), _("NAME"))]
    for view in views:
        changed = view.changed_at.astimezone().strftime("%Y-%m-%d %H:%M")
        players = ", ".join(view.players)
        rows.append((view.id, changed, str(len(view.rounds)), game_name(view.variant), players, view.name or ""))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        click.echo("  ".join([*cells, *row[4:]]).rstrip())


@click.command(
    cls=Command,
    help=N_("Export a game: everything as JSON, which you can import again, or its scores as CSV."),
)
@click.argument("game_id", metavar="ID")
@click.option("--circle", "is_circle", is_flag=True, help=N_("ID is a circle: export it with all of its games."))
@click.option(
    "--csv", "as_csv", is_flag=True, help=N_("Export a table of the scores instead of the whole game as JSON.")
)
@click.option("-o", "--output", type=FILE, help=N_("Write to this file instead of the terminal."))
@sentences
def export(game_id: str, is_circle: bool, as_csv: bool, output: Path | None) -> None:
    "Export a game: everything as JSON, which you can import again, or its scores as CSV."
    from ..services.transfer.circles.circle_export import circle_document
    from ..services.transfer.export import export_csv, export_document

    if is_circle and as_csv:
        fail(_("A circle is exported as JSON only."))
    if is_circle:
        with application(), known_circle(game_id):
            text = _json(circle_document(game_id))
    else:
        with application(), known_game(game_id):
            text = export_csv(game_id) if as_csv else _json(export_document(game_id))
    _write(text, output)


def _json(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _write(text: str, output: Path | None) -> None:
    if output is None:
        sys.stdout.buffer.write(text.encode())
        return
    try:
        output.write_bytes(text.encode())
    except OSError as error:
        fail(_("'{target}' cannot be written. {cause}", target=output, cause=cause_of(error)))


@click.command("import", cls=Command, help=N_("Import a file that was exported: a game, or a circle with its games."))
@click.argument("file", type=FILE)
@click.option("--circle", "into", metavar="ID", help=N_("Add what is new to this circle."))
@sentences
def import_(file: Path, into: str | None) -> None:
    "Import a file that was exported: a game, or a circle with its games."
    from ..http.public import public_base
    from ..services.errors import Invalid, NotJson
    from ..services.transfer.lazy_json import decode_in_pieces
    from ..services.wording import problem_sentence

    with application() as settings:
        try:
            sent = file.read_bytes()
        except OSError as error:
            fail(_("'{file}' cannot be read. {cause}", file=file, cause=cause_of(error)))
        try:
            key = _taken_in(decode_in_pieces(sent), into)
        except NotJson as error:
            fail(problem_sentence(error.problem))
        except Invalid as error:
            fail(f"{problem_sentence(error.problems[0])} ({' › '.join(map(str, error.problems[0].path))})")
        if key:
            click.echo(f"{public_base(settings)}/join/{key}")


def _taken_in(document: object, into: str | None) -> str | None:
    """Import a document; return the key of what is new."""
    from ..services.transfer.circles.circle_import import import_circle, is_circle
    from ..services.transfer.importing import import_game

    if into is None and not is_circle(document):
        return import_game(document).scorer_key
    with known_circle(into or ""):
        return import_circle(document, into)[1]
