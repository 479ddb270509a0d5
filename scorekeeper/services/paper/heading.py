"""The heading of a game's sheet: who won, the evening, who wrote."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from ...rules.errors import N_
from ...rules.model.terms import How, Wins
from ...sheets.curves import elided
from ...store.moments import in_utc
from ..dates import clock_words, weekday_words
from ..views.game_view import HIDDEN, GameView
from ..views.state import What
from ..wording import plural, sentence
from .numbers import number, signed

_WRITERS = 4  # names of scorers that fit on a sheet
NIGHT = timedelta(hours=12)  # a game that lasts longer was not played in one go


def total_text(view: GameView, name: str) -> str:
    """Format a player's total, empty while it is hidden; chips have a sign."""
    if view.totals_hidden:
        return ""
    total = view.totals[name]
    return signed(total) if view.variant.scoring.chips else number(total)


def _won_with(view: GameView, winner: str) -> str:
    """Format what a player has won with: what decides, rating points, rounds won or all bonuses, else the total."""
    if view.variant.ending.wins is Wins.RATING:
        return plural("one rating point", "{num} rating points", view.rating[winner])
    if view.rounds_won:
        return plural("one round", "{num} rounds", view.rounds_won[winner])
    if view.final is not None and view.variant.ending.grand_total_wins:
        return number(view.final[winner])
    return total_text(view, winner)


def standing_text(view: GameView, longest: int | None = None) -> str:
    """Return who won and with what, or after which round the totals stand so; names are cut to `longest` letters."""
    winners = view.standing.winners
    if winners:
        side = view.sides.get(winners[0]) if len(winners) == 1 else None
        names = tuple(elided(name, longest or len(name)) for name in side or winners)
        values: dict[str, object] = {"names": names, "points": _won_with(view, winners[0])}
        one, several = N_("{names} wins with {points}."), N_("{names} share the win with {points}.")
        if side:
            return sentence(N_("{names} win with {points}."), values)
        return sentence(one if len(winners) == 1 else several, values)
    if not view.counting:
        return sentence(N_("No rounds yet."))
    standing = sentence(N_("Standing after round {number}."), {"number": view.rounds[-1].number})
    return " ".join([standing, sentence(HIDDEN)]) if view.totals_hidden else standing


def facts(view: GameView, zone: ZoneInfo) -> Iterator[str]:
    """Yield when it was played, how many rounds, who wrote, and what ♠ and ● stand for."""
    added = [in_utc(row.at) for row in view.state.done if row.what == What.ADD]
    yield _evening(min([view.created_at, *added]), max(added, default=None), zone)
    if view.counting:
        yield plural("{num} round", "{num} rounds", len(view.counting))
    if writers := dict.fromkeys(row.who for row in view.state.done if row.who):
        names = ", ".join(list(writers)[:_WRITERS])
        yield sentence(N_("written by {names}"), {"names": names + ("…" if len(writers) > _WRITERS else "")})
    if any(round_.round.closer and round_.round.how is How.OUT for round_ in view.counting):
        yield _unbroken(sentence(view.variant.closing.words.legend))
    if view.dealers:
        yield _unbroken(sentence(N_("● dealt")))


def _unbroken(text: str) -> str:
    return text.replace(" ", "\u00a0")


def _evening(begun: datetime, ended: datetime | None, zone: ZoneInfo) -> str:
    """Return day, time and duration of a game, from its start to its last round, in a time zone."""
    values: dict[str, object] = {"day": _day(begun, zone), "begun": _clock(begun, zone)}
    if ended is None or ended - begun < timedelta(minutes=1):
        return sentence(N_("{day}, {begun}"), values)
    values["ended"] = _clock(ended, zone)
    if ended - begun < NIGHT:
        hours, minutes = divmod((ended - begun) // timedelta(minutes=1), 60)
        values |= {"hours": hours, "minutes": minutes}
        short = N_("{day}, {begun}–{ended} ({minutes} min)")
        return sentence(N_("{day}, {begun}–{ended} ({hours} h {minutes} min)") if hours else short, values)
    return sentence(N_("{day}, {begun} – {last_day}, {ended}"), values | {"last_day": _day(ended, zone)})


def _day(moment: datetime, zone: ZoneInfo) -> str:
    return weekday_words(moment.astimezone(zone))


def _clock(moment: datetime, zone: ZoneInfo) -> str:
    """Format a time of the day; UTC, which stands for an unknown time zone, is named."""
    shown = clock_words(moment.astimezone(zone))
    return f"{shown} UTC" if zone.key == "UTC" else shown
