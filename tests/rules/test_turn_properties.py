"""Properties of taking the pile, calls and ends of turns that the referee is asked about."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import chain
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from scorekeeper.rules.cards import JOKER, Card, Cards, LaidOff
from scorekeeper.rules.errors import InvalidSituation
from scorekeeper.rules.melds.fitting import fits
from scorekeeper.rules.melds.judge import is_meld, judge_meld
from scorekeeper.rules.melds.laid import laid_meld
from scorekeeper.rules.model.terms import EmptyStock, LastDiscard
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.referee.questions.call import judge_call
from scorekeeper.rules.referee.questions.go_out import judge_go_out
from scorekeeper.rules.referee.questions.lay_off import lay_off
from scorekeeper.rules.referee.questions.pile import judge_pile
from scorekeeper.rules.referee.readings import Judge, ask
from scorekeeper.rules.referee.ruling import Ruling, Verdict
from scorekeeper.rules.scoring.showdown import knock_limit
from scorekeeper.rules.variants import CARD_GAMES, get_variant
from scorekeeper.services.errors import Invalid
from scorekeeper.services.referee.ask import rule_on_document

from .strategies import melds, pack, variants

TAKES = ("top_card", "whole_pile", "deeper_card", "knock", "stock_empty")
JUDGES: Mapping[str, Judge] = {"pile": judge_pile, "go-out": judge_go_out, "rummy-call": judge_call}


@st.composite
def plays(draw: st.DrawFn, variant: Variant) -> dict[str, Any]:
    """Cards of the packs: a pile, a hand, a table, what was laid of hand and pile, and a discard."""
    cards = pack(variant, 4)
    random = Random(draw(st.integers(0, 2**16)))
    random.shuffle(cards)
    near = draw(st.booleans())
    if near:  # few ranks, so that cards meet
        cards.sort(key=lambda card: (card.rank or random.choice((3, 4, 5))) > 5)
    pile, hand = _cut(draw, cards, 6), _cut(draw, cards, 8)
    table = tuple(_melds(variant, cards, draw(st.integers(0, 2)), random))
    held = [*hand, *pile]
    new = tuple(_melds(variant, held, draw(st.integers(0, 2)), random))
    off = []
    for _ in range(draw(st.integers(0, 2)) if table and held else 0):
        if held:
            off.append(LaidOff(held.pop(random.randrange(len(held))), random.randrange(len(table))))
    discard = random.choice(held) if held and draw(st.booleans()) else None
    return {"pile": pile, "hand": hand, "table": table, "new": new, "off": tuple(off), "discard": discard, "held": held}


def _cut(draw: st.DrawFn, cards: list[Card], most: int) -> Cards:
    """Remove some of `cards`, and return them."""
    size = draw(st.integers(0, most))
    taken = tuple(cards[:size])
    del cards[:size]
    return taken


def _melds(variant: Variant, cards: list[Card], number: int, random: Random, most: int = 40) -> list[Cards]:
    """Remove up to `number` groups of three from `cards`, melds if at most `most` tries find some."""
    found: list[Cards] = []
    for _ in range(number if len(cards) >= 3 * number else len(cards) // 3):
        tries = (tuple(random.sample(cards, 3)) for _ in range(most))
        first = next(tries)
        heap = next((heap for heap in chain([first], tries) if is_meld(variant, heap)), first)
        for card in heap:
            cards.remove(card)
        found.append(heap)
    return found


@st.composite
def pile_questions(draw: st.DrawFn, variant: Variant, *takes: str) -> dict[str, Any]:
    """A question about taking the pile; most keys may be missing."""
    play = draw(plays(variant))
    told = {
        "pile": play["pile"],
        "wanted": draw(st.sampled_from((*play["pile"], JOKER))) if variant.deck.jokers else Card(),
        "taken": play["pile"][draw(st.integers(0, 6)) :],
        "hand_before": play["hand"],
        "table": play["table"],
        "laid_new_melds": play["new"],
        "laid_off": play["off"],
        "discard": play["discard"],
        "first_round": draw(st.booleans()),
        "opened": draw(st.booleans()),
        "own_turn": draw(st.booleans()),
        "active_player_claims": draw(st.booleans()),
        "player": "Bo",
    }
    return {"take": draw(st.sampled_from(takes or TAKES)), **draw(_some_of(told))}


@st.composite
def go_out_questions(draw: st.DrawFn, variant: Variant, *, often: tuple[str, ...] = ()) -> dict[str, Any]:
    """A question about the end of a turn; most keys may be missing, those of `often` less often."""
    play = draw(plays(variant))
    told = {
        "laid_new_melds": play["new"],
        "laid_off": play["off"],
        "discard": play["discard"],
        "discard_face": draw(st.sampled_from(("up", "down"))),
        "hand_before": play["hand"],
        "drawn": draw(st.sampled_from((*play["pile"], JOKER))),
        "drawn_from": draw(st.sampled_from(("stock", "discard_pile"))),
        "table": play["table"],
        "stock": draw(st.integers(0, 2)),
        "wants": draw(st.sampled_from(("stock", "discard_pile"))),
    }
    switches = ("first_round", "cardless", "opened_before", "melded_before", "laid_off_before", "called", "table_valid")
    told |= {key: draw(st.booleans()) for key in switches}
    after = draw(st.sampled_from((play["hand"], (), (), tuple(play["held"]))))
    asked = {"hand_after": after, **draw(_some_of(told))}
    key = draw(st.sampled_from((*often, None)))
    if key and told[key] is not None:
        asked[key] = told[key]
    if asked.get("cardless") and (after or asked.get("hand_before")):
        del asked["cardless"]  # which the cards contradict
    return asked


@st.composite
def call_questions(draw: st.DrawFn, variant: Variant, *, right: bool = False) -> dict[str, Any]:
    """A question about a call, half of them with a card that fits; if `right`, all that can, and somebody calls."""
    cards = pack(variant, 4)
    random = Random(draw(st.integers(0, 2**16)))
    random.shuffle(cards)
    few = sorted(cards, key=lambda card: (card.rank or random.choice((3, 4, 5))) > 5)
    number = draw(st.sampled_from((2, 3) if right else (2, 3, 0)))
    table = tuple(_melds(variant, few, number, random, most=400))  # three cards are seldom a set
    laid = [laid_meld(variant, meld) for meld in table]
    fitting = [card for card in dict.fromkeys(few) if any(fits(variant, meld, card) for meld in laid)]
    discard = draw(st.sampled_from(fitting if fitting and (right or draw(st.booleans())) else few))
    few.remove(discard)
    told = {
        "closing_discard": draw(st.booleans()),
        "face_down": draw(st.booleans()),
        "caller_hand": tuple(few[: draw(st.integers(0, 8))]),
    }
    return {
        "discard": discard,
        "table": table,
        "discarder": "Ada",
        "callers": tuple(draw(st.lists(st.sampled_from(("Bo", "Ada", "Cleo")), min_size=right, max_size=3))),
        **draw(_some_of(told)),
    }


@st.composite
def _some_of(draw: st.DrawFn, told: Mapping[str, Any]) -> dict[str, Any]:
    given_ = {key: value for key, value in told.items() if value is not None}
    return {key: given_[key] for key in draw(_some_keys(tuple(sorted(given_))))}


@cache  # Hypothesis takes longer to check a new strategy than to draw from it
def _some_keys(keys: tuple[str, ...]) -> st.SearchStrategy[set[str]]:
    return st.sets(st.sampled_from(keys))


QUESTIONS = {"pile": pile_questions, "go-out": go_out_questions, "rummy-call": call_questions}


@pytest.mark.parametrize("question", QUESTIONS)
@given(data=st.data(), variant=variants())
def test_every_situation_gets_a_ruling_with_reasons_in_words_and_by_rule(
    question: str, data: st.DataObject, variant: Variant
) -> None:
    """Only `InvalidSituation` is raised, and only if cards are laid off on an unknown meld."""
    situation = data.draw(QUESTIONS[question](variant))
    answer = ask(JUDGES[question], variant, **situation)
    ruling = answer.ruling
    assert ruling.reasons or (ruling.verdict is Verdict.LEGAL and question == "go-out")
    for reason in ruling.reasons:
        assert reason.message.format(**reason.values)
        assert reason.rule in variant.rules, reason.code
        assert (reason.missing is not None) is (ruling.verdict is Verdict.UNDECIDED)
        assert reason.missing is None or reason.missing[0] not in situation
    assert all(penalty.points < 0 and penalty.rule in variant.rules for penalty in ruling.penalties)
    assert not ruling.penalties or ruling.verdict is Verdict.ILLEGAL


@given(data=st.data(), variant=variants())
def test_the_hand_after_the_pile_is_what_was_held_and_taken_without_what_was_laid(
    data: st.DataObject, variant: Variant
) -> None:
    play = data.draw(plays(variant))
    take = data.draw(st.sampled_from(("top_card", "whole_pile")))
    ruling = judge_pile(
        variant,
        take=take,
        pile=play["pile"],
        hand_before=play["hand"],
        laid_new_melds=play["new"],
        table=play["table"],
        laid_off=play["off"],
    )
    taken, after = ruling.facts["taken"], ruling.facts["hand_after"]
    assert isinstance(taken, tuple)
    assert isinstance(after, tuple)
    laid = Counter(card for meld in play["new"] for card in meld) + Counter(off.card for off in play["off"])
    assert Counter(after) == Counter((*play["hand"], *taken)) - laid


@given(data=st.data(), variant=variants("da-500"))
def test_the_whole_pile_is_justified_by_a_new_meld_with_a_covered_card_and_else_costs_fifty(
    data: st.DataObject, variant: Variant
) -> None:
    play = data.draw(plays(variant))
    assume(len(play["pile"]) > 1)
    ruling = judge_pile(variant, take="whole_pile", pile=play["pile"], laid_new_melds=play["new"])
    covered = set(play["pile"][:-1])
    justified = any(covered & set(meld) and judge_meld(variant, meld).valid for meld in play["new"])
    assert bool(ruling.penalties) is not justified
    assert [penalty.points for penalty in ruling.penalties] == ([] if justified else [-50])
    assert justified or ruling.verdict is Verdict.ILLEGAL


@given(data=st.data(), variant=variants("cs-500"))
def test_a_deeper_card_is_taken_rightly_only_if_it_is_laid(data: st.DataObject, variant: Variant) -> None:
    play = data.draw(plays(variant))
    assume(len(play["pile"]) > 1)
    wanted = play["pile"][0]
    ruling = judge_pile(
        variant,
        take="deeper_card",
        wanted=wanted,
        pile=play["pile"],
        taken=play["pile"],
        laid_new_melds=play["new"],
        laid_off=play["off"],
        table=play["table"],
    )
    laid = {card for meld in play["new"] for card in meld} | {off.card for off in play["off"]}
    codes = {reason.code for reason in ruling.reasons}
    assert wanted in laid or "wanted_card_not_laid" in codes
    assert wanted in laid or ruling.verdict is not Verdict.LEGAL


@given(data=st.data(), variant=variants())
def test_a_new_stock_and_the_new_pile_are_the_old_pile(data: st.DataObject, variant: Variant) -> None:
    pile = data.draw(plays(variant))["pile"]
    ruling = judge_pile(variant, take="stock_empty", pile=pile)
    new_stock, new_pile = ruling.facts["new_stock"], ruling.facts["new_pile"]
    assert isinstance(new_stock, tuple)
    assert isinstance(new_pile, tuple)
    assert (*new_stock, *new_pile) == pile
    assert (ruling.verdict is Verdict.LEGAL) is bool(new_stock)
    assert not new_stock or new_pile == pile[-1:]
    ends = {EmptyStock.ENDS_WHEN_WANTED, EmptyStock.PLAY_ON, EmptyStock.LOWEST_RACK_AT_ONCE}
    assert not new_stock or variant.closing.stock_empty not in ends


@given(data=st.data(), variant=variants("da-500"))
def test_a_call_is_right_where_the_card_could_be_laid_off_and_goes_to_the_fastest_of_the_others(
    data: st.DataObject, variant: Variant
) -> None:
    situation = data.draw(call_questions(variant))
    bare = {key: situation[key] for key in ("discard", "table", "discarder", "callers")}
    ruling = judge_call(variant, **bare)
    laying = lay_off(variant, table=bare["table"], cards=(bare["discard"],))
    places = laying.facts.get("targets")
    others = [name for name in bare["callers"] if name != bare["discarder"]]
    if ruling.verdict is Verdict.UNDECIDED or places is None:  # it hangs on what a joker was laid as
        assert laying.facts["joker_may_be"]
        assert ruling.verdict is not Verdict.UNDECIDED or ruling.facts["joker_may_be"]
        return
    assert (ruling.verdict is Verdict.LEGAL) is bool(places and others)
    assert ruling.facts.get("card_to") == (others[0] if places and others else None)
    assert {penalty.player for penalty in ruling.penalties} == (set() if places else set(bare["callers"]))


@given(data=st.data(), variant=variants())
def test_who_closes_ends_the_round_with_an_empty_hand_and_the_discard_that_is_asked_for(
    data: st.DataObject, variant: Variant
) -> None:
    situation = data.draw(go_out_questions(variant))
    facts = judge_go_out(variant, **situation).facts
    if facts.get("closes"):
        assert facts["round_ends"]
        if variant.knock.allowed:  # with cards in hand, after a discard that need not be told
            assert facts["deadwood"] <= (knock_limit(variant, None) or 0)
        else:
            assert situation["hand_after"] == ()
            assert "discard" in situation or not facts["discard_required"]
    assert facts.get("closes") or not any(facts.get(key) for key in variant.closing.ways)
    wants_none = variant.closing.last_discard in (LastDiscard.NONE, LastDiscard.NOT_NEEDED)
    whole_hand = variant.closing.ways.get(str(facts.get("ending")))  # as big gin
    assert facts["discard_required"] is not (wants_none or whole_hand is not None)


@given(data=st.data(), variant=variants())
def test_a_turn_that_is_not_legal_closes_nothing(data: st.DataObject, variant: Variant) -> None:
    ruling = judge_go_out(variant, **data.draw(go_out_questions(variant)))
    ends = [ruling.facts.get(key) for key in ("closes", "round_ends", *variant.closing.ways)]
    assert ruling.verdict is Verdict.LEGAL or not any(ends)


@given(data=st.data(), variant=variants("cs-500", "da-500", "is-rommi"))
def test_no_card_is_lost_or_invented_where_all_cards_are_told(data: st.DataObject, variant: Variant) -> None:
    """Without jokers on the table the ruling equals that of counting."""
    play = data.draw(plays(variant))
    assume(not any(JOKER in meld for meld in play["table"]))
    assume(play["hand"] and not play["off"])
    drawn = data.draw(st.sampled_from((*play["pile"], *play["hand"])))
    after = tuple(play["held"])
    ruling = judge_go_out(
        variant,
        hand_before=play["hand"],
        drawn=drawn,
        drawn_from="stock",
        laid_new_melds=play["new"],
        hand_after=after,
    )
    held, used = Counter((*play["hand"], drawn)), Counter((*after, *(c for meld in play["new"] for c in meld)))
    codes = {reason.code for reason in ruling.reasons}
    assert ("not_in_hand" in codes) is bool(used - held)
    assert ("lost" in codes) is bool(held - used)


@given(data=st.data(), variant=variants())
def test_the_order_of_cards_within_melds_and_hands_is_none(data: st.DataObject, variant: Variant) -> None:
    situation = data.draw(go_out_questions(variant))
    turned = {key: _turned(value) if key != "laid_off" else value for key, value in situation.items()}
    assert _said(judge_go_out(variant, **turned)) == _said(judge_go_out(variant, **situation))


def _turned(value: object) -> object:
    if isinstance(value, tuple) and value and isinstance(value[0], Card):
        return value[::-1]
    return tuple(map(_turned, value)) if isinstance(value, tuple) else value


def _said(ruling: Ruling) -> tuple[object, ...]:
    return ruling.verdict, sorted(reason.code for reason in ruling.reasons), ruling.facts, ruling.penalties


@given(data=st.data(), variant=variants("da-500"))
def test_a_player_without_cards_takes_nothing_from_the_pile_and_pays_nothing_for_trying(
    data: st.DataObject, variant: Variant
) -> None:
    """`cardless` equals an empty hand before the turn; a hand with cards contradicts it."""
    takes = ("top_card", "whole_pile", "deeper_card")
    situation = data.draw(pile_questions(variant, *takes).filter(lambda asked: "hand_before" not in asked))
    told = judge_pile(variant, **situation, cardless=True)
    shown = judge_pile(variant, **situation, hand_before=())
    for ruling in (told, shown):
        assert ruling.verdict is Verdict.ILLEGAL
        assert "cardless_draws_from_stock" in {reason.code for reason in ruling.reasons}
        assert not ruling.penalties
    with pytest.raises(InvalidSituation):
        judge_pile(variant, **situation, cardless=True, hand_before=(pack(variant, 4)[0],))


@given(data=st.data(), variant=variants())
def test_a_meld_without_cards_and_a_place_that_is_not_there_are_no_situation(
    data: st.DataObject, variant: Variant
) -> None:
    table = data.draw(plays(variant))["table"]
    card = pack(variant, 4)[0]
    for told, path in (
        ({"laid_new_melds": ((),)}, ("laid_new_melds", 0)),
        ({"table": (*table, ())}, ("table", len(table))),
        ({"table": table, "laid_off": (LaidOff(card, len(table)),)}, ("laid_off", 0, "to")),
    ):
        for judge, moment in ((judge_pile, {"take": "top_card"}), (judge_go_out, {"hand_after": ()})):
            with pytest.raises(InvalidSituation) as raised:
                judge(variant, **moment, **told)
            assert [problem.path for problem in raised.value.problems] == [path]


def test_a_turn_is_told_by_the_hand_at_its_end() -> None:
    with pytest.raises(InvalidSituation) as raised:
        judge_go_out(CARD_GAMES["da-500"], discard=JOKER)
    assert [problem.path for problem in raised.value.problems] == [("hand_after",)]


# House rules that let more be done than the plain game, or than another choice; and what they speak about.
WIDER: tuple[tuple[str, str, dict[str, Any], dict[str, Any]], ...] = (
    ("de-romme", "pile", {}, {"take_discard": True}),
    ("de-romme", "pile", {"take_discard_only_opened": True}, {"take_discard": True}),
    ("de-romme", "pile", {}, {"knocking": True}),
    ("de-romme", "pile", {"knocking_only_opened": True}, {"knocking": True}),
    ("de-romme", "go-out", {"hand_only": True}, {}),
    ("de-romme", "go-out", {"opening_minimum": 50}, {"opening_minimum": 30}),
    ("da-500", "pile", {"runs_only": True}, {}),
    ("da-500", "pile", {"joker_limit": "one"}, {}),
    ("da-500", "pile", {}, {"visible_pile": True}),
    ("da-500", "go-out", {"close_face_up": True, "close_with_fitting_card": False}, {"close_face_up": True}),
    ("da-500", "rummy-call", {"close_face_up": True}, {"close_face_up": True, "call_on_closing_card": True}),
    ("da-500", "rummy-call", {"sets_only": True}, {}),
    ("is-rommi", "go-out", {}, {"discard_to_close": False}),
    ("is-rommi", "go-out", {}, {"ace_high_and_low": True}),
    ("nb-rummy", "go-out", {"opening_minimum": 50}, {}),
)


NOT_HERE = {"top_card_not_drawn_here", "whole_pile_not_taken_here", "deeper_card_not_taken_here", "no_knocking"}


def _likely_legal(question: str, variant: Variant) -> st.SearchStrategy[dict[str, Any]]:
    """Questions without what makes most random ones illegal: a take that the game never has, a call for nothing."""
    if question == "rummy-call":
        return call_questions(variant, right=True)
    if question == "go-out":
        return go_out_questions(variant, often=("wants", "discard"))
    return pile_questions(variant, *_takes_of(variant))


def _takes_of(variant: Variant) -> tuple[str, ...]:
    reasons = {take: judge_pile(variant, take=take, pile=(Card(),)).reasons for take in TAKES}
    return tuple(take for take in TAKES if not NOT_HERE.intersection(reason.code for reason in reasons[take]))


# Few situations are legal by the narrower rule; without any, Hypothesis fails the test.
few_fit = settings(suppress_health_check=[HealthCheck.filter_too_much])


@pytest.mark.parametrize(("key", "question", "narrow", "wide"), WIDER)
@few_fit
@given(data=st.data())
def test_a_house_rule_widens_or_narrows_and_never_both(
    key: str, question: str, narrow: dict[str, Any], wide: dict[str, Any], data: st.DataObject
) -> None:
    """What is legal by the narrower rule is legal by the wider one."""
    plain = CARD_GAMES[key]
    narrowed = plain.with_house_rules(narrow)
    situation = data.draw(_likely_legal(question, narrowed))
    assume(JUDGES[question](narrowed, **situation).verdict is Verdict.LEGAL)
    assert JUDGES[question](plain.with_house_rules(wide), **situation).verdict is Verdict.LEGAL


@given(data=st.data())
def test_rommi_that_asks_for_no_lay_off_is_rommi_by_the_plain_rule(data: st.DataObject) -> None:
    plain = CARD_GAMES["is-rommi"]
    situation = data.draw(go_out_questions(plain))
    strict = judge_go_out(plain.with_house_rules({"rommi_needs_no_lay_off": True}), **situation)
    assert judge_go_out(plain, **situation).facts["rommi"] or not strict.facts["rommi"]


def test_what_is_wrong_with_a_situation_is_told_by_its_place() -> None:
    laid_off = [{"card": "5S", "to": 0}, {"card": "9D", "to": 4}]
    situation = {"take": "top_card", "table": [["2S", "3S", "4S"]], "laid_off": laid_off, "laid_new_melds": [[]]}
    with pytest.raises(Invalid) as raised:
        rule_on_document("pile", {"variant": "da-500", "situation": situation})
    paths = [problem.path for problem in raised.value.problems]
    assert paths == [("situation", "laid_new_melds", 0), ("situation", "laid_off", 1, "to")]


@given(data=st.data())
def test_a_top_card_that_may_be_taken_only_for_a_meld_may_be_taken_by_the_plain_rule(data: st.DataObject) -> None:
    meld = data.draw(melds(CARD_GAMES["cs-500"]))
    top = data.draw(st.sampled_from([card for card in meld if card != JOKER]))
    held = list(meld)
    held.remove(top)
    named = {"0": judge_meld(CARD_GAMES["cs-500"], meld).roles}
    situation = {
        "take": "top_card",
        "pile": (top,),
        "hand_before": tuple(held),
        "laid_new_melds": (meld,),
        "new_joker_as": named,
    }
    narrow = judge_pile(get_variant("cs-500", {"top_card_must_be_melded": True}), **situation)
    assert (narrow.verdict, judge_pile(CARD_GAMES["cs-500"], **situation).verdict) == (Verdict.LEGAL, Verdict.LEGAL)
