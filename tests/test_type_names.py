"""A name of a class means one thing: no two modules define classes of the same name, not even private ones."""

import ast
from collections import defaultdict
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "scorekeeper"


def test_no_two_classes_have_the_same_name() -> None:
    modules = defaultdict[str, list[str]](list)
    for file in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ClassDef):
                modules[node.name].append(str(file.relative_to(PACKAGE)))
    assert len(modules) > 500
    assert {name: files for name, files in modules.items() if len(files) > 1} == {}
