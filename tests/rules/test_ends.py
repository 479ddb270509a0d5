"""Ends of games without cards, against an oracle of its own: target, rounds, limit and coming back in, the table."""

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.scoring.elimination import Eliminated
from scorekeeper.rules.scoring.ending import dealers, placings, standing
from scorekeeper.rules.scoring.rounds import Round
from scorekeeper.rules.variants import get_variant
from scorekeeper.services.referee.ask import rule_on_document

NAMES = ("Ada", "Bo", "Cleo", "Dag")
Row = dict[str, int]


class Oracle:
    """A table that plays to a limit, written down as PT-10 to PT-13 say it, one round after the other."""

    def __init__(self, limit: int, past: bool, rejoin: str) -> None:
        self.limit, self.past, self.rejoin = limit, past, rejoin
        self.points = dict.fromkeys(NAMES, 0)
        self.gone: list[str] = []
        self.last: list[str] = []  # who went in the last round
        self.winners: list[str] = []

    @property
    def inside(self) -> list[str]:
        return [name for name in NAMES if name not in self.gone]

    def is_over(self, total: int) -> bool:
        return total > self.limit if self.past else total >= self.limit

    def entry(self) -> int | None:
        """Return the total with which one comes back in; None if nobody may."""
        if self.rejoin == "never" or self.winners or len(self.inside) < 2 or not self.gone:
            return None
        total = max(self.points[name] for name in self.inside) + (1 if self.rejoin == "highest_plus_one" else 0)
        return None if self.is_over(total) else total

    def play(self, row: Row) -> None:
        for name, points in row.items():
            self.points[name] += points
        self.last = sorted((n for n in self.inside if self.is_over(self.points[n])), key=lambda n: -self.points[n])
        self.gone += self.last
        if len(self.inside) == 1:
            self.winners = self.inside
        elif not self.inside:
            lowest = min(self.points[name] for name in self.last)
            self.winners = [name for name in NAMES if name in self.last and self.points[name] == lowest]


@st.composite
def limited(draw: st.DrawFn) -> tuple[dict[str, Any], Oracle, list[Row], list[dict[str, Any]], list[tuple[str, ...]]]:
    """Draw house rules, rounds that can be played, who came back before which, who was out after each; the oracle."""
    limit, past = draw(st.integers(1, 40)), draw(st.booleans())
    rejoin = draw(st.sampled_from(["never", "highest", "highest_plus_one"]))
    rules = {"end": "limit", "limit": limit, "past_limit": past, "rejoin": rejoin, "lowest_wins": draw(st.booleans())}
    oracle, rows, back, out = Oracle(limit, past, rejoin), list[Row](), list[dict[str, Any]](), list[tuple[str, ...]]()
    for number in range(1, draw(st.integers(1, 7)) + 1):
        if oracle.winners:
            break
        total = oracle.entry()
        for name in tuple(oracle.gone) if total is not None else ():
            if draw(st.booleans()):
                oracle.gone.remove(name)
                oracle.points[name] = total
                back.append({"player": name, "before_round": number})
        rows.append({name: draw(st.integers(-5, 25)) for name in oracle.inside})
        oracle.play(rows[-1])
        out.append(tuple(oracle.gone))
    return rules, oracle, rows, back, out


@given(limited())
def test_a_game_with_a_limit_is_that_of_the_oracle(
    game: tuple[dict[str, Any], Oracle, list[Row], list[dict[str, Any]], list[tuple[str, ...]]],
) -> None:
    """Totals, who is out and in which order, who may come back in and with what, who has won."""
    rules, oracle, rows, back, _out = game
    body = {"variant": "points", "house_rules": rules, "situation": {"rounds": rows, "rejoined": back}}
    facts = rule_on_document("game-end", body)["facts"]
    total = oracle.entry()
    wanted = {
        "ended": bool(oracle.winners),
        "winners": oracle.winners,
        "deal_again": False,
        "totals": oracle.points,
        "out": oracle.gone,
        "may_rejoin": oracle.gone if total is not None else [],
    }
    assert facts == (wanted if total is None else wanted | {"rejoin_at": total})


@given(limited(), st.integers(0, 3))
def test_who_is_out_deals_no_round(
    game: tuple[dict[str, Any], Oracle, list[Row], list[dict[str, Any]], list[tuple[str, ...]]], first: int
) -> None:
    """The deal goes to the next seat that is in after the last round."""
    _rules, _oracle, rows, _back, out = game
    variant = get_variant("points")
    played = [Round(NAMES, {}) for _ in rows]
    found = list(dealers(variant.deal.dealer, NAMES, NAMES[first], played, (), out))
    assert len(found) == len(out) + 1
    seat = first
    for dealer, gone in zip(found[1:], out, strict=True):
        for _ in NAMES:
            seat = (seat + 1) % len(NAMES)
            if NAMES[seat] not in gone:
                break
        assert dealer == NAMES[seat] or len(gone) == len(NAMES)


def best(totals: Mapping[str, int], *, lowest: bool) -> list[str]:
    wanted = min(totals.values()) if lowest else max(totals.values())
    return [name for name, total in totals.items() if total == wanted]


@given(
    st.fixed_dictionaries(dict.fromkeys(NAMES, st.integers(-20, 60))),
    st.sampled_from(["none", "target", "rounds"]),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["shared", "another_round"]),
    st.integers(1, 5),
    st.booleans(),
)
def test_other_ends_are_those_of_the_definition(
    totals: dict[str, int], end: str, lowest: bool, past: bool, tie: str, played: int, stopped: bool
) -> None:
    """PT-07 to PT-09, PT-11, PT-14; places follow the totals."""
    rules = {"end": end, "target": 40, "rounds": 3, "lowest_wins": lowest, "past_target": past, "tie": tie}
    ending = get_variant("points", rules).ending
    reached = any(total > 40 if past else total >= 40 for total in totals.values())
    over = {"none": False, "target": reached, "rounds": played >= 3}[end]
    winners = best(totals, lowest=lowest)
    again = over and not stopped and tie == "another_round" and len(winners) > 1
    found = standing(ending, totals, played, stopped=stopped)
    ended = stopped or (over and not again)
    assert (found.ended, list(found.winners), found.deal_again) == (ended, winners if ended else [], again)
    places: Sequence[tuple[int, str]] = placings(ending, totals)
    ordered = [totals[name] for _, name in places]
    assert ordered == sorted(ordered, reverse=not lowest)
    assert {name for place, name in places if place == 1} == set(winners)


def test_who_went_later_stands_before_who_went_earlier() -> None:
    """Equals of one round share a place, whatever those had who went before."""
    ending = get_variant("points", {"end": "limit"}).ending
    totals = {"Ada": 130, "Bo": 100, "Cleo": 20, "Dag": 130}
    out = Eliminated((("Bo",), ("Ada", "Dag")))
    assert placings(ending, totals, out) == [(1, "Cleo"), (2, "Ada"), (2, "Dag"), (4, "Bo")]
