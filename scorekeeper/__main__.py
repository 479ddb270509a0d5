"""Entry point of `python -m scorekeeper`: the command `scorekeeper`."""

from .cli.main import main

main(prog_name="scorekeeper")
