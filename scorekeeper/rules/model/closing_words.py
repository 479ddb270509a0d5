"""The words of a game for closing a round: in most of them a player goes out, in others one knocks."""

from typing import NamedTuple

from ..errors import N_


class ClosingWords(NamedTuple):
    """Sentences and labels about who closed a round, each a message to translate."""

    closed: str  # said of a player, beside the points
    legend: str  # of the sign beside the points
    hint: str  # the same, before what tapping a round does
    who: str
    over: str
    missing: str
    ring: str  # on a sheet to fill in by hand
    named: str
    named_way: str  # in a special way
    nobody: str  # a button
    name_nobody: str


WENT_OUT = ClosingWords(
    # Translators: said of a player, beside the points
    closed=N_("went out"),
    legend=N_("♠ went out"),
    hint=N_("went out. Tap a round’s number to see its points explained, or to correct or void it."),
    who=N_("Who went out?"),
    over=N_("The round is over. Who went out?"),
    missing=N_("Say who went out, or how else the round ended."),
    ring=N_("Circle the points of whoever went out."),
    named=N_("{name} went out."),
    named_way=N_("{way}: {name} went out."),
    nobody=N_("Enter it: nobody went out"),
    name_nobody=N_("If the round ended with an empty stock or pool, nobody went out: name nobody."),
)
KNOCKED = ClosingWords(
    # Translators: said of a player, beside the points
    closed=N_("knocked"),
    legend=N_("♠ knocked"),
    hint=N_("knocked. Tap a round’s number to see its points explained, or to correct or void it."),
    who=N_("Who knocked?"),
    over=N_("The round is over. Who knocked?"),
    missing=N_("Say who knocked, or how else the round ended."),
    ring=N_("Circle the points of whoever knocked."),
    named=N_("{name} knocked."),
    named_way=N_("{way}: {name} knocked."),
    nobody=N_("Enter it: nobody knocked"),
    name_nobody=N_("If the round ended with an empty stock, nobody knocked: name nobody."),
)
