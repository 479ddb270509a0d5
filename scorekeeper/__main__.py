"""`python -m scorekeeper` is the command `scorekeeper`."""

from .cli import main

main(prog_name="scorekeeper")
