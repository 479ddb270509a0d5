"""What the documents point to exists: the files and headings of links, and the modules that they name."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "tests").rglob("*.md")])
PLACES = ("scorekeeper", "tests", "attack", "bench", "migrations", "templates", "static", "deploy", "translations")
FILES = [f"/{file.relative_to(ROOT)}" for place in PLACES for file in (ROOT / place).rglob("*.*")]

LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)")
FILE = re.compile(r"`([\w/]+\.(?:py|js|css|html))`")
MODULE = re.compile(r"(?<![\w/.-])(?:web|api|services|rules|store|sheets)(?:\.[a-z_]+)+\b")

NOT_OURS = {"xx_game.py", "variants/xx_game.py"}
"""What somebody will write."""


def anchors(document: Path) -> set[str]:
    """Return the anchors of a document's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", document.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}


def dangling(document: Path) -> list[str]:
    """Return what a document points to that does not exist."""
    text = document.read_text("utf-8")
    missing = []
    for path, anchor in LINK.findall(text):
        target = document.parent / path if path else document
        if not target.exists() or (anchor and anchor not in anchors(target)):
            missing.append(f"{path}#{anchor}")
    missing += [name for name in FILE.findall(text) if name not in NOT_OURS and not has_file(name)]
    return missing + [name for name in MODULE.findall(text) if not has_module(name)]


def has_file(name: str) -> bool:
    """Return whether a file's path ends with `name`."""
    return (ROOT / name).exists() or any(file.endswith(f"/{name}") for file in FILES)


def has_module(name: str) -> bool:
    """Return whether `name` is a module or package of ours, or a name in one."""
    path = ROOT / "scorekeeper" / name.replace(".", "/")
    return path.exists() or path.with_suffix(".py").exists() or path.parent.with_suffix(".py").exists()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda each: str(each.relative_to(ROOT)))
def test_a_document_points_to_what_exists(document: Path) -> None:
    assert dangling(document) == []


def test_it_finds_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "here.md").write_text(
        "# How to, briefly\n[a](here.md#how-to-briefly) `web/forms.py` rules.scoring.rounds.Round"
    )
    assert dangling(tmp_path / "here.md") == []
    (tmp_path / "here.md").write_text("# How to\n[a](gone.md) [b](#how) `web/gone.py` services.gone.rounds")
    assert dangling(tmp_path / "here.md") == ["gone.md#", "#how", "web/gone.py", "services.gone.rounds"]
