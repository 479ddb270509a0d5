"""The command `scorekeeper rules`: print a game's rules from the data that the referee judges by."""

import sys
from pathlib import Path

import click

from .game_help import CommandAboutGames


@click.command(cls=CommandAboutGames)
@click.argument("key", required=False)
@click.option("--into", type=click.Path(path_type=Path), help="Write the rules of every game into this folder instead.")
def rules(key: str | None, into: Path | None) -> None:
    """Print the rules of the game KEY as Markdown: GAMES."""
    from ..rules.errors import RulesError
    from ..rules.variants import VARIANTS, get_variant
    from ..services.paper.rulebook import markdown, rulebook

    try:
        if into is not None:
            into.mkdir(parents=True, exist_ok=True)
            for variant in VARIANTS.values():
                (into / f"{variant.key}.md").write_text(markdown(rulebook(variant)), encoding="utf-8")
        else:
            click.echo(markdown(rulebook(get_variant(key or ""))), nl=False)
    except (RulesError, OSError) as error:
        click.echo(f"scorekeeper: {error}", err=True)
        sys.exit(2)
