"""Every attack by name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from . import connections, requests
from .target import AttackRun


@dataclass(frozen=True)
class Attack:
    """An attack: its description for the report, and its function."""

    what: str
    run: Callable[[AttackRun], None]


def _everything(run: AttackRun) -> None:
    run.at_once([*connections.mixed(run), *requests.mixed(run)])


ATTACKS: Mapping[str, Attack] = {
    "unread": Attack("200 connections ask for a script 256 times, unread", lambda s: connections.unread(s, 200)),
    "pipelined": Attack("50 connections send 32 requests at once, again and again", connections.pipelined),
    "slow-heads": Attack("500 connections send a head a byte at a time", connections.slow_heads),
    "slow-bodies": Attack("500 connections send half a body, then a byte at a time", connections.slow_bodies),
    "idle": Attack("2,000 connections of one address say nothing, or half of it", connections.idle),
    "streams": Attack("500 streams of one address", connections.streams),
    "streams-unread": Attack("100 streams that never read", connections.unread_streams),
    "arrange": Attack("16 connections ask how to lay 62 cards, by API and page", requests.arrange),
    "questions": Attack("16 connections ask the dearest questions that are known", requests.questions),
    "circles": Attack("16 connections read all of a circle of 2,000 games, and lists of long ones", requests.circles),
    "long-pages": Attack("16 connections read history, export and rounds of a game of 5,000", requests.long_pages),
    "big-rounds": Attack("8 connections enter 30,000 melds, a megabyte, 80,000 named jokers", requests.big_rounds),
    "big-imports": Attack("8 connections import many keys, 300,000 players, a game in 16 MiB", requests.big_imports),
    "prints": Attack("8 connections ask for ever new sheets and pictures of the longest games", requests.prints),
    "flood": Attack("16 connections ask for pages as fast as they come", requests.flood),
    "guesses": Attack("16 connections guess keys, links and codes", requests.guesses),
    "everything": Attack("all of these at once, from one address", _everything),
}
