"""Why another round is dealt although the end is reached."""

import pytest

from scorekeeper.rules.model.ending import Ending
from scorekeeper.rules.model.terms import SeveralPast, Tie
from scorekeeper.rules.scoring.ending import standing, why_dealt_again

_PLAY_ON = Ending(target=500, several=SeveralPast.DEAL_AGAIN)
_ONCE = Ending(target=500, several=SeveralPast.ONE_AHEAD, tie=Tie.ANOTHER_ROUND)
_LEVEL = Ending(target=500, tie=Tie.ANOTHER_ROUND)


@pytest.mark.parametrize(
    ("ending", "again", "totals", "told"),
    [
        (_PLAY_ON, False, {"Petr": 510, "Jana": 530, "Ota": 20}, "Petr and Jana are both past 500: one more round."),
        (_PLAY_ON, False, {"A": 510, "B": 530, "C": 501}, "A, B and C are all past 500: one more round."),
        (_PLAY_ON, False, {"A": 500, "B": 530}, "A and B have both reached 500: one more round."),
        (_PLAY_ON, False, {"A": 500, "B": 500, "C": 530}, "A, B and C have all reached 500: one more round."),
        (_ONCE, False, {"A": 510, "B": 530}, "A and B are both past 500: one more round."),
        (_ONCE, True, {"A": 530, "B": 530}, "A and B are level at the top with 530: one more round."),
        (_LEVEL, False, {"A": 530, "B": 530, "C": 510}, "A and B are level at the top with 530: one more round."),
    ],
)
def test_the_reason_names_the_players(ending: Ending, again: bool, totals: dict[str, int], told: str) -> None:
    assert standing(ending, totals, 7, again=again).deal_again
    found = why_dealt_again(ending, totals, again=again)
    *some, last = found.values["players"]  # type: ignore[misc]  # a tuple of names
    values = {**found.values, "players": f"{', '.join(some)} and {last}"}
    assert found.code == "deal_again"
    assert found.message.format(**values) == told
