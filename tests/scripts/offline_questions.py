"""Questions about melds and hands with the server's answers, to compare with the offline script."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any

from scorekeeper.rules.cards import JOKER, NATURALS, Card, codes, parse_cards
from scorekeeper.rules.errors import RulesError
from scorekeeper.rules.melds.judge import judge_meld
from scorekeeper.rules.melds.repair import repair_meld
from scorekeeper.rules.model.options import Choice, Option
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.reasons import Reason
from scorekeeper.rules.referee.questions.meld import hand_value, meld
from scorekeeper.rules.referee.readings import Answer, Judge, OpenAmbiguity, OpenReading, ask, with_headlines
from scorekeeper.rules.referee.ruling import Ruling
from scorekeeper.rules.referee.tile_words import in_words_of
from scorekeeper.rules.variants import VARIANTS, get_variant
from scorekeeper.services.referee.answer_documents import plain
from scorekeeper.services.referee.offline_rules import judging_fields, offline_rules
from scorekeeper.services.wording import headline_sentence, sentence, shown_values
from tests.case_tables import FILES, house_rules_of, table_of
from tests.rules.related_tables import FIRST_GAMES

OF_EACH_GAME, OF_A_LATER_GAME = 1_500, 500
"""The number of questions of each game in QuickJS."""
MENDED = 20  # of so many sets of cards that are no meld, one is repaired: Python takes long for that
_TABLES, _TABLES_OF_A_LATER_GAME = 60, 12  # combinations of house rules, chosen by a seed
_JUDGES: Mapping[str, Judge] = {"meld": meld, "hand-value": hand_value}
_ODD = (  # wild twos beside natural ones: which of them was named?
    (("2H", "JK", "5S", "6S"), ("4S",)),
    (("2H", "JK", "5S", "6S"), ("4S", "7S")),
    (("2S", "2S", "3S", "4S"), ("2S", None)),
    (("2S", "JK", "2S", "3S"), ("2S", None, "AS")),
    (("JK", "JK"), ("3S", "4H")),
)
Asked = tuple[str, dict[str, Any]]  # the question, its situation


class Book:
    """Tables (variant, house rules, players), each with the rules in its page, and questions."""

    def __init__(self) -> None:
        self.tables: list[dict[str, Any]] = []
        self.asked: list[tuple[int, str, dict[str, Any], object, object]] = []

    def add(self, variant: Variant, players: int, questions: Sequence[Asked]) -> None:
        """Add questions at one table, each with the server's answer."""
        self.tables.append({key: value for key, value in offline_rules(variant, players).items() if key != "texts"})
        for question, situation in questions:
            expected = answered(question, variant, players, situation)
            mended = None
            if question == "meld" and expected is not None and len(self.asked) % MENDED == 0:
                mended = _mended(variant.at_table(players), situation["cards"], players)
            told = {key: plain(value) for key, value in situation.items()}
            self.asked.append((len(self.tables) - 1, question, told, expected, mended))


def answered(question: str, variant: Variant, players: int, situation: Mapping[str, Any]) -> object:
    """Return the referee's answer in the form that the test compares; None where the phone gives none.

    That is an impossible situation, or a hand with complete melds that cost nothing: only the server finds the best.
    """
    variant, counted = variant.at_table(players), {"players": players} if question == "meld" else {}
    try:
        found = ask(_JUDGES[question], variant, **counted, **situation)
    except RulesError:
        return None
    found = with_headlines(found, question, situation)
    ruling = found.ruling
    if _takes_the_solver(ruling):
        return None
    doubts = [
        [
            doubt.ambiguity.key,
            [other.verdict and other.verdict.value for other in others],
            [other.headline and headline_sentence(other.headline) for other in others],
        ]
        for doubt, others in _doubts_on_the_phone(found)
    ]
    facts = {key: plain(value) for key, value in ruling.facts.items()}
    heading = headline_sentence(found.headline)
    return [
        ruling.verdict.value,
        heading,
        [_reason(variant, each) for each in ruling.reasons],
        facts,
        doubts,
        found.settled,
    ]


def _takes_the_solver(ruling: Ruling | None) -> bool:
    return ruling is not None and any(reason.code == "meld_costs_nothing" for reason in ruling.reasons)


def _doubts_on_the_phone(found: Answer) -> Iterator[tuple[OpenAmbiguity, list[OpenReading]]]:
    """Yield each doubt with its readings as the phone knows them: one that takes the solver has no ruling."""
    for doubt in found.doubts:
        readings = [OpenReading(r.reading, None) if _takes_the_solver(r.ruling) else r for r in doubt.readings]
        yield doubt, readings


def _reason(variant: Variant, reason: Reason) -> list[object]:
    text = sentence(in_words_of(variant, reason.message), reason.values)
    told = {name: str(value) for name, value in shown_values(reason.values).items()}
    return [reason.code, codes(reason.cards), reason.rule, told, text, list(reason.missing or ())]


def _mended(variant: Variant, cards: Sequence[Card], players: int) -> list[list[str]]:
    mending = repair_meld(variant, cards, players)
    return [codes(mending.joker_may_be), codes(mending.drop), codes(mending.add)]


def from_the_cases(book: Book) -> None:
    """Add every case about melds and hands of `tests/cases`, and some more."""
    _odd_ones(book)
    for variant in FILES:
        for case in table_of(variant)["case"]:
            told = case.get("situation", case)
            question = case.get("question", {"value": "hand-value"}.get(case["ask"], case["ask"]))
            if question in _JUDGES:
                asked = get_variant(variant, house_rules_of(case))
                book.add(asked, case.get("players") or 4, [(question, _situation(told))])


def _odd_ones(book: Book) -> None:
    for key, rules in (("de-romme", {"twos_wild": True, "jokers": 6}), ("da-500", {}), ("cs-500", {})):
        told = [_situation({"cards": cards, "joker_as": named}) for cards, named in _ODD]
        book.add(get_variant(key, rules), 4, [("meld", situation) for situation in told])


def _situation(told: Mapping[str, Any]) -> dict[str, Any]:
    situation: dict[str, Any] = {"cards": parse_cards(told["cards"])}
    if "joker_as" in told:
        situation["joker_as"] = tuple(code and parse_cards([code])[0] for code in told["joker_as"])
    return situation | {key: told[key] for key in ("first_round", "melds_laid_this_turn") if key in told}


def at_random(book: Book, game: str, number: int = OF_EACH_GAME) -> None:
    """Add random questions of one game, spread over combinations of the house rules that matter here."""
    tables = list(_tables(VARIANTS[game], Random(game)))
    most = _TABLES if game in FIRST_GAMES else _TABLES_OF_A_LATER_GAME
    tables = Random(game).sample(tables, min(len(tables), most))
    chance = Random(f"{game}, cards")
    for at, table in enumerate(tables):
        players = chance.choice([2, 4, 5])
        here = number * (at + 1) // len(tables) - number * at // len(tables)
        book.add(table, players, [_question(table, players, chance) for _ in range(here)])


def _tables(variant: Variant, chance: Random) -> Iterator[Variant]:
    """Yield the variant under each combination of choices; some choose the default, which settles the ambiguity."""
    options = [option for option in variant.options if len(_that_matter(variant, option)) > 1]
    for choices in product(*(_that_matter(variant, option) for option in options)):
        chosen = {option.key: choice for option, choice in zip(options, choices, strict=True)}
        made = {o.key: chosen[o.key] for o in options if chosen[o.key] != o.default or chance.random() < 0.3}
        if not any(made.get(one) and made.get(other) for one, other in variant.exclusive):
            yield variant.with_house_rules(made)


def _that_matter(variant: Variant, option: Option) -> list[Choice]:
    """Return choices of an option that judge melds or hands differently, one of each kind."""
    found: dict[str, Choice] = {}
    for choice in (option.default, *option.choices, *option.usual):
        found.setdefault(repr(judging_fields(variant.with_house_rules({option.key: choice}), 4)), choice)
    return list(found.values())


def _question(variant: Variant, players: int, chance: Random) -> Asked:
    pack = [card for card in (*NATURALS, JOKER) for _ in range(variant.deck.copies(card, players))]
    if chance.random() < 0.15:
        return "hand-value", {"cards": tuple(chance.sample(pack, chance.randint(0, 16)))}
    ranked = [card for card in NATURALS if card.rank in variant.deck.wild_ranks]
    situation: dict[str, Any] = {"cards": tuple(_meld(pack, [JOKER, JOKER, *ranked], chance))}
    wild = [card for card in situation["cards"] if card in (JOKER, *ranked)]
    if wild and chance.random() < 0.5:
        situation["joker_as"] = tuple(_named(variant, situation["cards"], wild, chance))
    if chance.random() < 0.1:
        situation["first_round"] = chance.random() < 0.5
    if chance.random() < 0.1:
        situation["melds_laid_this_turn"] = chance.randint(0, 2)
    return "meld", situation


def _named(variant: Variant, cards: Sequence[Card], wild: Sequence[Card], chance: Random) -> Sequence[Card | None]:
    """Return cards that jokers are declared as: possible ones, all or some of them, or any near cards."""
    ways = judge_meld(variant, cards).readings
    if ways and chance.random() < 0.7:
        roles = chance.choice(ways).roles
        named = [role for card, role in zip(wild, roles, strict=True) if card == JOKER or chance.random() < 0.8]
        return [role if chance.random() < 0.8 else None for role in named]
    near = [card for card in NATURALS if any(card.rank is other.rank or card.suit is other.suit for other in cards)]
    named = chance.choices([None, *(near or NATURALS), *wild, *wild], k=chance.randint(0, len(wild) + 1))
    return named if chance.random() < 0.8 else named[:1] * len(wild)


def _meld(pack: Sequence[Card], wild: Sequence[Card], chance: Random) -> list[Card]:
    """Return cards of the pack in random order, some of them `wild`: a meld, nearly one, or any cards."""
    left = list(pack)
    start, suit = chance.randint(0, 12), chance.randint(0, 3)
    size = chance.choice([1, 2, 3, 3, 3, 3, 4, 4, 4, 5, 6, 13, 14])
    ways = {
        "run": [NATURALS[13 * suit + (start + step) % 13] for step in range(size)],
        "set": [NATURALS[13 * (of % 4) + start] for of in range(chance.choice([2, 3, 3, 3, 4, 4, 5]))],
        "mixed set": [NATURALS[13 * chance.randint(0, 3) + start] for _ in range(chance.randint(3, 4))],
        "any": chance.sample(left, min(size, 8)),
    }
    wanted = ways[chance.choices(list(ways), [8, 5, 2, 1])[0]]
    for at in range(len(wanted)):
        if chance.random() < 0.17:
            wanted[at] = chance.choice(wild)
        elif chance.random() < 0.05:
            wanted[at] = chance.choice(left)
    found = []
    for card in wanted:
        if card in left:
            left.remove(card)
            found.append(card)
    chance.shuffle(found)
    return found
