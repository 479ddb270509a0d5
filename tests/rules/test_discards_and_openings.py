"""What may be discarded, when a round may be closed, and what opens, in games that are stricter than most."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.rules.cards import LaidOff, parse_cards
from scorekeeper.rules.model.parts import Draw, closing_requires, no_draws
from scorekeeper.rules.model.terms import ClosingRequirement, DrawUse, FittingDiscard, Requirement, Who
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.referee.questions.arrange import judge_arrange
from scorekeeper.rules.referee.questions.go_out import judge_go_out
from scorekeeper.rules.referee.questions.opening import opening
from scorekeeper.rules.referee.questions.pile import judge_pile
from scorekeeper.rules.variants import get_variant


def strict(**turn: Any) -> Variant:
    """Return a game in which players open with 40 points, with other rules of a turn."""
    variant = get_variant("de-romme")
    closing = replace(variant.closing, requires=closing_requires(ClosingRequirement.AFTER_FIRST_ROUND))
    return replace(variant, turn=replace(variant.turn, **turn), closing=closing)


def melds(*texts: str) -> tuple[tuple[Any, ...], ...]:
    return tuple(parse_cards(text.split()) for text in texts)


FREE, NEVER = FittingDiscard.ALLOWED, FittingDiscard.FORBIDDEN
FROM_THREE, UNOPENED = FittingDiscard.FORBIDDEN_FROM_THREE, FittingDiscard.FORBIDDEN_UNOPENED


@pytest.mark.parametrize(
    ("rule", "players", "opened", "held", "discard", "illegal"),
    [
        (FREE, 4, True, "KD", "7H", False),
        (NEVER, 2, True, "KD", "7H", True),
        (NEVER, 4, True, "", "7H", False),  # it closes the round; not if a card was taken
        (NEVER, 4, True, "KD", "8H", False),  # it fits nowhere
        (FROM_THREE, 3, True, "KD", "7H", True),
        (FROM_THREE, 2, True, "KD", "7H", False),
        (FROM_THREE, 2, False, "KD", "7H", True),
        (UNOPENED, 4, True, "KD", "7H", False),
        (UNOPENED, 4, False, "KD", "7H", True),
    ],
)
def test_a_card_that_fits_a_meld_is_not_discarded(
    rule: FittingDiscard, players: int, opened: bool, held: str, discard: str, illegal: bool
) -> None:
    variant, (card,), hand = strict(fitting_discard=rule), parse_cards([discard]), parse_cards(held.split())
    table = melds("4H 5H 6H")
    turn: dict[str, Any] = {"hand_after": hand, "discard": card, "table": table, "opened_before": opened}
    found = judge_go_out(variant, **turn, players=players)
    assert any(fault.code == "fitting_card_discarded" for fault in found.reasons) is illegal
    taken: dict[str, Any] = {"take": "top_card", "pile": parse_cards(["2C"]), "hand_before": (*hand, card)}
    picked = judge_pile(variant, **taken, table=table, discard=card, opened=opened, players=players)
    assert any(fault.code == "fitting_card_discarded" for fault in picked.reasons) is (illegal or not hand)


def test_what_was_laid_in_the_turn_counts_as_lying_there() -> None:
    variant, (card,) = strict(fitting_discard=NEVER), parse_cards(["8H"])
    turn: dict[str, Any] = {"hand_after": parse_cards(["KD"]), "discard": card, "table": melds("4H 5H 6H")}
    (seven,) = parse_cards(["7H"])
    assert judge_go_out(variant, **turn, laid_off=(LaidOff(seven, 0),)).verdict == "illegal"
    assert judge_go_out(variant, **turn, laid_new_melds=melds("8S 8D 8C")).verdict == "illegal"
    assert judge_go_out(variant, **turn, laid_new_melds=melds("9S 9D 9C")).verdict == "legal"


def test_nobody_closes_before_everybody_has_had_a_turn() -> None:
    turn: dict[str, Any] = {"hand_after": (), "discard": parse_cards(["2C"])[0], "laid_new_melds": melds("KS KD KC")}
    for first_round, verdict in ((True, "illegal"), (False, "legal")):
        found = judge_go_out(strict(), **turn, first_round=first_round)
        assert (found.verdict, found.facts["closes"]) == (verdict, not first_round)
    again = judge_go_out(strict(), **{**turn, "hand_after": parse_cards(["3C"])}, first_round=True)
    assert again.verdict == "legal"  # laying is allowed


@pytest.mark.parametrize(
    ("draw", "opened", "laid", "laid_off", "verdict"),
    [
        (Draw(Who.OPENING), True, (), False, "legal"),
        (Draw(Who.OPENING), False, (), False, "illegal"),
        (Draw(Who.OPENING), False, ("KS KD KC", "QS QD QC"), False, "illegal"),  # not with this card
        (Draw(Who.OPENING), False, ("7H 8H 9H",), False, "illegal"),  # 24 points
        (Draw(Who.OPENING), False, ("7H 8H 9H", "KS KD KC"), False, "legal"),
        (Draw(Who.OPENING, DrawUse.LAID), True, (), False, "illegal"),
        (Draw(Who.EVERYBODY, DrawUse.NEW_MELD), True, (), True, "illegal"),
        (Draw(Who.EVERYBODY, DrawUse.LAID), True, (), True, "legal"),
        (Draw(Who.EVERYBODY, DrawUse.NEW_MELD), True, ("7H 8H 9H",), False, "legal"),
    ],
)
def test_the_top_discard_opens_or_goes_into_a_new_meld(
    draw: Draw, opened: bool, laid: tuple[str, ...], laid_off: bool, verdict: str
) -> None:
    """The whole turn, and the draw alone, are judged alike."""
    variant, (seven, two) = strict(draws=no_draws(top_card=draw)), parse_cards(["7H", "2C"])
    play: dict[str, Any] = {"laid_new_melds": melds(*laid), "table": melds("4H 5H 6H"), "discard": two}
    play |= {"laid_off": (LaidOff(seven, 0),)} if laid_off else {}
    found = judge_pile(variant, take="top_card", pile=(seven,), opened=opened, **play)
    assert found.verdict == verdict
    hand = {"hand_after": parse_cards(["JD", "3S"]), "drawn": seven, "drawn_from": "discard_pile"}
    assert judge_go_out(variant, **hand, opened_before=opened, **play).verdict == verdict


def test_melds_with_a_joker_do_not_open_but_lie_beside_melds_that_do() -> None:
    clean = strict(opening={Requirement.POINTS: 40, Requirement.WITHOUT_JOKERS: True})
    short = opening(clean, melds=melds("KS KD KC", "QS QD JK"))
    assert (short.verdict, short.facts["points"], short.facts["meets_minimum"]) == ("illegal", 30, False)
    assert [fault.code for fault in short.reasons] == ["below_minimum", "jokers_do_not_open"]
    beside = opening(clean, melds=melds("KS KD KC KH", "QS QD JK"))
    assert (beside.verdict, beside.facts["points"]) == ("legal", 40)
    turn: dict[str, Any] = {
        "hand_after": parse_cards(["3C"]),
        "opened_before": False,
        "discard": parse_cards(["2C"])[0],
    }
    told = judge_go_out(clean, **turn, laid_new_melds=melds("KS KD KC", "QS QD JK"))
    assert [fault.code for fault in told.reasons] == ["below_minimum", "jokers_do_not_open"]
    for cards, meets, left in (("KS KD KC QS QD JK", False, 0), ("KS KD KC KH JK 2C", True, 2)):
        best = judge_arrange(clean, cards=parse_cards(cards.split()), aim="opening")
        assert (best.facts["meets_minimum"], len(best.facts["left"])) == (meets, left)
        assert best.facts["optimal"]
