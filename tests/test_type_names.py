"""A name of a type means one thing: no two modules define types of the same name, not even private ones."""

import ast
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "scorekeeper"


def classes_in(file: Path) -> Iterator[str]:
    """Yield the names of the classes of a module."""
    yield from (node.name for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.ClassDef))


def types_in(file: Path) -> Iterator[str]:
    """Yield the names of the classes of a module, and of its aliases of types such as `Mapping[str, int]`."""
    yield from classes_in(file)
    for node in ast.parse(file.read_text()).body:
        match node:
            case ast.AnnAssign(target=ast.Name(name), annotation=ast.Name("TypeAlias")):
                yield name
            case ast.Assign(targets=[ast.Name(name)], value=ast.Subscript() | ast.BinOp()) if name.lstrip("_")[
                0
            ].isupper():
                if not name.isupper():
                    yield name


def modules_by_name(names_in: Callable[[Path], Iterator[str]]) -> dict[str, list[str]]:
    """Return the modules that define each name."""
    found = defaultdict[str, list[str]](list)
    for file in sorted(PACKAGE.rglob("*.py")):
        for name in names_in(file):
            found[name].append(str(file.relative_to(PACKAGE)))
    return found


def test_no_two_classes_have_the_same_name() -> None:
    modules = modules_by_name(classes_in)
    assert len(modules) > 500
    assert {name: files for name, files in modules.items() if len(files) > 1} == {}


def test_no_alias_has_the_name_of_another_type() -> None:
    modules = modules_by_name(types_in)
    assert len(modules) > 600
    assert {name: files for name, files in modules.items() if len(files) > 1} == {}


def test_an_alias_is_a_type(tmp_path: Path) -> None:
    source = tmp_path / "source.py"
    source.write_text("Totals = Mapping[str, int]\nEntry: TypeAlias = int\nMOST = 2 + 3\nclass Round:\n    pass\n")
    assert [*types_in(source)] == ["Round", "Totals", "Entry"]
