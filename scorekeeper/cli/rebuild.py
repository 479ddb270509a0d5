"""The command `scorekeeper rebuild`: clear the caches in the database, and fill them again."""

import click

from ..config.messages import ngettext
from ..rules.errors import N_
from .common import application, sentences
from .language import Command


@click.command(cls=Command, help=N_("Count the statistics of all circles again."))
@sentences
def rebuild() -> None:
    """Count the statistics of all circles again."""
    from ..services.statistics.tally_cache import rebuild as count_again

    with application():
        count = count_again()
        click.echo(ngettext("One game was counted again.", "{num} games were counted again.", count).format(num=count))
