"""Parsing and formatting of cards."""

import unicodedata
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.cards import JOKER, NATURALS, Card, Rank, Suit, codes, parse_card, parse_cards
from scorekeeper.rules.errors import UnknownCard
from scorekeeper.rules.letters import ENGLISH, LETTERS, NUMBERS, rank_signs, signs_of, usual_letters, with_joker_codes

from ..folded import for_each

ALL = (*NATURALS, JOKER)
every_card = for_each({str(card): (card,) for card in ALL})


def test_there_are_52_natural_cards_and_a_joker_with_as_many_codes() -> None:
    assert len(NATURALS) == 52
    assert len({card.code for card in ALL}) == 53
    assert [card for card in ALL if card.is_joker] == [JOKER]


@every_card
def test_a_code_is_read_as_the_card_that_wrote_it(card: Card) -> None:
    assert parse_card(card.code) == parse_card(str(card)) == card


@every_card
def test_a_code_is_two_letters_of_the_contract(card: Card) -> None:
    assert card.code == "JK" or (card.code[0] in "A23456789TJQK" and card.code[1] in "SHDC" and len(card.code) == 2)


@every_card
def test_lower_case_and_space_around_are_read(card: Card) -> None:
    assert parse_card(card.code.lower()) == parse_card(f" {card.code} ") == parse_card(f"\t{card.code}\n") == card


@pytest.mark.parametrize("style", ["", "\ufe0f", "\ufe0e"], ids=["plain", "emoji", "text"])
def test_a_suit_may_be_its_symbol_in_any_style(style: str) -> None:
    written = [f"{card.rank.letter}{card.suit.symbol}{style}" for card in NATURALS if card.rank and card.suit]
    assert [parse_card(each) for each in written] == list(NATURALS)


@pytest.mark.parametrize(("symbols", "letter"), [("♠♤", "S"), ("♥♡", "H"), ("♦♢", "D"), ("♣♧", "C")])
def test_black_and_white_symbols_are_one_suit(symbols: str, letter: str) -> None:
    assert {parse_card("7" + symbol) for symbol in symbols} == {parse_card("7" + letter)}


@pytest.mark.parametrize("suit", Suit)
def test_a_ten_may_be_written_in_figures(suit: Suit) -> None:
    ten = Card(Rank.TEN, suit)
    written = [f"10{suit}", f"10{suit}".lower(), f"10{suit.symbol}", f"10{suit.symbol}\ufe0f", f"t{suit}".lower()]
    assert parse_cards(written) == (ten,) * 5
    assert ten.code == f"T{suit}"


TOO_FEW, TOO_MANY = ["", " ", "7", "H", "J", "10"], ["100H", "7HH", "77H", "JKR", "JOKER", "7.0H", "-7H", "7 H"]
WRONG = ["H7", "♥7", "1H", "0H", "11H", "7X", "TT", "１０H", "🃏", "null", "7\u0000H", "7\ufe0f♥\ufe0fH"]


@pytest.mark.parametrize("text", TOO_FEW + TOO_MANY + WRONG)
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(UnknownCard) as raised:
        parse_card(text)
    (problem,) = raised.value.problems
    assert problem.path == ()


def test_a_tile_is_read_by_colour_and_number_where_tiles_have_them() -> None:
    """And by its code all the same, which no such text is: KS is the black 13, K1 the black 1."""
    typed = {"K1": "AS", "R7": "7H", "o10": "TD", "Y11": "JD", "B13": "KC", "KS": "KS", "7H": "7H", "10H": "TH"}
    assert {text: parse_card(text, numbered=True).code for text in typed} == typed
    signs = {sign: card for card, sign in signs_of(NUMBERS).items() if sign}
    assert {sign: parse_card(sign, numbered=True) for sign in signs} == signs
    for text in ("K1", "R7", "B13"):
        with pytest.raises(UnknownCard):
            parse_card(text)
    for text in ("K0", "R14", "7R", "B", "G7"):
        with pytest.raises(UnknownCard):
            parse_card(text, numbered=True)


def test_a_refusal_quotes_the_text_and_says_how_a_card_is_written() -> None:
    with pytest.raises(
        UnknownCard, match=r"“7X” isn’t a card\. Write rank and suit, like 7H, TS or AD, or JK for a joker"
    ):
        parse_card("7X")


def test_a_refusal_quotes_no_control_characters_and_no_more_than_twenty_characters() -> None:
    with pytest.raises(UnknownCard) as raised:
        parse_card("7\x1b[31m\u202e" + "x" * 1000)
    (problem,) = raised.value.problems
    assert problem.values["card"] == "7�[31m�" + "x" * 13


def test_several_cards_keep_their_order_and_doubles() -> None:
    assert codes(parse_cards(["KH", "jk", "10♠", "kh"])) == ["KH", "JK", "TS", "KH"]
    assert parse_cards([]) == ()


def test_every_text_that_is_no_card_is_told_with_its_place() -> None:
    with pytest.raises(UnknownCard) as raised:
        parse_cards(["7H", "", "8H", "1H"])
    assert [(problem.path, problem.values["card"]) for problem in raised.value.problems] == [((1,), ""), ((3,), "1H")]


@given(st.lists(st.sampled_from(ALL)))
def test_cards_survive_being_written_and_read(cards: list[Card]) -> None:
    assert parse_cards(codes(cards)) == tuple(cards)


@given(st.text(max_size=6))
def test_any_text_is_a_card_or_is_refused(text: str) -> None:
    """No other exception is raised."""
    with suppress(UnknownCard):
        assert parse_card(text) in ALL


def test_the_ace_is_the_lowest_rank_and_the_king_the_highest() -> None:
    assert min(Rank) is Rank.ACE
    assert max(Rank) is Rank.KING
    assert [rank.letter for rank in sorted(Rank)] == list("A23456789TJQK")


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        *(("KnS", "JS"), ("kn♠", "JS"), ("K♠", "KS"), ("DD", "QD"), ("d♥", "QH"), ("QH", "QH"), ("EK", None)),
        *(
            ("EC", "AC"),
            ("ÁS", "AS"),
            ("á♠", "AS"),
            ("B♦", "JD"),
            ("GD", "JD"),
            ("D", None),
            ("KN", None),
            ("DX", None),
        ),
    ],
)
def test_the_letters_of_other_countries_are_understood(typed: str, code: str | None) -> None:
    """The rank comes first, so `DD` is the queen of diamonds."""
    if code is None:
        with pytest.raises(UnknownCard, match=typed):
            parse_card(typed)
    else:
        assert parse_card(typed).code == code


@pytest.mark.parametrize("letters", LETTERS)
def test_what_is_shown_with_any_letters_can_be_typed(letters: str) -> None:
    """Every card has a sign of its own, which names it."""
    signs = signs_of(letters)
    assert set(signs) == {JOKER, *NATURALS}
    assert [parse_card(signs[card]) for card in NATURALS] == list(NATURALS)
    assert [parse_card(f"{rank_signs(letters)[card.rank]}{card.suit}") for card in NATURALS if card.rank] == list(
        NATURALS
    )


def test_the_letters_are_those_of_the_language() -> None:
    """Danish, German and Icelandic packs have letters of their own, the others A, K, Q, J."""
    king, jack = Card(Rank.KING, Suit.SPADES), Card(Rank.JACK, Suit.SPADES)
    shown = {tag: signs_of(usual_letters(tag))[jack] for tag in ("en", "da", "nb", "de", "cs", "is")}
    assert shown == {"en": "J♠", "da": "Kn♠", "nb": "J♠", "de": "B♠", "cs": "J♠", "is": "G♠"}
    assert {signs_of(letters)[king] for letters in LETTERS} == {"K♠"}
    assert [signs_of(ENGLISH)[card] for card in NATURALS] == [card.sign for card in NATURALS]


_JOKERS = {
    "en": "joker jokers jkr",
    "da": "joker jokeren jokere jokerne jok jo",
    "nb": "joker jokeren jokere jokerne jok jo",
    "de": "Joker Jokers Jokern",
    "cs": "žolík žolíka žolíci žolíky žolíků žol žo",
    "is": "jóker jókerinn jókerar jókera jók",
}
_SPELLINGS: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "capitals": str.upper,
    "without accents": lambda text: "".join(each for each in unicodedata.normalize("NFD", text) if each.isascii()),
    "decomposed": lambda text: unicodedata.normalize("NFD", text.upper()),
}
_typed = st.tuples(st.sampled_from(ALL), st.sampled_from(sorted(_JOKERS)), st.sampled_from(sorted(_SPELLINGS)))


@given(st.lists(_typed, max_size=6))
def test_every_card_and_joker_of_every_language_is_understood(wanted: list[tuple[Card, str, str]]) -> None:
    """With the signs of that language's packs, jokers as a word or its abbreviation, with and without accents."""
    texts = []
    for place, (card, language, spelling) in enumerate(wanted):
        words = _JOKERS[language].split()
        sign = words[place % len(words)] if card == JOKER else signs_of(usual_letters(language))[card]
        texts.append(_SPELLINGS[spelling](sign) if card == JOKER else _SPELLINGS["capitals"](sign))
    assert parse_cards(with_joker_codes(" ".join(texts)).split()) == tuple(card for card, *_ in wanted)


@pytest.mark.parametrize("text", ["jokx", "JD JS", "žolíkovým", "jokerstadt", "xjoker", "j", "z", "zolikarna", "Jon"])
def test_what_is_no_joker_is_left_as_it_is(text: str) -> None:
    assert with_joker_codes(text) == text
