"""`./run translations`: extract the messages, update and compile the catalogues, and print what each one lacks.

    catalogues.py                 update and compile all languages, and list their faults
    catalogues.py <language>      begin a language first: da, nb, de, cs, is
    catalogues.py --compile       only compile, as `./run` does at its start and the wheel's build

Needs only Babel. A catalogue with a fault is not compiled, and a language without a compiled catalogue is not offered.
"""

import argparse
import re
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

FOLDER = Path(__file__).resolve().parent
PO, MO = Path("LC_MESSAGES/messages.po"), Path("LC_MESSAGES/messages.mo")
CATEGORIES = ("zero", "one", "two", "few", "many", "other")
"""The plural categories of CLDR, in the order in which a catalogue has the forms."""
_KEYWORDS = ("N_", "NN_:1,2", "plural:1,2", "NC_:1c,2", "_c:1c,2")
_OF_RUN = re.compile(r'\btext "(.+?)"(?=[ )\n])')
_SHOWN = 20  # faults of a language that are printed
_PLACEHOLDER = re.compile(r"\{[^{}]*\}|[{}]|%\(\w+\)s")  # a single brace is a fault; %()s is that of click
_MARKUP = re.compile(r"</?[a-z][^<>]*>|&\w+;|\x08")  # the last keeps lines of a command's help apart
_RANKS = re.compile(r"(?<![\w-])[AKQJ\d]+(?:-[AKQJ\d]+)+(?![\w-])")  # as `K-A-2`
_WORD = re.compile(r"[A-Za-z]{2}")
_BOUND = {  # what no line may break, and how it is kept together
    "cs": (
        (re.compile(r"(?<![\w<&/-])([aikosuvz]) (?=\S)", re.IGNORECASE), "\\1\u00a0"),  # vlna: words of one letter
        (re.compile(r"(?<=\w)-(?=li\b)"), "\u2011"),  # je-li
    )
}


def pybabel(*arguments: str) -> None:
    """Run a command of Babel."""
    CommandLineInterface().run(["pybabel", "--quiet", *arguments])  # type: ignore[no-untyped-call]  # Babel has no types here


def extract_into(file: Path) -> None:
    """Write the template, every message of the program and of `./run` in English, into `file`."""
    keywords = [f"--keyword={keyword}" for keyword in _KEYWORDS]
    # Babel writes paths as they are given, and translators read them: run it in the repository's root.
    how = ("--mapping=babel.cfg", "--add-location=file", "--add-comments=Translators:", "--strip-comments")
    pybabel("extract", *how, *keywords, "--project=Scorekeeper", f"--output-file={file}", ".")
    template = read(file)
    for sentence in sentences_of_run():
        template.add(sentence, locations=[("run", 0)])
    with file.open("wb") as lines:
        write_po(lines, template, include_lineno=False)


def sentences_of_run() -> list[str]:
    """Return the sentences of the shell script `./run`."""
    return _OF_RUN.findall((FOLDER.parent / "run").read_text("utf-8"))


def read(file: Path, locale: str | None = None) -> Catalog:
    """Return the catalogue in a .po or .pot file."""
    with file.open("rb") as lines:
        return read_po(lines, locale=locale)


def languages(folder: Path = FOLDER) -> list[str]:
    """Return the languages that have a catalogue in `folder`."""
    return sorted(file.parents[1].name for file in folder.glob(f"*/{PO}"))


def begin(language: str, template: Path, folder: Path = FOLDER) -> None:
    """Begin the catalogue of a language, with the plural forms of CLDR."""
    pybabel("init", f"--input-file={template}", f"--output-dir={folder}", f"--locale={language}")
    file = folder / language / PO
    file.write_text(with_plural_forms(file.read_text("utf-8"), language), "utf-8")


def with_plural_forms(text: str, language: str) -> str:
    """Return the text of a .po file with the header `Plural-Forms` of its language."""
    return re.sub(r'"Plural-Forms: .*"', lambda _old: f'"Plural-Forms: {plural_forms(language)}\\n"', text)


def plural_forms(language: str) -> str:
    """Return the header `Plural-Forms` of a language: a form for each category of CLDR, in the order of `CATEGORIES`.

    An expression of gettext has whole numbers only; `web.text.plural` takes the category of a fraction from CLDR.
    """
    rule = Locale.parse(language).plural_form
    tags = [category for category in CATEGORIES if category in rule.tags | {"other"}]
    expressions = {  # of the languages that we have or prepare for
        ("one", "other"): "n != 1",
        ("one", "few", "many", "other"): "n==1 ? 0 : n>=2 && n<=4 ? 1 : 3",
    }
    expression = "n%10==1 && n%100!=11 ? 0 : 1" if rule(21) == "one" else expressions[tuple(tags)]
    return f"nplurals={len(tags)}; plural=({expression});"


def faults(catalogue: Catalog, template: Catalog, words: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with a catalogue, a line for each fault; `words` is the content of `words.toml`."""
    language = str(catalogue.locale)
    has, wanted = _by_key(catalogue), _by_key(template)
    found = [f"missing: {_shown(message)}" for key, message in wanted.items() if key not in has]
    unused = [*(message for key, message in has.items() if key not in wanted), *catalogue.obsolete.values()]
    found += [f"unused: {_shown(message)}" for message in unused]
    if catalogue.plural_forms.rstrip(";") != plural_forms(language).rstrip(";"):
        found.append(f"the header Plural-Forms must be: {plural_forms(language)}")
    forbidden = words.get("forbidden", {}).get(language, [])
    for message in has.values():
        found += [f"{fault}: {_shown(message)}" for fault in _faults_of(message, words.get("same", {}), forbidden)]
    return found


def _faults_of(message: Message, same: Mapping[str, str], forbidden: Sequence[Mapping[str, str]]) -> Iterator[str]:
    ids, strings = as_tuple(message.id), as_tuple(message.string)
    if message.fuzzy:
        yield "fuzzy"
    if not all(strings):
        yield "missing"
        return
    for index, string in enumerate(strings):
        english = ids[min(index, len(ids) - 1)]
        if not _has_placeholders(ids, string):
            yield "other placeholders"
        if _parts(_MARKUP, string) != _parts(_MARKUP, english):
            yield "other markup"
        if _parts(_RANKS, string) != _parts(_RANKS, english):
            yield "rows of ranks, such as K-A-2, need the English letters"
        if string == english and _WORD.search(_bare(english)) and english not in same:
            yield "still English"
        for term in forbidden:
            if re.search(term["term"], string, re.I) and re.search(term.get("english", ""), english, re.I):
                yield f"“{term['term']}”: {term['why']}"


def _parts(pattern: re.Pattern[str], text: str) -> Counter[str]:
    return Counter(pattern.findall(text))


def _has_placeholders(ids: tuple[str, ...], string: str) -> bool:
    """Whether a form has the placeholders of an English one; a plural form may say its number in a word: "one round".

    The form for one may need the number where English has none: in Icelandic it is also that of 21.
    """
    has, wanted = _parts(_PLACEHOLDER, string), [_parts(_PLACEHOLDER, each) for each in ids]
    return has in wanted or (len(ids) > 1 and has + Counter(["{num}"]) == wanted[-1])


def _bare(text: str) -> str:
    return _MARKUP.sub("", _PLACEHOLDER.sub("", text))


def _by_key(catalogue: Catalog) -> dict[tuple[str | None, str], Message]:
    return {(message.context, _shown(message)): message for message in catalogue if message.id}


def as_tuple(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return the forms of a message or of its translation: one, or several of a plural."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def _shown(message: Message) -> str:
    return as_tuple(message.id)[0]


def words_of(folder: Path = FOLDER) -> dict[str, Any]:
    """Return `words.toml`: messages that are the same as in English, and terms that must not be used."""
    return tomllib.loads((folder / "words.toml").read_text("utf-8"))


def compile_all(folder: Path = FOLDER) -> dict[str, list[str]]:
    """Compile the catalogues without a fault, delete the compiled ones of others; return the faults by language.

    Messages that are missing in the .po file altogether are not noticed here: only extracting finds them.
    """
    found = {}
    for compiled in folder.glob(f"*/{MO}"):
        compiled.unlink()
    for language in languages(folder):
        catalogue = read(folder / language / PO, language)
        found[language] = faults(catalogue, catalogue, words_of(folder))
        if not found[language]:
            bind(catalogue)
            with (folder / language / MO).open("wb") as file:
                write_mo(file, catalogue)
    return found


def bind(catalogue: Catalog) -> None:
    """Put no-break spaces and hyphens where a line of the language must not break, as after a word of one letter.

    Source: Internetová jazyková příručka of ÚJČ AV ČR, "Zalomení řádků a nevhodné výrazy na jejich konci".
    """
    for pattern, kept in _BOUND.get(str(catalogue.locale), ()):
        for message in catalogue:
            forms = tuple(pattern.sub(kept, form) for form in as_tuple(message.string))
            message.string = forms if isinstance(message.string, tuple) else forms[0]


def update(template: Path, new: Sequence[str] = (), folder: Path = FOLDER) -> None:
    """Bring the catalogues up to date with the template; begin those of the languages `new`."""
    for language in new:
        begin(language, template, folder)
    for language in languages(folder):
        flags = ("--ignore-obsolete", "--previous", "--ignore-pot-creation-date")
        without_old_sentences(folder / language / PO, language)
        pybabel("update", f"--input-file={template}", f"--output-dir={folder}", f"--locale={language}", *flags)


def without_old_sentences(file: Path, language: str) -> None:
    """Delete the English of an earlier update, `#| msgid`: Babel reads it as a comment and would keep it for good."""
    catalogue = read(file, language)
    for message in catalogue:
        if any(line.startswith("| msgid") for line in message.user_comments):
            message.user_comments = []
    with file.open("wb") as lines:
        write_po(lines, catalogue)


def main() -> int:
    """Run the command; return 1 if a catalogue has a fault."""
    parser = argparse.ArgumentParser(prog="./run translations", description="Update and check the catalogues.")
    parser.add_argument("language", nargs="*", help="begin the catalogue of a language, such as da")
    parser.add_argument("--compile", action="store_true", help="only compile; print only what is not complete")
    options = parser.parse_args()
    if not options.compile:
        with tempfile.TemporaryDirectory() as work:
            template = Path(work) / "messages.pot"
            extract_into(template)
            update(template, options.language)
    found = compile_all()
    for language, wrong in found.items():
        if wrong or not options.compile:
            print(f"{language}: {len(wrong)} faults: it is not offered." if wrong else f"{language}: complete.")
        if not options.compile:
            print("".join(f"  {line}\n" for line in wrong[:_SHOWN]), end="")
    if not found and not options.compile:
        print("There are no catalogues yet: ./run translations da begins one.")
    return 1 if any(found.values()) and not options.compile else 0


if __name__ == "__main__":
    sys.exit(main())
