"""The command `scorekeeper`. Modules that are slow to import are imported by the command that needs them."""

import sys

import click

from .backup import backup, restore
from .games import export, games
from .referee import referee
from .rules import rules
from .serve import serve


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="scorekeeper")
def main() -> None:
    """Keep the score of rummy games, settle the argument, print the sheet."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a name that the terminal cannot show must not end the command
            stream.reconfigure(errors="replace")


for command in (serve, games, export, backup, restore, referee, rules):
    main.add_command(command)
