"""The command `scorekeeper`. Modules that are slow to import are imported by the command that needs them."""

import sys

import click

from ..config.version import program_version
from ..rules.errors import N_
from .backup import backup, restore
from .doctor import doctor
from .games import export, games, import_
from .language import CommandGroup, language_option
from .rebuild import rebuild
from .referee import referee
from .rules import rules
from .serve import serve


@click.group(
    cls=CommandGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=N_("Keep the score of rummy games, settle the argument, print the sheet."),
)
@click.version_option(program_version(), package_name="scorekeeper")
@language_option
def main() -> None:
    """Run one of the commands."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a name that the terminal cannot show must not end the command
            stream.reconfigure(errors="replace")


for command in (serve, games, export, import_, backup, restore, rebuild, doctor, referee, rules):
    main.add_command(command)
