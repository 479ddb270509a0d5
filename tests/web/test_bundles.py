"""Scripts and styles that are written in several files and sent as one."""

import json
import re
from pathlib import Path

from flask import Flask

from scorekeeper.paths import STATIC
from scorekeeper.web.bundles import bundled
from scorekeeper.web.script_words import WORDS

from .pages import Browser


def test_modules_become_one_script_each_in_its_own_scope(tmp_path: Path) -> None:
    """Those that are imported come first, each once; two may use the same name for different things."""
    (tmp_path / "in").mkdir()
    (tmp_path / "a.js").write_text('import "./in/b.js";\nimport { c } from "./in/c.js";\nuse(c);\n')
    (tmp_path / "in" / "b.js").write_text('import { c } from "./c.js";\nconst own = 1;\nuse(own, c);\n')
    (tmp_path / "in" / "c.js").write_text("const own = 2;\nexport const c = () => own;\nexport class D {}\n")
    assert bundled(tmp_path / "a.js").decode().split("\n") == [
        '"use strict";',
        "{",
        "const module_c = (() => {",
        "const own = 2;",
        "const c = () => own;",
        "class D {}",
        "return { c, D };",
        "})();",
        "const module_b = (() => {",
        "const { c } = module_c;",
        "const own = 1;",
        "use(own, c);",
        "return {  };",
        "})();",
        "const module_a = (() => {",
        "const { c } = module_c;",
        "use(c);",
        "return {  };",
        "})();",
        "}",
        "",
    ]


def test_styles_become_one_and_everything_else_stays_as_it_is(tmp_path: Path) -> None:
    """Also a script that imports nothing."""
    (tmp_path / "a.css").write_text('/* a */\n@import "./b.css";\na {}\n')
    (tmp_path / "b.css").write_text("b {}\n")
    (tmp_path / "c.js").write_text("const import_ = 1;\n")
    assert bundled(tmp_path / "a.css") == b"/* a */\nb {}\na {}\n"
    assert bundled(tmp_path / "c.js") == b"const import_ = 1;\n"
    assert bundled(STATIC / "icon.svg") == (STATIC / "icon.svg").read_bytes()


def test_no_module_is_long_and_no_import_is_left_over() -> None:
    """What a page loads has neither import nor export; what is written stays within 200 lines a file."""
    sent = bundled(STATIC / "game.js").decode() + bundled(STATIC / "game.css").decode()
    assert not re.search(r"^\s*(import|export|@import)\b", sent, re.MULTILINE)
    lengths = {path.name: len(path.read_text().split("\n")) for path in (STATIC / "game").glob("*.js")}
    assert max(lengths.values()) <= 200, lengths


def test_scripts_say_every_sentence_that_they_have_and_no_other() -> None:
    """A key that is misspelt would be said as nothing, a sentence that nobody says would be translated in vain."""
    sources = "".join(path.read_text() for path in (STATIC / "game").glob("*.js"))
    said = set(re.findall(r'say\("(\w+)"', sources)) | {"spades", "hearts", "diamonds", "clubs", "tiles", "cards"}
    assert said == set(WORDS)


def test_the_sentences_are_a_script_of_the_pages_language(app: Flask, plain: Browser) -> None:
    """Named by its content like every file of ours, and there before what needs it."""
    page = plain.get(plain.given_game("da-500", "Anna", "Bo"))
    scripts = [node.attrs["src"] for node in page.root.all("script")]
    address = next(each for each in scripts if each.startswith("/static/words/en.js?v="))
    assert scripts.index(address) < next(n for n, each in enumerate(scripts) if "game.js" in each)
    answer = app.test_client().get(address)
    assert "immutable" in answer.headers["Cache-Control"]
    words = json.loads(answer.text.removeprefix("const words = ").removesuffix(";\n"))
    assert words["next"] == "Next: {name}"
