"""No sentence is put together from parts that another language would order otherwise (docs/style.md)."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TRANSLATING = {"_", "N_", "headline_words", "ngettext", "pgettext", "phrase", "plural", "say", "sentence", "worded"}
CASES = {"capitalize", "casefold", "lower", "swapcase", "title", "upper"}
ALLOWED = {  # what stands around the sentence is no part of it
    "scorekeeper/services/rulebook/markdown.py": re.compile(r"'(\\n## |  - )' \+ "),  # the marks of Markdown
    "scorekeeper/services/paper/blank_sheets.py": re.compile(r"f'\{sentence\(p\.label\)\}: "),  # a label and its number
}
LABEL_AND_VALUE = r"[^{}]*:"
IN_TEMPLATES = (
    r"_\([^()]*\)\s*\|\s*(?:lower|upper|title|capitalize)\b",  # other case
    r"""(?:~|\+)\s*_\(|_\((?:"[^"]*"|'[^']*')\)\s*(?:~|\+)""",  # joined with text
    rf'\{{\{{ _\("(?!{LABEL_AND_VALUE}")[a-z][^"]*"\) \}}\}} *\{{\{{',  # a fragment before a value: "until", 17:00
)


def _is_sentence(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TRANSLATING


def _joined(source: str) -> Iterator[str]:
    """Yield the expressions that add something to a translated sentence, or change its letters."""
    for node in ast.walk(ast.parse(source)):
        added = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and {*map(_is_sentence, _sides(node))}
        within = isinstance(node, ast.JoinedStr) and [
            each for each in node.values if isinstance(each, ast.FormattedValue) and _is_sentence(each.value)
        ]
        cased = isinstance(node, ast.Attribute) and node.attr in CASES and _is_sentence(node.value)
        if (added and True in added) or within or cased:
            yield ast.unparse(node)


def _sides(node: ast.BinOp) -> tuple[ast.expr, ast.expr]:
    return node.left, node.right


@pytest.mark.parametrize(
    "code", ["'- ' + _('so')", "say(_('so')) + '.'", "f'{sentence(x)} and {y}'", "_('Anna').lower()", "_('a') + _('b')"]
)
def test_a_joined_sentence_is_found(code: str) -> None:
    assert [*_joined(code)]


@pytest.mark.parametrize(
    "html",
    [
        '{{ _("Verdict")|lower }}',
        '{{ _("until") ~ time }}',
        '{{ name ~ _("deals") }}',
        '{{ _("until") }} {{ code.until }}',
    ],
)
def test_a_fragment_in_a_template_is_found(html: str) -> None:
    assert any(re.search(pattern, html) for pattern in IN_TEMPLATES)


def test_no_code_joins_a_sentence() -> None:
    for file in sorted((ROOT / "scorekeeper").rglob("*.py")):
        name = file.relative_to(ROOT).as_posix()
        found = list(_joined(file.read_text("utf-8")))
        assert [code for code in found if name not in ALLOWED or not ALLOWED[name].match(code)] == [], name


def test_no_template_joins_a_sentence() -> None:
    for file in sorted((ROOT / "templates").rglob("*.html")):
        text = file.read_text("utf-8")
        assert [match[0] for pattern in IN_TEMPLATES for match in re.finditer(pattern, text)] == [], file.name


def test_no_script_joins_a_sentence() -> None:
    """Scripts fill sentences in; they add nothing to them but another sentence."""
    sentence = r"\bsay\((?:[^()]|\([^()]*\))*\)"
    joined = re.compile(rf"{sentence}\s*\+|\+\s*{sentence}|[^` ]\$\{{{sentence}\}}|\$\{{{sentence}\}}[^` ]")
    scripts = [file for file in sorted((ROOT / "static").rglob("*.js")) if "vendor" not in file.parts]
    assert len(scripts) > 40
    assert {file.name: found for file in scripts if (found := joined.findall(file.read_text("utf-8")))} == {}


def test_no_line_begins_with_the_dot_between_two_facts() -> None:
    """A no-break space stands in front of each dot; what is printed gets it from `sheets.html`."""
    pages = [path for path in (ROOT / "templates").rglob("*.html") if path.parent.name != "sheets"]
    assert [str(path.relative_to(ROOT)) for path in pages if " · " in path.read_text(encoding="utf-8")] == []
    assert sum("&nbsp;· " in path.read_text(encoding="utf-8") for path in pages) > 5
