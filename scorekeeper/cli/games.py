"""The commands `scorekeeper games` and `scorekeeper export`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..config.causes import cause_of
from ..config.messages import _
from ..rules.errors import N_
from ..services.wording import game_name
from .common import FILE, application, fail, known_game, sentences
from .language import Command

if TYPE_CHECKING:
    from ..services.games.views import GameView


@click.command(cls=Command, help=N_("List the games, or make a new link for a game whose link was lost."))
@click.option("--new-link", metavar="ID", help=N_("Make a link that lets anybody who opens it change this game."))
@sentences
def games(new_link: str | None) -> None:
    "List the games, or make a new link for a game whose link was lost."
    from ..services.access.access import Role, new_key
    from ..services.games.games import list_games

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
@click.option(
    "--csv", "as_csv", is_flag=True, help=N_("Export a table of the scores instead of the whole game as JSON.")
)
@click.option("-o", "--output", type=FILE, help=N_("Write to this file instead of the terminal."))
@sentences
def export(game_id: str, as_csv: bool, output: Path | None) -> None:
    "Export a game: everything as JSON, which you can import again, or its scores as CSV."
    import json

    from ..services.transfer.export import export_csv, export_document

    with application(), known_game(game_id):
        if as_csv:
            text = export_csv(game_id)
        else:
            text = json.dumps(export_document(game_id), ensure_ascii=False, indent=2) + "\n"
    if output is None:
        sys.stdout.buffer.write(text.encode())
        return
    try:
        output.write_bytes(text.encode())
    except OSError as error:
        fail(_("'{target}' cannot be written. {cause}", target=output, cause=cause_of(error)))
