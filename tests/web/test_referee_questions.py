"""Disputes of each game, typed into the referee's pages as players type: the headline and a sentence below it."""

import pytest

from ..api.conftest import only_sqlite
from .pages import Browser, Page

DISPUTES = [
    ("da-500", "meld", {"cards": "3c jk 5c 6c"}, "A run of four: 40 points", "The joker stands for 4♣."),
    (
        "da-500",
        "meld",
        {"cards": "Q♥ K♥ A♥ 2♥"},
        "A run of four: 40 points",
        "as in A\u20112\u20113, Q\u2011K\u2011A and K\u2011A\u20112.",
    ),
    (
        "da-500",
        "meld",
        {"cards": "7h 8h 10h"},
        "Not a run: there’s a gap in 7♥, 8♥ and 10♥",
        "With 9♥ or Joker added it",
    ),
    ("da-500", "meld", {"cards": "10 ♥, j h; Q♥  joker = K♥"}, "A run of four: 55 points", "A run"),
    ("da-500", "meld", {"cards": "7h8h9hKd"}, "Not a meld: neither one suit nor one rank", "Without K♦ it’s a meld."),
    (
        "da-500",
        "meld",
        {"cards": "7h 8h 9h", "first_round": "1"},
        "Not yet: nobody lays until all have had a turn",
        "you can’t lay it now",
    ),
    ("cs-500", "meld", {"cards": "7h jk 9h"}, "A run of three: 31 points", "Still missing Say first"),
    ("cs-500", "meld", {"cards": "7h jk=8h 9h"}, "A run of three: 31 points", "A run"),
    ("is-rommi", "hand-value", {"cards": "5c js"}, "Left in hand: 15 points", "Left in hand: "),
    ("cs-500", "hand-value", {"cards": "QC 4H JK"}, "Left in hand: 29 points", "Left in hand: "),
    ("da-500", "hand-value", {"cards": ""}, "Left in hand: 0 points", "Left in hand: "),
    (
        "de-romme",
        "opening",
        {"melds": "6h 7h 8h 9h\njd jc jk=js"},
        "Enough to open: 60, 40 needed",
        "60 points: 40 are enough to open.",
    ),
    (
        "de-romme",
        "opening",
        {"melds": "6h 7h 8h"},
        "Not enough: 21 of 40",
        "Only 21 of 40 points to open: 6♥ 6 + 7♥ 7 + 8♥ 8 = 21.",
    ),
    ("nb-rummy", "opening", {"melds": ""}, "Not opened: draw 1, and the turn is over", "The player draws 1 tile."),
    (
        "cs-500",
        "lay-off",
        {"table": "10d jd qd\nkc ks kh", "cards": "kd"},
        "The K♦ fits 2 melds: say which",
        "K♦ fits K♣ K♠ K♥.",
    ),
    (
        "cs-500",
        "lay-off",
        {"table": "10d jd qd", "cards": "5d"},
        "The 5♦ fits nowhere",
        "The 5♦ fits no meld on the table.",
    ),
    (
        "de-romme",
        "lay-off",
        {"table": "10d jd qd", "cards": "kd", "opened": "1"},
        "Not yet: only after opening",
        "opened",
    ),
    (
        "nb-rummy",
        "lay-off",
        {"table": "10d jd qd", "cards": "kd"},
        "The K♦ fits 10♦, J♦ and Q♦",
        "There’s a place on the table for K♦.",
    ),
    (
        "de-romme",
        "move",
        {"table": "7h 8h 9h 10h\n10c 10d 10s", "move-card": "10h", "move-from": "1", "move-to": "2"},
        "No: the 10♥ stays in its meld",
        "Rule DE-",
    ),
    (
        "da-500",
        "joker-swap",
        {"meld": "3d jk=4d 5d", "offered": "4d", "from": "hand", "meld_owner": "p1"},
        "Yes: the 4♦ in, the joker to your hand",
        "The card that replaces it counts for Ole.",
    ),
    (
        "cs-500",
        "pile",
        {
            "take": "deeper_card",
            "wanted": "3s",
            "pile": "kh 3s 8d",
            "hand_before": "3d 3c qd",
            "laid_new_melds": "3s 3d 3c",
        },
        "Take the 3♠ and everything above it: 2 in all",
        "Picked up: 3♠ 8♦",
    ),
    (
        "da-500",
        "pile",
        {"take": "whole_pile", "pile": "4c kh 9d", "hand_before": "2s 2d 7h", "player": "p2"},
        "No covered card melded: Eva −50",
        "It costs Eva 50 points.",
    ),
    (
        "da-500",
        "pile",
        {"take": "whole_pile", "pile": "4c kh 9d"},
        "What does the player lay after taking it?",
        "What I need to know first",
    ),
    (
        "da-500",
        "pile",
        {"take": "whole_pile", "pile": "4c kh", "nothing_laid": "1"},
        "No covered card melded: −50 points",
        "covered card",
    ),
    (
        "da-500",
        "pile",
        {"take": "whole_pile", "pile": "4c kh 9d", "laid_new_melds": "4c 5c 6c", "nothing_laid": "1"},
        "You may take the whole pile: 3 cards",
        "You may take the whole pile.",
    ),
    ("de-romme", "pile", {"take": "knock"}, "Nobody knocks for a discard at this table", "Nobody knocks"),
    (
        "da-500",
        "pile",
        {"take": "stock_empty", "pile": "4c kh 9d"},
        "Turn the pile over, all but its top card",
        "The new pile: 9♦",
    ),
    (
        "de-romme",
        "go-out",
        {"laid_new_melds": "5s 6s 7s 8s", "discard": "9d"},
        "Out: the round is over",
        "Nothing is left",
    ),
    (
        "de-romme",
        "go-out",
        {"laid_new_melds": "5s 6s 7s 8s", "hand_after": "9d"},
        "You must end your turn with a discard",
        "discard",
    ),
    (
        "is-rommi",
        "go-out",
        {"laid_new_melds": "5s 6s 7s 8s", "discard": "9d"},
        "Out: the round is over",
        "Nothing is left",
    ),
    ("nb-rummy", "go-out", {"laid_new_melds": "5s 6s 7s 8s"}, "Out: the round is over", "Nothing is left"),
    (
        "cs-500",
        "stock-empty",
        {"wants": "stock", "stock": "0", "hand_after": "5c"},
        "The stock is empty: the round is over",
        "The stock is empty: the round is over.",
    ),
    ("de-romme", "arrange", {"cards": "4s 5s 6s kd", "aim": "fewest_left"}, "1 left, 10 points: K♦", "Left: K♦"),
    (
        "is-rommi",
        "arrange",
        {"cards": "4s 5s 6s", "aim": "most_points"},
        "You can lay everything: 15 points",
        "That lays 15 points",
    ),
    ("de-romme", "arrange", {"cards": "ks kd kh jk 4s", "aim": "opening"}, "Enough to open: 40, 40 needed", "Left: 4♠"),
    ("is-rommi", "could-go-out", {"cards": "4s 5s 6s kd"}, "Yes: discard the K♦, lay the rest", "K♦"),
    ("is-rommi", "could-go-out", {"cards": "4s 7s"}, "No: 4♠ and 7♠ stay in hand", "Left: 4♠ 7♠"),
    ("is-rommi", "could-go-out", {"cards": "4s 7s 9d jc kd"}, "No: 5 cards stay in hand", "Left: "),
    (
        "is-rommi",
        "could-go-out",
        {"cards": "4s 5s 6s"},
        "To go out, you must discard your last card",
        "you must discard your last card",
    ),
    (
        "cs-500",
        "could-go-out",
        {"cards": "4s 5s 6s 9d 9c 9h"},
        "Too many new melds: at most 1 in a turn",
        "New melds in a turn: at most 1.",
    ),
    ("is-rommi", "could-go-out", {"cards": "4s 5s 7s kd"}, "No: 4♠, 5♠, 7♠ and K♦ stay in hand", "Left: "),
    ("nb-rummy", "could-go-out", {"cards": "4s 5s 6s kd"}, "No: the K♦ stays on the rack", "Left: K♦"),
    ("de-romme", "could-go-out", {"cards": "4s 5s 6s 7s"}, "Yes: discard the 7♠, lay the rest", "Discarded: "),
    ("de-romme", "could-go-out", {"cards": "4s 5s 6s kd", "opened": "1"}, "Not enough: 15 of 40", "Left: K♦"),
    (
        "da-500",
        "could-go-out",
        {"cards": "9s 4c kd", "table": "6s 7s 8s\n4h 4d 4s"},
        "Yes: discard the K♦, lay the rest",
        "Laid off: 9♠ on",
    ),
    ("da-500", "could-go-out", {"cards": "9s jc kd", "table": "6s 7s 8s"}, "No: K♦ and J♣ stay in hand", "Left: K♦ J♣"),
    (
        "nb-rummy",
        "row",
        {"entered-0": "18", "entered-1": "-7", "entered-2": "-11"},
        "It adds up to 0, as it must",
        "adds up to 0",
    ),
    (
        "nb-rummy",
        "row",
        {"entered-0": "18", "entered-1": "7", "entered-2": "-11"},
        "It adds up to +14, not to 0: Ole has −7",
        "−7 for Ole would be right",
    ),
    (
        "da-500",
        "game-end",
        {"totals-0": "310", "totals-1": "455", "totals-2": "0"},
        "The game goes on: Ole has 455 of 500",
        "",
    ),
    (
        "da-500",
        "game-end",
        {"totals-0": "310", "totals-1": "505", "totals-2": "0"},
        "Ole has won with 505",
        "The target of 500 points is reached.",
    ),
    (
        "cs-500",
        "play",
        {
            "take": "deeper_card",
            "wanted": "3s",
            "pile": "kh 3s 8d",
            "laid_new_melds": "3s 3d 3c",
            "table": "5h 6h 7h + 8h",
            "discard": "8d",
            "out": "1",
        },
        "Take the 3♠ and everything above it: 2 in all",
        "The turn and its end",
    ),
    (
        "de-romme",
        "play",
        {"laid_new_melds": "7h 8h 9h", "opened": "1"},
        "Not enough: 24 of 40",
        "Only 24 of 40 points to open: 7♥ 7 + 8♥ 8 + 9♥ 9 = 24.",
    ),
    (
        "da-500",
        "play",
        {"laid_new_melds": "7h 8h 9h", "table": "3c 4c 5c + 9c", "discard": "kd"},
        "The 9♣ fits nowhere",
        "The 9♣ fits no meld on the table.",
    ),
    (
        "da-500",
        "play",
        {"laid_new_melds": "7h 8h 9h", "hand_before": "7h 8h 2s", "drawn": "9h", "discard": "2s"},
        "Out: the round is over",
        "Nothing is left: the round is over.",
    ),
]


def ask(visitor: Browser, variant: str, slug: str, typed: dict[str, str]) -> Page:
    """Return the referee's answer at a table of three."""
    game = visitor.given_game(variant, "Ida", "Ole", "Eva")
    return visitor.send(visitor.get(f"{game}/referee/{slug}"), f"/{slug}", **typed)


@only_sqlite
@pytest.mark.parametrize(("variant", "slug", "typed", "word", "said"), DISPUTES)
def test_a_dispute_gets_its_verdict(
    plain: Browser, variant: str, slug: str, typed: dict[str, str], word: str, said: str
) -> None:
    page = ask(plain, variant, slug, typed)
    assert page.status == 200, page.alerts
    assert page.root.all(cls="word")[0].text == word, page.text
    assert said in page.text
    assert page.text.count("Left: ") <= 1
    kept = page.fields(f"/{slug}")
    assert {key: kept[key].replace("\r\n", "\n") for key in typed} == typed
