"""The command `scorekeeper rules`: print a game's rules from the data that the referee judges by."""

from pathlib import Path

import click

from ..config.causes import cause_of
from ..config.messages import _
from ..rules.errors import N_
from .common import fail, word_rules
from .game_help import CommandAboutGames


@click.command(cls=CommandAboutGames, help=N_("Print the rules of the game KEY as Markdown: GAMES."))
@click.argument("key", required=False)
@click.option(
    "--into", type=click.Path(path_type=Path), help=N_("Write the rules of every game into this folder instead.")
)
@click.option(
    "--example",
    is_flag=True,
    help=N_("Print the house rules of the game instead, as an example of the file SCOREKEEPER_HOUSE_RULES."),
)
def rules(key: str | None, into: Path | None, example: bool) -> None:
    """Print the rules of the game KEY as Markdown: GAMES."""
    from ..rules.errors import RulesError
    from ..rules.variants import VARIANTS, get_variant
    from ..services.rulebook.markdown import markdown
    from ..services.rulebook.rulebook import rulebook
    from ..services.server_rules import example as example_of
    from ..services.wording import problem_sentence

    word_rules()
    try:
        if example:
            click.echo("\n".join(example_of(key or "")))
        elif into is not None:
            into.mkdir(parents=True, exist_ok=True)
            for variant in VARIANTS.values():
                (into / f"{variant.key}.md").write_text(markdown(rulebook(variant)), encoding="utf-8")
        else:
            click.echo(markdown(rulebook(get_variant(key or ""))), nl=False)
    except RulesError as error:
        fail(problem_sentence(error.problems[0]))
    except OSError as error:
        fail(_("'{target}' cannot be written. {cause}", target=into, cause=cause_of(error)))
