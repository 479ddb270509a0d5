"""No parameter is unused: some code reads each field of a variant's parts and of a situation.

A name that many classes share (`rule`) says little, so each field of a part must also be read as that part's:
`ending.rule`, `self.rule` within the model, or by a name that only this part has.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from inspect import getmembers
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest

from scorekeeper.config.paths import TEMPLATES
from scorekeeper.rules import model, referee
from scorekeeper.rules.model.variant import PARTS
from scorekeeper.rules.variants import VARIANTS

PACKAGE = Path(model.__file__).parents[2]


def dataclasses() -> Iterator[type[Any]]:
    """Yield every dataclass that a module of the model or of the referee defines."""
    for package in (model, referee):
        for found in walk_packages(package.__path__, f"{package.__name__}."):
            module = import_module(found.name)
            yield from (c for _, c in getmembers(module, is_dataclass) if c.__module__ == found.name)


@cache
def attributes_read() -> set[str]:
    """Return every attribute that is read outside the variants, in our modules and templates."""
    found: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        if path.parent.name != "variants":
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found |= {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Load)}
    for path in TEMPLATES.rglob("*.html"):
        found |= set(re.findall(r"\.([a-z_]+)\b", path.read_text(encoding="utf-8")))
    return found


def test_the_dataclasses_are_found() -> None:
    assert len(list(dataclasses())) > 30


@pytest.mark.parametrize("kind", list(dataclasses()), ids=lambda kind: kind.__name__)
def test_every_field_is_read(kind: type[Any]) -> None:
    assert [field.name for field in fields(kind) if field.name not in attributes_read()] == []


def sources() -> str:
    """Return all our modules and templates but the variants, in one text."""
    modules = [path for path in PACKAGE.rglob("*.py") if path.parent.name != "variants"]
    return "\n".join(path.read_text(encoding="utf-8") for path in (*modules, *TEMPLATES.rglob("*.html")))


OWNERS = Counter(field.name for kind in dataclasses() for field in fields(kind))
TEXT = sources()
MODEL = "\n".join(path.read_text(encoding="utf-8") for path in Path(model.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("part", sorted(PARTS))
def test_every_field_of_a_part_is_read_as_its_own(part: str) -> None:
    names = [field.name for field in fields(getattr(VARIANTS["da-500"], part))]
    assert names
    shared = [name for name in names if OWNERS[name] > 1]
    assert [name for name in shared if f"{part}.{name}" not in TEXT and f"self.{name}" not in MODEL] == []
