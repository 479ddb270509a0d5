"""Properties of teams of two: the points that partners share, and the same game of one player for each team."""

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.scoring.elimination import Race
from scorekeeper.rules.scoring.ending import placings, standing
from scorekeeper.rules.scoring.rounds import Player, PointsEntry, Round
from scorekeeper.rules.scoring.scoring import score_round
from scorekeeper.rules.variants import get_variant

TEN = tuple("ABCDEFGHIJ")
WITH_TEAMS = get_variant("points", {"teams": True})


def plain_teams(points: Mapping[Player, int]) -> dict[Player, int]:
    """Return the points of everybody by PT-16: those of the two seats that are half the table apart."""
    seats = list(points)
    half = len(seats) // 2
    return {name: points[name] + points[seats[(at + half) % len(seats)]] for at, name in enumerate(seats)}


@st.composite
def team_totals(draw: st.DrawFn) -> dict[Player, int]:
    """Draw the totals of two to five teams, of which some are level."""
    number = draw(st.integers(2, 5))
    totals = draw(st.lists(st.integers(-3, 6).map(lambda each: each * 20), min_size=number, max_size=number))
    return dict(zip(TEN, totals * 2, strict=False))


@given(data=st.data(), number=st.integers(2, 5))
def test_partners_score_what_both_have_entered(data: st.DataObject, number: int) -> None:
    names = TEN[: 2 * number]
    entered = {name: data.draw(st.integers(-99, 99)) for name in names}
    round_ = Round(names, {name: PointsEntry(points) for name, points in entered.items()})
    score = score_round(WITH_TEAMS, round_)
    assert score.scores == plain_teams(entered)
    assert score.row_sum == sum(entered.values())
    assert all(score.scores[one] == score.scores[names[at + number]] for at, one in enumerate(names[:number]))
    assert all(sum(line.points for line in lines) == score.scores[name] for name, lines in score.lines.items())
    assert all(len(lines) == 1 or all(line.points for line in lines) for lines in score.lines.values())


@given(totals=team_totals(), lowest=st.booleans(), tie=st.sampled_from(["shared", "another_round"]))
def test_teams_end_and_are_placed_as_players_with_their_totals_would_be(
    totals: dict[Player, int], lowest: bool, tie: str
) -> None:
    """The same game of one player for each team is the oracle."""
    rules: dict[str, object] = {"end": "target", "target": 60, "lowest_wins": lowest, "tie": tie}
    ending, alone = (get_variant("points", {**rules, "teams": teams}).ending for teams in (True, False))
    firsts = dict(list(totals.items())[: len(totals) // 2])
    partner = dict(zip(firsts, list(totals)[len(firsts) :], strict=True))
    wanted, found = standing(alone, firsts, 3), standing(ending, totals, 3)
    assert (found.ended, found.deal_again) == (wanted.ended, wanted.deal_again)
    assert {*found.winners} == {*wanted.winners, *(partner[name] for name in wanted.winners)}
    places = {name: place for place, name in placings(ending, totals)}
    assert {name: places[name] for name in firsts} == {name: place for place, name in placings(alone, firsts)}
    assert all(places[name] == places[partner[name]] for name in firsts)


@given(data=st.data(), number=st.integers(2, 4))
def test_teams_go_out_and_come_back_as_players_with_their_points_would(data: st.DataObject, number: int) -> None:
    rules: dict[str, object] = {"end": "limit", "limit": 50, "rejoin": "highest"}
    ending, alone = (get_variant("points", {**rules, "teams": teams}).ending for teams in (True, False))
    names, firsts = TEN[: 2 * number], TEN[:number]
    partner = dict(zip(firsts, names[number:], strict=True))
    one, other = Race(), Race()
    one.seat(dict.fromkeys(names, 0))
    other.seat(dict.fromkeys(firsts, 0))
    for _ in range(data.draw(st.integers(1, 8))):
        may = other.eliminated.may_rejoin(alone, other.at(firsts))
        back = [name for name in may if data.draw(st.booleans())]
        other.come_back(alone, firsts, back)
        one.come_back(ending, names, [data.draw(st.sampled_from([name, partner[name]])) for name in back])
        row = {name: data.draw(st.integers(0, 30)) for name in firsts if name not in other.eliminated.out}
        other.play(alone, firsts, row)
        one.play(ending, names, row | {partner[name]: points for name, points in row.items()})
        assert [name for name in firsts if name in one.eliminated.out] == sorted(other.eliminated.out)
        assert all((name in one.eliminated.out) == (partner[name] in one.eliminated.out) for name in firsts)
        found = standing(ending, one.at(names), 3, eliminated=one.eliminated)
        wanted = standing(alone, other.at(firsts), 3, eliminated=other.eliminated)
        assert (found.ended, {*found.winners} & {*firsts}) == (wanted.ended, {*wanted.winners})
    assert one.at(firsts) == other.at(firsts)
