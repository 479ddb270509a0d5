"""`python -m scorekeeper` is the command `scorekeeper`."""

from .cli.main import main

main(prog_name="scorekeeper")
