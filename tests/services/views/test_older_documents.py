"""Documents stored by an older release are read correctly."""

import pytest

from scorekeeper.documents import RoundDocument
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.services.views.round_views import ScoredRounds
from scorekeeper.services.views.state import Setup, StoredRound

PLAYERS = (("1", "Anna"), ("2", "Bo"))


@pytest.mark.parametrize("key", ["de-romme", "is-rommi"])
def test_an_older_document_that_doubles_has_the_way_of_closing_of_its_game(key: str) -> None:
    setup = Setup(name=None, players=PLAYERS, house_rules={}, dealer="1")
    older, newer = document(), document()
    del older["way"]
    older["doubled"] = True
    newer["way"] = next(iter(VARIANTS[key].closing.ways))
    views = ScoredRounds(key, dict(PLAYERS))
    plain, *doubled = [views.view(1, StoredRound(each, setup)) for each in (document(), older, newer)]
    assert [view.round.way for view in doubled] == [newer["way"]] * 2
    times = VARIANTS[key].closing.ways[newer["way"]].factor
    assert doubled[0].scores == doubled[1].scores == {name: times * points for name, points in plain.scores.items()}


def document() -> RoundDocument:
    return {
        "closer": "1",
        "how": "out",
        "entries": {"2": {"plus": 0, "minus": 7}},
        "way": None,
        "by": None,
        "voided": False,
        "accepted": False,
    }
