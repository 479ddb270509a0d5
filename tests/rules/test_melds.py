"""Melds: tables of known cases, and a comparison with a list of all legal melds."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.cards import JOKER, NATURALS, Card, Rank, Suit, parse_cards
from scorekeeper.rules.melds.judge import MeldJudgement, judge_meld
from scorekeeper.rules.model.parts import MeldRules
from scorekeeper.rules.model.terms import AceOrder
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.variants import CARD_GAMES, get_variant

from .strategies import pack

# ---------------------------------------------------------------- every legal meld, from its definition


RANK_ROWS = {
    AceOrder.LOW: ("A23456789TJQK",),
    AceOrder.HIGH: ("23456789TJQKA",),
    AceOrder.LOW_AND_HIGH: ("A23456789TJQK", "23456789TJQKA"),
    AceOrder.RING: tuple("A23456789TJQK"[start:] + "A23456789TJQK"[:start] for start in range(13)),
}


def legal_runs(rules: MeldRules) -> set[str]:
    """Return each run as sorted codes: every interval of every row of ranks, in each suit."""
    longest = rules.run_longest or 13
    stretches = {
        row[start:end]
        for row in RANK_ROWS[rules.ace]
        for start in range(13)
        for end in range(start + rules.run_shortest, 14)
        if end - start <= longest
    }
    return {" ".join(sorted(rank + suit for rank in ranks)) for ranks in stretches for suit in "SHDC"}


def legal_sets(rules: MeldRules) -> set[str]:
    """Return each set as sorted codes; suits repeat only if the game allows it."""
    choose = combinations if rules.set_suits_differ else combinations_with_replacement
    return {
        " ".join(sorted(rank + suit for suit in suits))
        for size in range(rules.set_smallest, rules.set_largest + 1)
        for suits in choose("SHDC", size)
        for rank in "A23456789TJQK"
    }


def legal_melds(rules: MeldRules) -> dict[str, str]:
    """Return the kind of every legal meld, by its sorted codes."""
    runs = dict.fromkeys(legal_runs(rules) if rules.runs else (), "run")
    return runs | dict.fromkeys(legal_sets(rules) if rules.sets else (), "set")


MELD_RULES = {
    "da-500": get_variant("da-500"),
    "da-500 runs_only": get_variant("da-500", {"runs_only": True}),
    "da-500 sets_only": get_variant("da-500", {"sets_only": True}),
    "nb-rummy": get_variant("nb-rummy"),
    "nb-rummy run_limit": get_variant("nb-rummy", {"run_limit": 4}),
    "rummikub": get_variant("rummikub"),
    "de-romme": get_variant("de-romme"),
    "de-romme ace_also_low": get_variant("de-romme", {"ace_also_low": True}),
    "de-romme round_the_corner": get_variant("de-romme", {"round_the_corner": True}),
    "de-turnier": get_variant("de-turnier"),
    "cs-500": get_variant("cs-500"),
    "cs-500 ace": get_variant("cs-500", {"ace": "low_and_high"}),
    "en-500": get_variant("en-500"),
    "fi-500": get_variant("fi-500"),
    "sv-500": get_variant("sv-500"),
    "sv-500 corner": get_variant("sv-500", {"corner_ace_low": True}),
    "it-scala40": get_variant("it-scala40"),
    "nb-500": get_variant("nb-500"),
    "en-kalooki": get_variant("en-kalooki"),
    "en-kalooki ace": get_variant("en-kalooki", {"ace_also_low": True, "jokers": 4}),
    "cs-500 suits": get_variant("cs-500", {"sets_different_suits": False}),
    "cs-zoliky": get_variant("cs-zoliky"),
    "is-rommi": get_variant("is-rommi"),
    "en-gin": get_variant("en-gin"),
    "is-rommi ace": get_variant("is-rommi", {"ace_high_and_low": True}),
}
LEGAL = {name: legal_melds(variant.melds) for name, variant in MELD_RULES.items()}
every_meld_rules = pytest.mark.parametrize("name", MELD_RULES)


def kind_by_definition(name: str, cards: Iterable[Card]) -> str | None:
    return LEGAL[name].get(" ".join(sorted(card.code for card in cards)))


@every_meld_rules
def test_all_stretches_of_one_suit_agree_with_the_definition(name: str) -> None:
    """All 8,192 selections of different cards of one suit."""
    variant, suit = MELD_RULES[name], [card for card in NATURALS if card.suit is Suit.HEARTS]
    choices = [cards for size in range(14) for cards in combinations(suit, size)]
    assert len(choices) == 8_192
    for cards in choices:
        assert judge_meld(variant, cards).kind == kind_by_definition(name, cards), cards


@every_meld_rules
def test_all_lots_of_one_rank_agree_with_the_definition(name: str) -> None:
    """Up to six cards of one rank, of any suits, duplicates too."""
    variant, rank = MELD_RULES[name], parse_cards(["8S", "8H", "8D", "8C"])
    choices = [cards for size in range(7) for cards in combinations_with_replacement(rank, size)]
    assert len(choices) == 210
    for cards in choices:
        assert judge_meld(variant, cards).kind == kind_by_definition(name, cards), cards


_BY_RULES = {repr((replace(each.melds, rules={}), each.deck.wild_ranks)): key for key, each in CARD_GAMES.items()}


@pytest.mark.parametrize("key", _BY_RULES.values())
def test_all_threes_of_a_pack_agree_with_the_definition(key: str) -> None:
    """All 22,100 selections of three cards, for a game of each kind of melds."""
    variant = CARD_GAMES[key]
    assert len(NATURALS) == 52
    for cards in combinations(NATURALS, 3):
        assert judge_meld(variant, cards).kind == kind_by_definition(key, cards), cards


@st.composite
def lots(draw: st.DrawFn, variant: Variant) -> list[Card]:
    """Up to six cards that are often nearly a meld: of few ranks, of few suits, or both."""
    cards = [card for card in pack(variant, 5) if card != JOKER]
    suits = draw(st.sets(st.sampled_from(Suit), min_size=1, max_size=4))
    first, width = draw(st.integers(0, 12)), draw(st.integers(1, 13))
    near = {(first + step) % 13 + 1 for step in range(width)}
    cards = [card for card in cards if card.suit in suits and card.rank in near]
    places = draw(st.lists(st.integers(0, len(cards) - 1), unique=True, max_size=6))
    return [cards[place] for place in places]


@every_meld_rules
@given(data=st.data())
def test_a_few_cards_of_the_packs_agree_with_the_definition(name: str, data: st.DataObject) -> None:
    cards = data.draw(lots(MELD_RULES[name]))
    judged = judge_meld(MELD_RULES[name], cards)
    assert judged.kind == kind_by_definition(name, cards)
    assert judged.valid is (judged.kind is not None) is not bool(judged.faults)


# ---------------------------------------------------------------- what holds for all cards


@every_meld_rules
@given(data=st.data())
def test_the_order_of_the_cards_has_no_meaning(name: str, data: st.DataObject) -> None:
    cards = data.draw(lots(MELD_RULES[name]))
    turned = data.draw(st.permutations(cards))
    assert judge_meld(MELD_RULES[name], turned) == judge_meld(MELD_RULES[name], cards)


@every_meld_rules
@given(data=st.data())
def test_every_reason_is_told_once_about_cards_of_the_lot_and_with_its_words(name: str, data: st.DataObject) -> None:
    cards = data.draw(lots(MELD_RULES[name]))
    judged = judge_meld(MELD_RULES[name], cards)
    assert judged.reasons
    assert len({reason.code for reason in judged.reasons}) == len(judged.reasons)
    for reason in judged.reasons:
        assert set(reason.cards) <= set(cards)
        assert reason.cards or not cards
        assert "{" not in reason.message.format(**reason.values)


@pytest.mark.parametrize("name", MELD_RULES)
@pytest.mark.parametrize(
    "cards", ["7H 8H 9H", "QH KH AH", "AH 2H 3H", "KH AH 2H", "7H 7S 7D", "7H", "7H 8H TH", "7H 8S 9D", "7H 7S"]
)
def test_every_reason_names_a_rule_of_the_variant(name: str, cards: str) -> None:
    """Also under house rules."""
    reasons = judge_meld(MELD_RULES[name], parse_cards(cards.split())).reasons
    assert reasons
    for reason in reasons:
        assert reason.rule in MELD_RULES[name].rules, reason.code


@every_meld_rules
@given(data=st.data())
def test_a_meld_counts_what_its_cards_count(name: str, data: st.DataObject) -> None:
    variant = MELD_RULES[name]
    cards = data.draw(lots(variant))
    judged = judge_meld(variant, cards)
    ranks = {card.rank for card in cards}
    low_in_a_whole_suit = len(ranks) == 13 and variant.melds.whole_suit_ace_low
    low_around = len(ranks) < 13 and variant.melds.corner_ace_low
    is_low = {Rank.ACE, Rank.TWO} <= ranks and (Rank.KING not in ranks or low_in_a_whole_suit or low_around)
    low_ace = variant.values.laid_ace(low=True)
    aces = variant.values.ranks[Rank.ACE] - low_ace if judged.kind == "run" and is_low and low_ace is not None else 0
    assert judged.points == (sum(map(variant.value, cards)) - aces if judged.valid else 0)


def all_lots() -> list[tuple[Card, ...]]:
    """Return every selection of cards of one suit, and of one rank."""
    hearts = [card for card in NATURALS if card.suit is Suit.HEARTS]
    eights = parse_cards(["8S", "8H", "8D", "8C"])
    runs = [cards for size in range(14) for cards in combinations(hearts, size)]
    return runs + [cards for size in range(6) for cards in combinations_with_replacement(eights, size)]


def melds_under(name: str) -> set[tuple[Card, ...]]:
    return {cards for cards in all_lots() if judge_meld(MELD_RULES[name], cards).valid}


def kind_of(cards: tuple[Card, ...]) -> str:
    return "set" if len({card.rank for card in cards}) == 1 else "run"


class TestHouseRulesChangeOnlyWhatTheySay:
    @pytest.mark.parametrize(("only", "gone"), [("runs_only", "set"), ("sets_only", "run")])
    def test_one_kind_only_refuses_the_melds_of_the_other_kind_and_no_more(self, only: str, gone: str) -> None:
        refused = melds_under("da-500") - melds_under(f"da-500 {only}")
        assert melds_under(f"da-500 {only}") < melds_under("da-500")
        assert refused == {cards for cards in melds_under("da-500") if kind_of(cards) == gone}

    def test_a_limit_of_four_refuses_the_longer_runs_and_no_more(self) -> None:
        refused = melds_under("nb-rummy") - melds_under("nb-rummy run_limit")
        assert refused == {cards for cards in melds_under("nb-rummy") if len(cards) > 4}
        assert melds_under("nb-rummy run_limit") < melds_under("nb-rummy")

    @pytest.mark.parametrize(
        ("plain", "wider"),
        [
            ("de-romme", "de-romme ace_also_low"),
            ("de-romme ace_also_low", "de-romme round_the_corner"),
            ("cs-500", "cs-500 ace"),
            ("is-rommi", "is-rommi ace"),
        ],
    )
    def test_another_place_for_the_ace_adds_runs_with_an_ace_and_takes_none(self, plain: str, wider: str) -> None:
        added = melds_under(wider) - melds_under(plain)
        assert melds_under(plain) < melds_under(wider)
        assert all("AH" in {card.code for card in cards} and kind_of(cards) == "run" for cards in added)

    def test_suits_that_may_repeat_add_sets_with_a_suit_twice_and_take_none(self) -> None:
        added = melds_under("cs-500 suits") - melds_under("cs-500")
        assert melds_under("cs-500") < melds_under("cs-500 suits")
        assert all(kind_of(cards) == "set" and len(set(cards)) < len(cards) for cards in added)


# ---------------------------------------------------------------- tables


def judged(name: str, cards: str) -> MeldJudgement:
    return judge_meld(MELD_RULES[name], parse_cards(cards.split()))


def faults_of(name: str, cards: str) -> dict[str, str]:
    """Return each fault's code and cards."""
    return {fault.code: " ".join(card.code for card in fault.cards) for fault in judged(name, cards).faults}


@pytest.mark.parametrize(
    ("name", "cards", "kind", "points"),
    [
        ("da-500", "9C TC JC", "run", 25),
        ("da-500", "KS AS 2S", "run", 30),
        ("da-500", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", "run", 95),
        ("da-500", "8H 8S 8D 8C", "set", 20),
        ("nb-rummy", "JH QH KH", "run", 36),
        ("nb-rummy", "AH AS AD", "set", 3),
        ("de-romme", "TS JS QS KS AS", "run", 51),
        ("de-romme ace_also_low", "AS 2S 3S", "run", 6),
        ("de-romme", "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", "run", 95),
        ("cs-500", "AD 2D 3D", "run", 6),
        ("cs-500 suits", "7H 7H 7S", "set", 21),
        ("is-rommi", "AC 2C 3C 4C 5C", "run", 15),
        ("is-rommi ace", "QC KC AC", "run", 21),
    ],
)
def test_known_melds(name: str, cards: str, kind: str, points: int) -> None:
    answer = judged(name, cards)
    assert (answer.kind, answer.points, answer.faults) == (kind, points, ())


@pytest.mark.parametrize(
    ("name", "cards", "faults"),
    [
        # too few, too many
        ("da-500", "", {"too_few_cards": ""}),
        ("da-500", "7H", {"too_few_cards": "7H"}),
        ("da-500", "7H 8H", {"run_too_short": "7H 8H"}),
        ("da-500", "7H 7S", {"set_too_small": "7S 7H"}),
        ("nb-rummy run_limit", "7H 6H 5H 4H 3H", {"run_too_long": "3H 4H 5H 6H 7H"}),
        ("cs-500 suits", "7H 7H 7S 7S 7D", {"set_too_large": "7S 7S 7H 7H 7D"}),
        ("cs-500", "7H 7H 7S 7D 7C", {"set_too_large": "7S 7H 7H 7D 7C", "same_suit_twice": "7H"}),
        # several faults at once
        ("da-500", "7H 9H", {"run_too_short": "7H 9H", "not_consecutive": "7H 9H"}),
        (
            "nb-rummy run_limit",
            "3H 4H 5H 6H 8H",
            {"run_too_long": "3H 4H 5H 6H 8H", "not_consecutive": "3H 4H 5H 6H 8H"},
        ),
        ("nb-rummy", "7H 7H", {"set_too_small": "7H 7H", "same_suit_twice": "7H"}),
        ("nb-rummy", "7H 7H 8H TH", {"card_twice": "7H", "not_consecutive": "7H 7H 8H TH"}),
        ("de-romme", "7S 8D", {"too_few_cards": "7S 8D", "mixed_suits": "7S 8D", "mixed_ranks": "7S 8D"}),
        ("da-500 runs_only", "7H 7S", {"sets_not_allowed": "7S 7H", "set_too_small": "7S 7H"}),
        ("da-500 sets_only", "7H 8H TH", {"runs_not_allowed": "7H 8H TH", "not_consecutive": "7H 8H TH"}),
        # neither a run nor a set: the odd ones out, if there are any
        ("is-rommi", "2D 3S 4H", {"mixed_suits": "3S 4H 2D", "mixed_ranks": "3S 4H 2D"}),
        ("da-500", "9C TC JH", {"mixed_suits": "JH", "mixed_ranks": "JH 9C TC"}),
        ("da-500", "8H 8S 9S", {"mixed_suits": "8H", "mixed_ranks": "9S"}),
        ("da-500 runs_only", "9C TC JH", {"mixed_suits": "JH"}),
        ("da-500 sets_only", "8H 8S 9D", {"mixed_ranks": "9D"}),
        ("nb-rummy", "8H 8H 8S 8C 9D", {"mixed_suits": "8S 9D 8C", "mixed_ranks": "9D"}),
        # the same card twice
        ("nb-rummy", "7H 8H 8H 9H", {"card_twice": "8H"}),
        ("nb-rummy", "8H 8H 8S", {"same_suit_twice": "8H"}),
        ("de-romme round_the_corner", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", {"card_twice": "AS"}),
    ],
)
def test_known_faults_all_of_them_with_their_cards(name: str, cards: str, faults: dict[str, str]) -> None:
    assert faults_of(name, cards) == faults
    assert not judged(name, cards).valid


GAP, ACE, BOTH = {"not_consecutive"}, {"ace_not_allowed_here"}, {"not_consecutive", "ace_not_allowed_here"}


@pytest.mark.parametrize(
    ("cards", "low", "high", "both", "ring"),
    [
        ("AH 2H 3H", set(), ACE, set(), set()),
        ("QH KH AH", ACE, set(), set(), set()),
        ("KH AH 2H", ACE, ACE, ACE, set()),
        ("QH KH AH 2H 3H", ACE, ACE, ACE, set()),
        ("AH 3H 4H", GAP, GAP, GAP, GAP),
        ("AH 2H 4H", GAP, BOTH, GAP, GAP),
        ("JH KH AH", BOTH, GAP, GAP, GAP),
        ("AH 2H JH KH", GAP, GAP, GAP, GAP),
        ("KH 2H 3H", GAP, GAP, GAP, GAP),
        ("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", set(), set(), set(), set()),
        ("AH 2H 3H 5H 6H 7H 8H 9H TH JH QH KH", ACE, ACE, ACE, set()),
    ],
)
def test_the_ace_in_each_order(cards: str, low: set[str], high: set[str], both: set[str], ring: set[str]) -> None:
    for name, codes in {
        "cs-500": low,
        "de-romme": high,
        "de-romme ace_also_low": both,
        "de-romme round_the_corner": ring,
    }.items():
        assert set(faults_of(name, cards)) == codes, name


def test_the_ace_is_what_the_fault_about_it_shows() -> None:
    assert faults_of("is-rommi", "KD QD AD") == {"ace_not_allowed_here": "AD"}


@pytest.mark.parametrize(
    ("name", "cards", "reasons"),
    [
        ("da-500", "7H 8H 9H", {"is_run": "DA-21"}),
        ("da-500", "KH AH 2H", {"is_run": "DA-21", "ace_allowed_here": "DA-22"}),
        ("de-romme ace_also_low", "AH 2H 3H", {"is_run": "DE-10", "ace_allowed_here": "DE-O6"}),
        ("is-rommi", "7H 7S 7D", {"is_set": "IS-07"}),
        ("cs-500 suits", "7H 7H 7D", {"is_set": "CS-06", "suits_may_repeat": "CS-A5"}),
        ("da-500", "7H 8H", {"run_too_short": "DA-25"}),
        ("nb-rummy run_limit", "3H 4H 5H 6H 7H", {"run_too_long": "NO-A1"}),
        ("nb-rummy", "QH KH AH", {"ace_not_allowed_here": "NO-09"}),
    ],
)
def test_reasons_name_their_rules(name: str, cards: str, reasons: dict[str, str]) -> None:
    assert {reason.code: reason.rule for reason in judged(name, cards).reasons} == reasons


def test_a_variant_that_names_no_rule_for_a_fault_is_judged_all_the_same() -> None:
    variant = replace(CARD_GAMES["da-500"], melds=MeldRules())
    assert [(fault.code, fault.rule) for fault in judge_meld(variant, parse_cards(["7H", "8H"])).faults] == [
        ("run_too_short", None)
    ]


@pytest.mark.parametrize(("runs", "sets", "least"), [(True, True, 3), (True, False, 4), (False, True, 3)])
def test_too_few_goes_by_the_smallest_meld_that_the_table_allows(runs: bool, sets: bool, least: int) -> None:
    variant = replace(CARD_GAMES["da-500"], melds=MeldRules(runs, sets, run_shortest=4, set_smallest=3))
    (fault,) = judge_meld(variant, parse_cards(["7H"])).faults
    assert (fault.code, fault.values) == ("too_few_cards", {"least": least, "count": 1})


@pytest.mark.parametrize("cards", ["2S 3S 2S JK", "2S 3S JK 2S", "JK 2S 2S 3S"])
def test_what_a_joker_may_be_beside_a_wild_two_does_not_depend_on_their_order(cards: str) -> None:
    variant = get_variant("de-romme", {"twos_wild": True, "twos_as_themselves": True})
    found = judge_meld(variant, parse_cards(cards.split())).joker_may_be
    assert [card.code for card in found] == ["4S", "5S"]


@given(
    key=st.sampled_from(["da-500", "is-rommi"]),
    cards=st.lists(st.sampled_from([*NATURALS, JOKER, JOKER, JOKER]), min_size=1, max_size=7),
)
def test_where_suits_may_differ_a_run_is_one_as_it_would_be_in_one_suit(key: str, cards: list[Card]) -> None:
    """Ranks, points and faults but for suits are those of the same ranks in one suit."""
    variant = get_variant(key, {"suits_of_runs": "any", "jokers": 3})
    alike = [card if card.rank is None else Card(card.rank, Suit.HEARTS) for card in cards]
    own, in_hearts = judge_meld(variant, cards), judge_meld(variant, alike)
    is_run = (own.kind or in_hearts.kind) == "run"
    assert not is_run or (own.kind, own.points) == (in_hearts.kind, in_hearts.points)
    if is_run:
        assert {role.rank for role in own.joker_may_be} == {role.rank for role in in_hearts.joker_may_be}
        suits = {card.suit for card in cards if card.suit is not None}
        assert {role.suit for role in own.joker_may_be} in (set(), suits if len(suits) == 1 else set(Suit))


@pytest.mark.parametrize("place", range(14))
def test_from_ace_to_ace_a_joker_stands_for_the_card_that_is_missing(place: int) -> None:
    """Each card of the run replaced by a joker (DE-A18); it counts as that card."""
    rules = {"ace_also_low": True, "ace_to_ace": True, "ace_low_opening_value": 1}
    variant = get_variant("de-romme", rules)
    run = parse_cards(["AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS", "AS"])
    found = judge_meld(variant, [*run[:place], JOKER, *run[place + 1 :]])
    assert found.joker_may_be == (run[place],)
    assert found.points == judge_meld(variant, run).points == 96
    assert not judge_meld(get_variant("de-romme", {**rules, "ace_to_ace": False}), [*run[:-1], JOKER]).valid
    assert not judge_meld(variant, [*run, JOKER]).valid
