"""The catalogues: complete, with the placeholders, markup and words that they must have; how they are updated."""

import re
import shutil
from gettext import c2py  # type: ignore[attr-defined]  # gettext reads the header with it
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from scorekeeper.cli.language import CLICK
from scorekeeper.rules.errors import Counted
from translations import catalogues

from .phrases import known, runs

ASKED_FOR = ("da", "nb", "de", "cs", "is")
CZECH = "nplurals=4; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 3);"
NOUNS = (
    *("card", "change", "character", "chip", "device", "game", "joker", "link", "meld", "minute", "pack", "player"),
    *("point", "round", "second", "tile", "time"),
)
MISTAKABLE = {  # verbs or nouns, places in space or in a ranking, and words that agree with a noun
    *("Back", "Before", "Change", "Check", "Correct", "Count", "Deal", "Judge", "Next", "Open", "Pack"),
    *("Pause", "Place:", "Redo", "Saved", "Start", "Undo", "Yours", "closer", "deals", "how", "place", "round"),
    *("table", "void", "went out", "wins"),
}
WORDS = {
    "same": {"Rommy": "a game’s name"},
    "forbidden": {"de": [{"english": r"\brounds?\b", "term": r"\bSpiele?\b", "why": "a round is a Runde"}]},
}
GOOD = {
    "Rommy": "Rommy",
    "{name} leads": "{name} führt",
    "<b>Joker</b>": "<b>Der Joker</b>",
    "round": "Runde",
    "A run: K-A-2": "K-A-2: eine Reihe",
    ("one round", "{num} rounds"): ("eine Runde", "{num} Runden"),
    "Ask:\b cards": "Frag:\b Karten",
}


@pytest.fixture(scope="module")
def extracted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The template, a file."""
    file = tmp_path_factory.mktemp("template") / "messages.pot"
    catalogues.extract_into(file)
    return file


@pytest.fixture(scope="module")
def template(extracted: Path) -> Catalog:
    """Every message of the program."""
    return catalogues.read(extracted)


def catalogue(messages: dict[str | tuple[str, ...], str | tuple[str, ...]], language: str = "de") -> Catalog:
    made = Catalog(language)
    for message, string in messages.items():
        made.add(message, string)
    return made


def test_every_catalogue_is_complete_and_right(template: Catalog) -> None:
    """It has every message of the program and no other, as `catalogues.faults` wants them."""
    assert len([message for message in template if message.id]) > 2000
    assert {*ASKED_FOR} <= {*catalogues.languages()}
    for language in catalogues.languages():
        found = catalogues.read(catalogues.FOLDER / language / catalogues.PO, language)
        assert catalogues.faults(found, template, catalogues.words_of()) == [], language


def test_no_translation_repeats_six_words_of_a_source() -> None:
    """The rules are in our own words, in every language."""
    sources = known()
    assert len(sources) > 3000
    for language in catalogues.languages():
        found = catalogues.read(catalogues.FOLDER / language / catalogues.PO, language)
        texts = [string for message in found if message.id for string in catalogues.as_tuple(message.string)]
        assert [run for text in texts for hashed, run in runs(text) if hashed in sources] == [], language


def test_a_good_catalogue_has_no_faults() -> None:
    assert catalogues.faults(catalogue(GOOD), catalogue(GOOD), WORDS) == []


@pytest.mark.parametrize(
    ("message", "string", "fault"),
    [
        ("Rommy", "", "missing: Rommy"),
        (("one round", "{num} rounds"), ("eine Runde", ""), "missing: one round"),
        ("{name} leads", "{nam} führt", "other placeholders: {name} leads"),
        ("{name} leads", "führt", "other placeholders: {name} leads"),
        ("{name} leads", "{name} führt}", "other placeholders: {name} leads"),
        (("one round", "{num} rounds"), ("eine Runde", "{num} {num} Runden"), "other placeholders: one round"),
        (("one round", "{num} rounds"), ("eine Runde", "{n} Runden"), "other placeholders: one round"),
        ("<b>Joker</b>", "<i>Der Joker</i>", "other markup: <b>Joker</b>"),
        ("Ask:\b cards", "Frag: Karten", "other markup: Ask:\b cards"),
        ("<b>Joker</b>", "<b>Joker</b>", "still English: <b>Joker</b>"),
        ("A run: K-A-2", "Reihe: K-Ass-2", "rows of ranks, such as K-A-2, need the English letters: A run: K-A-2"),
        ("A run: K-A-2", "Reihe: D-K-A", "rows of ranks, such as K-A-2, need the English letters: A run: K-A-2"),
        ("round", "Spiel", r"“\bSpiele?\b”: a round is a Runde: round"),
    ],
)
def test_a_wrong_translation_is_found(
    message: str | tuple[str, ...], string: str | tuple[str, ...], fault: str
) -> None:
    assert catalogues.faults(catalogue(GOOD | {message: string}), catalogue(GOOD), WORDS) == [fault]


@pytest.mark.parametrize("one", ["eine Runde", "{num} Runde"])
def test_the_form_for_one_may_have_its_number_or_not(one: str) -> None:
    """In Icelandic it is the form of 21, too, even where the English one has no number."""
    form = {("one round", "{num} rounds"): (one, "{num} Runden")}
    assert catalogues.faults(catalogue(GOOD | form), catalogue(GOOD), WORDS) == []


def test_fuzzy_missing_unused_and_obsolete_messages_are_found() -> None:
    made = catalogue({key: string for key, string in GOOD.items() if key != "round"} | {"turn": "Zug"})
    made["Rommy"].flags.add("fuzzy")
    made.obsolete["deal"] = catalogue({"deal": "Geben"})["deal"]
    found = catalogues.faults(made, catalogue(GOOD), WORDS)
    assert found == ["missing: round", "unused: turn", "unused: deal", "fuzzy: Rommy"]


def test_no_message_is_in_english_that_nobody_speaks(template: Catalog) -> None:
    """As docs/style.md asks; `words.toml` has the terms, each with the better one."""
    texts = [text for message in template for text in catalogues.as_tuple(message.id)]
    forbidden = catalogues.words_of()["english"]
    assert len(forbidden) > 10
    for each in forbidden:
        assert [text for text in texts if re.search(each["term"], text)] == [], f"write: {each['write']}"


def test_placeholders_are_names_in_braces(template: Catalog) -> None:
    """But in sentences of click, which fills them itself, and in help with JSON, which nothing fills."""
    by_click = {*CLICK, *(each.one for each in CLICK if isinstance(each, Counted))}
    texts = {text for message in template for text in catalogues.as_tuple(message.id)} - by_click
    others = [text for text in texts if re.search(r"[{}%]", re.sub(r"\{[a-z]\w*\}", "", text))]
    assert [text[:24] for text in others] == ["Ask the referee QUESTION"]


def test_a_number_beside_a_noun_has_plural_forms(template: Catalog) -> None:
    """But where it is never one; `words.toml` has the reason."""
    counted = re.compile(rf"\{{\w+\}} (?:(?!and\b|in\b|has\b|−)[a-z]+ )?(?:{'|'.join(NOUNS)})s?\b")
    assert counted.search("only {most} new meld")
    assert counted.search("{minimum} points to open")
    alone = {message.id for message in template if isinstance(message.id, str) and counted.search(message.id)}
    assert alone == {*catalogues.words_of()["always_several"]}


def test_a_short_word_that_could_mean_two_things_is_explained(template: Catalog) -> None:
    """By its context or a translator's comment."""
    found = {text: message for message in template for text in catalogues.as_tuple(message.id) if text in MISTAKABLE}
    assert found.keys() == MISTAKABLE
    assert [text for text, message in found.items() if not (message.context or message.auto_comments)] == []


def test_sentences_of_pages_are_short(template: Catalog) -> None:
    """At most 140 characters, as docs/style.md asks; rules, API, commands and their settings need more."""
    longer = re.compile(r"/rules/(variants|model)/|/(api|cli|config|server|store)/|^run$")
    of_pages = [each for each in template if each.id and not any(longer.search(file) for file, _ in each.locations)]
    assert len(of_pages) > 1000
    assert [text for each in of_pages for text in catalogues.as_tuple(each.id) if len(text) > 140] == []


def test_no_sentence_is_a_fragment(template: Catalog) -> None:
    """A translator gets whole sentences: none begins or ends with a space, or begins with a comma."""
    texts = [text for message in template for text in catalogues.as_tuple(message.id)]
    assert [text for text in texts if text != text.strip() or text.startswith((",", ";", ")"))] == []


def test_catalogues_are_begun_updated_and_compiled(extracted: Path, tmp_path: Path) -> None:
    """A sentence that the program no longer has is dropped; a catalogue with a fault is not compiled."""
    shutil.copy(catalogues.FOLDER / "words.toml", tmp_path)
    catalogues.update(extracted, ["cs"], tmp_path)
    file = tmp_path / "cs" / catalogues.PO
    begun = catalogues.read(file, "cs")
    assert len(begun) > 2000
    begun.add("A sentence of long ago.", "Věta.")
    with file.open("wb") as lines:
        write_po(lines, begun)
    catalogues.update(extracted, folder=tmp_path)
    assert "sentence of long ago" not in file.read_text()
    assert set(catalogues.compile_all(tmp_path)) == {"cs"}
    assert not (tmp_path / "cs" / catalogues.MO).exists()
    with file.open("wb") as lines:
        write_po(lines, catalogue({"round": "sehrávka"}, "cs"))
    assert catalogues.compile_all(tmp_path) == {"cs": [f"the header Plural-Forms must be: {CZECH}"]}
    file.write_text(catalogues.with_plural_forms(file.read_text(), "cs"))
    assert catalogues.compile_all(tmp_path) == {"cs": []}
    assert (tmp_path / "cs" / catalogues.MO).exists()


def test_the_english_of_before_stands_in_a_catalogue_until_the_next_update(tmp_path: Path) -> None:
    """A translator sees what was reworded; then it is gone."""
    template, file = tmp_path / "messages.pot", tmp_path / "cs" / catalogues.PO
    file.parent.mkdir(parents=True)
    sentence = "The total that a player needs before the game is over and somebody has won"
    with file.open("wb") as lines:
        write_po(lines, catalogue({sentence: "Součet"}, "cs"))
    with template.open("wb") as lines:
        write_po(lines, catalogue({sentence + " it": ""}))
    catalogues.update(template, folder=tmp_path)
    assert "#, fuzzy\n#| msgid" in file.read_text()
    catalogues.update(template, folder=tmp_path)
    assert "| msgid" not in file.read_text()
    assert 'somebody has won"' not in file.read_text()


@pytest.mark.parametrize(("language", "space"), [("cs", "\u00a0"), ("de", " ")])
def test_no_czech_line_ends_with_a_word_of_one_letter(language: str, space: str) -> None:
    """Not where a letter is a tag or a part of a word."""
    number = ("{num} of", "{num} of all")
    found = catalogue(
        {"one": "V ruce {name} a k tomu <b>u stolu</b> Q-K-A <a >", number: ("o {num}", "s {num}")}, language
    )
    catalogues.bind(found)
    assert str(found["one"].string) == "V_ruce {name} a_k_tomu <b>u_stolu</b> Q-K-A <a >".replace("_", space)
    assert found[number].string[:2] == (f"o{space}{{num}}", f"s{space}{{num}}")


def test_no_czech_line_breaks_before_li() -> None:
    """Not where the letters are the end or the beginning of another word."""
    found = catalogue({"one": "Je-li hra u konce, není-li to ping-lis, tak –li"}, "cs")
    catalogues.bind(found)
    assert "Je\u2011li hra" in str(found["one"].string)
    assert "není\u2011li to ping-lis, tak –li" in str(found["one"].string)


@pytest.mark.parametrize("language", ["en", *ASKED_FOR])
def test_the_plural_forms_are_those_of_cldr(language: str) -> None:
    """The form of a number is that of its category, in the order zero, one, two, few, many, other."""
    header = catalogues.plural_forms(language)
    rule = Locale.parse(language).plural_form
    order = [each for each in catalogues.CATEGORIES if each in rule.tags | {"other"}]
    assert header.startswith(f"nplurals={len(order)};")
    form = c2py(header.split("plural=")[1].rstrip(";"))
    assert {number: order[form(number)] for number in range(130)} == {number: rule(number) for number in range(130)}
