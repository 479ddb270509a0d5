"""Commands whose help names the games."""

import click

from .common import word_rules
from .language import Command


class CommandAboutGames(Command):
    """A command whose help has the keys of all games for the word GAMES, and of one game with a call for GAME."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help; the games are imported only now, for that takes a while."""
        from ..rules.variants import VARIANTS
        from ..services.wording import list_pattern

        *keys, last = VARIANTS
        game = next(key for key, variant in VARIANTS.items() if variant.call.allowed)

        word_rules()
        listed = list_pattern("or").format(some=", ".join(keys), last=last)

        def filled(text: str | None) -> str | None:
            return text and text.replace("GAMES", listed).replace("GAME", game)

        self.help = filled(self.help)
        for option in self.params:
            if isinstance(option, click.Option):
                option.help = filled(option.help)
        super().format_help(ctx, formatter)
