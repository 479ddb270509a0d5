"""The language of the commands and of their help."""

import click

from ..config.messages import _, use_language
from ..rules.errors import N_, NN_

# Sentences of click, which it looks up in our catalogue.
CLICK = (
    *(N_("Usage:"), N_("Options"), N_("Commands"), N_("Show this message and exit."), N_("Show the version and exit.")),
    *(N_("Error: {message}"), N_("Try '{command} {option}' for help."), N_("Missing argument"), N_("Missing option")),
    *(N_("No such command {name!r}."), N_("No such option {name!r}."), N_("Invalid value for {param_hint}: {message}")),
    *(N_("%(prog)s, version %(version)s"), N_("{value!r} is not a valid {number_type}."), N_("Missing command.")),
    *(N_("{value} is not in the range {range}.")),
    *(N_("Option {name!r} does not take a value."), N_("Invalid value: {message}"), N_("Aborted!")),
    NN_("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments.", "nargs"),
    NN_("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)", "number"),
    NN_("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})", "number"),
)


def _chosen(_context: click.Context, _option: click.Parameter, language: str | None) -> str | None:
    if language:
        use_language(language)
    return language


language_option = click.option(
    "--lang",
    metavar="TAG",
    is_eager=True,
    expose_value=False,
    callback=_chosen,
    help=N_("The language, such as da (default: that of LANG)."),
)
"""The option `--lang` of a command: it takes effect before the help is shown."""


class Command(click.Command):
    """A command whose help is translated when it is shown."""

    def get_help(self, ctx: click.Context) -> str:
        """Return the help in the language of the context."""
        with _translated(self):
            return super().get_help(ctx)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option `--help`, worded anew: click makes it once, before `--lang` is read."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = _("Show this message and exit.")
        return option

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return the first sentence of the help, for the list of commands."""
        with _translated(self):
            return super().get_short_help_str(limit)


class CommandGroup(Command, click.Group):
    """A group of such commands."""

    command_class = Command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, in the language of the environment until `--lang` is read."""
        use_language()
        return super().parse_args(ctx, args)


class _translated:
    """Has the texts of a command translated within its block."""

    def __init__(self, command: click.Command) -> None:
        self.shown: list[click.Command | click.Option] = [
            command,
            *(each for each in command.params if isinstance(each, click.Option)),
        ]
        self.english = [each.help for each in self.shown]

    def __enter__(self) -> None:
        for each, english in zip(self.shown, self.english, strict=True):
            each.help = english and _(english)

    def __exit__(self, *_error: object) -> None:
        for each, english in zip(self.shown, self.english, strict=True):
            each.help = english
