"""Only the variants' files name a game, a penalty or a way of closing."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import scorekeeper
from scorekeeper.config.paths import STATIC, TEMPLATES
from scorekeeper.rules.variants import VARIANTS

PACKAGE = Path(scorekeeper.__file__).parent
COMMON = {"points"}  # the key of a game that is a common word, too
KEYS = sorted(
    {
        *(key for key in VARIANTS if key not in COMMON),
        *(key.replace("-", "_") for key in VARIANTS if key not in COMMON),
        *(penalty.key for variant in VARIANTS.values() for penalty in variant.scoring.penalties),
        *(key for variant in VARIANTS.values() for key in variant.closing.ways),
    }
)
A_KEY = re.compile(rf"(?<![\w-])({'|'.join(KEYS)})(?![\w-])")


def named(path: Path) -> list[str]:
    """Return every key that a source contains, in code, comments or strings, as "file:line key"."""
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    return [f"{path.name}:{number} {found[1]}" for number, line in lines for found in A_KEY.finditer(line)]


def sources() -> Iterator[Path]:
    """Yield our modules except the variants, the templates, and the scripts."""
    variants = PACKAGE / "rules" / "variants"
    yield from (path for path in sorted(PACKAGE.rglob("*.py")) if variants not in path.parents)
    yield from sorted(TEMPLATES.rglob("*.html"))
    yield from sorted(STATIC.rglob("*.js"))


def test_no_source_names_a_game_a_penalty_or_a_doubling() -> None:
    looked_at = list(sources())
    assert len(looked_at) > 200
    assert [place for path in looked_at for place in named(path)] == []


def test_a_key_is_found_wherever_it_stands(tmp_path: Path) -> None:
    """In a string, as a parameter's name, in a docstring; not as a part of a longer word."""
    source = tmp_path / "source.py"
    for key in KEYS:
        source.write_text(f'def judge({key.replace("-", "_")}=False):\n    """Like {key}."""\n    return "{key}"\n')
        assert len(named(source)) == 3, key
    source.write_text("".join(f'x{key.replace("-", "_")} = "{key}-x"\n' for key in KEYS))
    assert named(source) == []
    assert ast.parse(source.read_text())


def test_no_comparison_asks_which_game_it_is() -> None:
    """`variant.key == …` and `variant.key in …` are defects; `[variant.key]` is a lookup."""
    compared = [
        (f"{path.name}:{node.lineno}", [ast.unparse(part) for part in (node.left, *node.comparators)])
        for path in sorted((PACKAGE / "rules").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Compare)
    ]
    assert compared
    assert [place for place, parts in compared if any(part.endswith("variant.key") for part in parts)] == []
