"""Bundles: scripts and styles in several files are served as one."""

import json
import re
from pathlib import Path

import pytest
import quickjs
from flask import Flask

from scorekeeper.config.paths import STATIC, TEMPLATES
from scorekeeper.rules.card_names import CARD_NAMES, TILE_NAMES
from scorekeeper.web.assets.bundles import BundleError, bundled
from scorekeeper.web.assets.script_words import WORDS

from .pages import Browser


def test_modules_become_one_script_each_in_its_own_scope(tmp_path: Path) -> None:
    """Imported modules come first, each once; two may use the same name."""
    (tmp_path / "in").mkdir()
    (tmp_path / "a.js").write_text('import "./in/a.js";\nimport { c as d } from "./in/c.js";\nuse(d);\n')
    (tmp_path / "in" / "a.js").write_text('import {\n  c,\n  D,\n} from "../in/c.js";\nconst own = 1;\nuse(own, c);\n')
    (tmp_path / "in" / "c.js").write_text(
        "const own = 2;\n// A comment.\nexport const c = () => own;\n\nexport class D {}\n"
        "export function e() {\n  c();\n}\n"
    )
    assert bundled(tmp_path / "a.js").decode().split("\n") == [
        '"use strict";',
        "{",
        "const module_in_c = (() => {",
        "const own = 2;",
        "const c = () => own;",
        "class D {}",
        "function e() {",
        "c();",
        "}",
        "return { c, D, e };",
        "})();",
        "const module_in_a = (() => {",
        "const { c, D } = module_in_c;",
        "const own = 1;",
        "use(own, c);",
        "return {  };",
        "})();",
        "const module_a = (() => {",
        "const { c: d } = module_in_c;",
        "use(d);",
        "return {  };",
        "})();",
        "}",
        "",
    ]


def test_styles_become_one_and_what_is_neither_script_nor_style_stays_as_it_is(tmp_path: Path) -> None:
    """Comments and indentation are removed, but not inside strings."""
    (tmp_path / "a.css").write_text(
        '/* a */\n@import "./b.css";\n@media print {\n  a { content: "/* a */"; } /* b\n */\n}\n'
    )
    (tmp_path / "b.css").write_text("b {}\n")
    (tmp_path / "c.js").write_text("if (1) {\n  // Nothing.\n  const import_ = 1; // one\n}\n")
    assert bundled(tmp_path / "a.css") == b'b {}\n@media print {\na { content: "/* a */"; }\n}\n'
    assert bundled(tmp_path / "c.js") == b"if (1) {\nconst import_ = 1; // one\n}\n"
    assert bundled(STATIC / "icon.svg") == (STATIC / "icon.svg").read_bytes()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("default.js", "export default 1;\n"),
        ("list.js", "const a = 1;\nexport { a };\n"),
        ("again.js", 'export * from "./b.js";\n'),
        ("live.js", "export let a = 1;\n"),
        ("pattern.js", "export const { a } = b;\n"),
        ("all.js", 'import * as b from "./b.js";\n'),
        ("its_default.js", 'import b from "./b.js";\n'),
        ("bare.js", 'import "b";\n'),
        ("quotes.js", "import './b.js';\n"),
        ("dynamic.js", 'const b = await import("./b.js");\n'),
        ("meta.js", "use(import.meta.url);\n"),
        ("one_line.js", 'import "./b.js"; use();\n'),
        ("unknown.js", 'import { c } from "./b.js";\n'),
        ("missing.js", 'import "./c.js";\n'),
        ("itself.js", 'import "./itself.js";\n'),
        ("ring.js", 'import "./ring_too.js";\n'),
        ("comment.js", "/* export const a = 1;\nexport const b = 1; */\n"),
        ("template.js", "const a = `\nexport const b = 1;\n`;\n"),
        ("media.css", '@import "./b.css" print;\n'),
        ("far.css", '@import "https://example.org/b.css";\n'),
        ("missing.css", '@import "./c.css";\n'),
        ("twice.css", '@import "./b.css";\n@import "./b.css";\n'),
        ("picture.css", "a { background: url(b.png); }\n"),
    ],
)
def test_what_cannot_be_bundled_is_refused_with_the_file_that_says_it(tmp_path: Path, name: str, text: str) -> None:
    others = {"b.js": "export const a = 1;\n", "ring_too.js": 'import "./ring.js";\n', "b.css": ""}
    for other, its_text in others.items():
        (tmp_path / other).write_text(its_text)
    (tmp_path / name).write_text(text)
    with pytest.raises(BundleError, match=name):
        bundled(tmp_path / name)


_PAGES = "".join(file.read_text() for file in TEMPLATES.rglob("*.html"))
_ENTRIES = sorted({*re.findall(r"static_url\('([\w/-]+\.(?:js|css))'\)", _PAGES), "worker.js"})


@pytest.mark.parametrize("name", _ENTRIES)
def test_every_script_and_style_that_a_page_loads_is_whole(name: str) -> None:
    """No import or export is left, and QuickJS can parse the script."""
    text = bundled(STATIC / name).decode()
    assert not re.search(r"^\s*(import|export|@import)\b", text, re.MULTILINE)
    if name.endswith(".js"):
        quickjs.Context().eval(f"() => {{\n{text}\n}}")


def test_a_part_has_no_address_of_its_own(app: Flask) -> None:
    """It isn’t a script by itself, and would be a second copy."""
    client = app.test_client()
    assert client.get("/static/game.js").status_code == 200
    assert client.get("/static/game/live.js").status_code == 404


def test_no_part_is_left_over() -> None:
    """Every script and style is loaded by a page or imported by one that is."""
    left = {path for path in STATIC.rglob("*.*s") if path.suffix in (".js", ".css") and "vendor" not in path.parts}
    wanted = [STATIC / name for name in _ENTRIES]
    while wanted:
        path = wanted.pop().resolve()
        if path in left:
            left.remove(path)
            imports = re.findall(
                r'^(?:@import|import|\} from|import .* from) "(\..*)";$', path.read_text(), re.MULTILINE
            )
            wanted += [path.parent / each for each in imports]
    assert not left


def test_no_module_is_long_and_no_import_is_left_over() -> None:
    """A bundle has neither import nor export; a source file has at most 200 lines."""
    sent = bundled(STATIC / "game.js").decode() + bundled(STATIC / "game.css").decode()
    assert not re.search(r"^\s*(import|export|@import)\b", sent, re.MULTILINE)
    lengths = {path.name: len(path.read_text().split("\n")) for path in (STATIC / "game").glob("*.js")}
    assert max(lengths.values()) <= 200, lengths


def test_scripts_say_every_sentence_that_they_have_and_no_other() -> None:
    """A misspelt key would show nothing; an unused sentence would be translated for nothing."""
    sources = "".join(path.read_text() for folder in ("game", "referee") for path in (STATIC / folder).rglob("*.js"))
    chosen = {"spades", "hearts", "diamonds", "clubs", "tiles", "cards", *CARD_NAMES}
    chosen |= {"black", "red", "orange", "blue", *(f"tile{suit}" for suit in TILE_NAMES)}
    said = set(re.findall(r'(?<![.])say\("(\w+)"', sources)) | chosen
    assert said == set(WORDS)


def test_the_sentences_are_a_script_of_the_pages_language(app: Flask, plain: Browser) -> None:
    """Its URL has a hash of its content, and it is loaded before the scripts that use it."""
    page = plain.get(plain.given_game("da-500", "Anna", "Bo"))
    scripts = [node.attrs["src"] for node in page.root.all("script")]
    address = next(each for each in scripts if each.startswith("/static/words/en.js?v="))
    assert scripts.index(address) < next(n for n, each in enumerate(scripts) if "game.js" in each)
    answer = app.test_client().get(address)
    assert "immutable" in answer.headers["Cache-Control"]
    words = json.loads(answer.text.removeprefix("const words = ").removesuffix(";\n"))
    assert words["next"] == "Next: {name}"
