"""The rules of a game as a page and as documents, with a table's house rules."""

from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.variants import VARIANTS, get_variant
from scorekeeper.services.paper.blank_sheets import rules_sheet
from scorekeeper.services.rulebook.agreed import choice_text
from scorekeeper.services.rulebook.markdown import markdown
from scorekeeper.services.rulebook.rulebook import rulebook
from scorekeeper.services.rulebook.traits import traits
from scorekeeper.sheets.blank_layout import card_layout
from scorekeeper.sheets.html import rules_html
from scorekeeper.sheets.layout import Paper

from .pages import Browser, Page, read

DOCS = Path(__file__).parents[2] / "docs" / "rules"
every_variant = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS.keys())


@every_variant
def test_every_rule_house_rule_and_open_question_stands_on_the_page(plain: Browser, variant: Variant) -> None:
    page = plain.get(f"/rules/{variant.key}")
    ids = {node.attrs["id"] for node in page.root.all("li") if "id" in node.attrs}
    assert set(variant.rules) | {option.key for option in variant.options} <= ids
    assert all(str(points) in page.text for points in set(variant.values.ranks.values()) if points > 13)


@every_variant
def test_every_id_stands_in_one_chapter(variant: Variant) -> None:
    """And each house rule below a rule of its chapter: it shows there what the table has agreed instead."""
    ids = [key for keys in variant.chapters.values() for key in keys.split()]
    assert sorted(ids) == sorted(variant.rules)


def test_the_rules_stand_in_the_order_of_play(plain: Browser) -> None:
    """A game that draws after laying has that order."""
    headings = [node.text for node in plain.get("/rules/da-500").root.all("h2")]
    assert headings == [
        "What a card counts",
        "In short",
        "The aim",
        "The cards and what they count",
        "The deal",
        "A turn: drawing",
        "A turn: laying melds",
        "A turn: laying off",
        "A turn: discarding",
        "The joker",
        "Calls and penalties",
        "Going out",
        "Scoring a round",
        "The end of the game",
        "What the source leaves open",
        "House rules",
        "House rules that settle a quarrel",
    ]
    tiles = [node.text for node in plain.get("/rules/nb-rummy").root.all("h2")]
    assert tiles.index("A turn: rearranging the table") < tiles.index("A turn: drawing") < tiles.index("The joker")


def test_what_a_table_has_agreed_stands_where_it_replaces_a_rule(app: Flask) -> None:
    """A doubt that the table has settled does not stand in the box; whichever way it is settled, the rules say it."""
    variant = get_variant("da-500", {"target": 250, "tie": "shared", "joker_limit": "one", "past_target": False})
    with app.test_request_context():
        sheet = rules_sheet(variant.at_play, of_table=True)
        html = rules_html(sheet, card_layout(Paper.A4, 9), numbered=False)
    text = "".join(read(html).text.split())
    said = [
        "DA-27 A meld must have fewer jokers than other cards. At this table (DA-A3): A meld may have at",
        "At this table (DA-O4): The total that ends the game: 250. At this table (DA-A1): A total that reaches the",
        "target is enough. DA-51",
        "the highest total wins. At this table (DA-A2): Equal totals share the win. DA-52",
    ]
    assert [words for words in said if words.replace(" ", "") not in text] == []
    assert {"DA-A1", "DA-A2", "DA-A3"}.isdisjoint(point.key for point in sheet.open)
    assert len(sheet.open) == len(variant.ambiguities) - 3
    assert "Atthistable" not in text.partition("DA-27")[0], "only what differs from the rules is said"


def test_what_a_table_has_agreed_is_marked(plain: Browser) -> None:
    game = plain.new_game("da-500", "Ida", "Ole", rules="1", **{"rule-target": "250"})
    page = plain.get(f"{game}/rules")
    assert "At this table: 250 (usual: 500)" in page.text
    assert "250 points" in page.text


def test_the_rules_of_a_game_are_not_for_strangers(plain: Browser, stranger: Browser) -> None:
    game = plain.given_game("da-500", "Ida", "Ole")
    assert stranger.get(f"{game}/rules").status == 403


def test_there_are_no_rules_of_a_game_that_nobody_knows(plain: Browser) -> None:
    assert plain.get("/rules/poker").status == 404


@every_variant
def test_the_documents_are_what_the_data_says(app: Flask, variant: Variant) -> None:
    """After a change of a rule, run `scorekeeper rules --into docs/rules`."""
    with app.test_request_context():
        assert (DOCS / f"{variant.key}.md").read_text(encoding="utf-8") == markdown(rulebook(variant))


@pytest.mark.parametrize(
    ("key", "rules", "facts"),
    [
        (
            "da-500",
            {},
            {"Values": "2–9: 5 · 10, J, Q, K: 10 · A: 15 · joker: 25", "Pack": "55 cards, 3 of them jokers"},
        ),
        ("da-500", {"jokers": 0}, {"Pack": "52 cards, no jokers", "Values": "2–9: 5 · 10, J, Q, K: 10 · A: 15"}),
        ("rummikub", {}, {"Tiles": "106 tiles, 2 of them jokers"}),
        ("nb-rummy", {}, {"Values": "2–K: 2–13 · A: 1 · joker: 30", "To open": "30 points", "Ends at": "3 rounds"}),
        (
            "it-scala40",
            {},
            {"Values": "2–9: face value · 10, J, Q, K: 10 · A: 11 · A\N{NO-BREAK SPACE}(‑2‑3) to open: 1 · joker: 25"},
        ),
        ("cs-zoliky", {}, {"Values": "2–9: face value · 10–A: 10 · A\N{NO-BREAK SPACE}(‑2‑3) to open: 1 · joker: 15"}),
        ("en-kalooki", {}, {"Values": "2–9: face value · 10, J, Q, K: 10 · A: 11 · joker: 15"}),
        (
            "de-romme",
            {"ace_also_low": True},
            {"Values": "2–9: face value · 10, J, Q, K: 10 · A: 11 · A\N{NO-BREAK SPACE}(‑2‑3) to open: 1 · joker: 50"},
        ),
        ("de-romme", {"twos_wild": True}, {"Values": "2: 50 · 3–9: face value · 10, J, Q, K: 10 · A: 11 · joker: 50"}),
        ("cs-500", {}, {"Pack": "54 cards, 2 of them jokers; from 5 players on: 108"}),
        ("is-rommi", {}, {"Deal": "2 players: 10, 3–4 players: 7, 5–6 players: 6"}),
    ],
)
def test_the_facts_are_short(app: Flask, key: str, rules: dict[str, object], facts: dict[str, str]) -> None:
    with app.test_request_context():
        found = dict(rulebook(VARIANTS[key].with_house_rules(rules)).facts)
    assert {label: found[label] for label in facts} == facts


@pytest.mark.parametrize(
    ("key", "rules", "values", "notes"),
    [
        ("da-500", {}, {"2–9": "5", "10, J, Q, K": "10", "A": "15", "joker": "25"}, []),
        ("is-rommi", {}, {"2–9": "face value", "10, J, Q, K": "10", "A": "1"}, []),
        ("is-rommi", {"jokers": 2}, {"2–9": "face value", "10, J, Q, K": "10", "A": "1", "joker": "0"}, []),
        ("cs-500", {}, {"2–9": "face value", "10, J, Q, K": "10", "A": "1", "joker": "15"}, []),
        (
            "nb-rummy",
            {"court_values": "ten"},
            {"2–9": "face value", "10, J, Q, K": "10", "A": "1", "joker": "30"},
            ["A laid joker counts as what it stands for."],
        ),
        (
            "nb-rummy",
            {"opening_joker": "thirty"},
            {"2–K": "2–13", "A": "1", "joker": "30"},
            ["When you open, a joker counts 30."],
        ),
        (
            "de-romme",
            {"ace_also_low": True, "wild_two_value": 2, "twos_wild": True},
            {"2–9": "face value", "10, J, Q, K": "10", "A": "11", "joker": "50"},
            [
                "A laid joker counts as what it stands for.",
                "When you open, an ace below a two counts 1.",
            ],
        ),
        (
            "nb-500",
            {"ace_in_hand": 5},
            {"2–9": "5", "10, J, Q, K": "10", "A": "5"},
            ["On the table, an ace counts 15, below a two 5."],
        ),
    ],
)
def test_the_rules_begin_with_what_a_card_counts(
    plain: Browser, key: str, rules: dict[str, object], values: dict[str, str], notes: list[str]
) -> None:
    """By the house rules of the game; the table comes first on the page."""
    page = plain.get(f"{plain.given_game(key, 'Ida', 'Ole', **rules)}/rules")
    first = page.root.all("section")[0]
    assert first.all("h2")[0].text == ("What a tile counts" if key == "nb-rummy" else "What a card counts")
    heads, cells = first.all("dt"), first.all("dd")
    assert {head.text: cell.text for head, cell in zip(heads, cells, strict=True)} == values
    assert [note.text for note in first.all("p")] == notes
    assert "Values" not in [label.text for label in page.root.all("dt")]


def _rules_links(page: Page) -> dict[str, str]:
    """Return the targets of the links to rules, by what is said aloud."""
    links = page.root.all("a", cls="rules")
    return {link.attrs["href"]: link.attrs.get("aria-label", link.text) for link in links}


def test_the_rules_are_one_tap_from_wherever_one_asks_what_a_card_counts(plain: Browser) -> None:
    """From the board, the round form, the list of games, the games to choose, the form for a new game."""
    game = plain.given_game("da-500", "Ida", "Ole")
    for url in (game, f"{game}/rounds/new", f"{game}/rounds/form", "/"):
        links = _rules_links(plain.get(url))
        assert list(links) == [f"{game}/rules"], url
        assert links[f"{game}/rules"] == ("Rules" if "/rounds/" in url else "Rules and values")
    plain.enter(game, "p0", p0_points="5", p1_points="5")
    assert list(_rules_links(plain.get(f"{game}/rounds/1/edit"))) == [f"{game}/rules"]
    assert sorted(_rules_links(plain.get("/games/new"))) == sorted(f"/rules/{key}" for key in VARIANTS)
    assert list(_rules_links(plain.get("/games/new/de-romme"))) == ["/rules/de-romme"]


@pytest.mark.parametrize(
    ("key", "rules", "shown"),
    [
        ("da-500", {}, ("Cards", "to 500 points", "laid cards plus, held cards minus", "you may take the whole pile")),
        ("cs-500", {}, ("Cards", "to 500 points", "laid cards plus, held cards minus", "you may take any discard")),
        (
            "cs-500",
            {"target": 300},
            ("Cards", "to 300 points", "laid cards plus, held cards minus", "you may take any discard"),
        ),
        (
            "nb-rummy",
            {},
            (
                "Tiles",
                "3 rounds",
                "the winner gets what the others lose",
                "30 points to open",
                "you may rearrange the table",
            ),
        ),
        ("de-romme", {}, ("Cards", "no fixed end", "minus points only", "40 points to open")),
        ("is-rommi", {}, ("Cards", "to 500 points", "only the winner of a round scores", "no jokers")),
        ("en-gin", {}, ("Cards", "to 100 points", "only the winner of a round scores", "for two", "no jokers")),
        (
            "is-rommi",
            {"settlement": "chips"},
            ("Cards", "no fixed end", "the winner gets what the others lose", "no jokers"),
        ),
    ],
)
def test_games_are_told_apart_by_their_data(
    app: Flask, key: str, rules: dict[str, object], shown: tuple[str, ...]
) -> None:
    with app.test_request_context():
        assert traits(VARIANTS[key].with_house_rules(rules)) == shown


@pytest.mark.parametrize(
    ("key", "rule", "words"),
    [
        ("it-scala40", "full_hand_points", "as much as any cards"),
        ("it-scala40", "agreed_rounds", "no limit"),
        ("en-gin", "big_gin_bonus", "nothing"),
    ],
)
def test_a_number_that_is_not_chosen_is_worded_by_its_house_rule(app: Flask, key: str, rule: str, words: str) -> None:
    with app.test_request_context():
        assert choice_text(next(each for each in VARIANTS[key].options if each.key == rule), None) == words


def test_the_games_to_choose_are_told_apart_at_a_glance(plain: Browser) -> None:
    """No two have the same line."""
    page = plain.get("/games/new")
    lines = [line.text for line in page.root.all(cls="traits")]
    assert len(set(lines)) == len(lines) == len(VARIANTS)
    assert (
        "Tiles 3 rounds the winner gets what the others lose"
        in lines[list(_rules_links(page)).index("/rules/nb-rummy")]
    )
