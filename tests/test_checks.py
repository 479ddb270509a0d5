"""Every test that asserts does so whatever its loops iterate over: an empty loop must not pass."""

import ast
from collections.abc import Iterable
from pathlib import Path

FILES = sorted(Path(__file__).parent.rglob("test_*.py"))


def is_check(node: ast.AST) -> bool:
    """Return whether `node` is an `assert`, `pytest.raises(…)` or `expect(…)`."""
    called = getattr(node, "func", None)
    return isinstance(node, ast.Assert) or getattr(called, "attr", getattr(called, "id", "")) in ("raises", "expect")


def surely_runs(loop: ast.For) -> bool:
    """Return whether a loop iterates over a display, a `range(…)` or a constant in capitals, which are not empty."""
    over = loop.iter
    while isinstance(over, ast.Call) and not ast.unparse(over).startswith("range("):
        over = over.args[0] if over.args else getattr(over.func, "value", over.func)  # zip(…), ….items()
    names = [each.id for each in ast.walk(over) if isinstance(each, ast.Name)]
    written = isinstance(over, ast.Tuple | ast.List | ast.Set | ast.Dict | ast.Constant)
    return written or all(name.isupper() or name == "range" for name in names)


def surely_checks(nodes: Iterable[ast.AST]) -> bool:
    """Return whether a check in `nodes` is reached, whatever loops iterate over and branches are taken."""
    for node in nodes:
        if is_check(node):
            return True
        if isinstance(node, ast.For) and not surely_runs(node):
            continue
        if isinstance(node, ast.If):
            if surely_checks(node.body) and surely_checks(node.orelse):
                return True
        elif not isinstance(node, ast.FunctionDef) and surely_checks(ast.iter_child_nodes(node)):
            return True
    return False


def test_no_test_has_all_its_checks_in_a_loop_that_may_be_empty() -> None:
    tests = [
        (file.name, node)
        for file in FILES
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and any(map(is_check, ast.walk(node)))
    ]
    assert len(tests) > 1_000
    assert [(name, test.name) for name, test in tests if not surely_checks(test.body)] == []


def test_it_finds_such_tests() -> None:
    """A check in a loop over a function's result, or in one branch, may be skipped; one over a display may not."""
    sources = ("for each in found():\n assert each", "if found():\n assert each", "for each in (1, 2):\n assert each")
    assert [surely_checks(ast.parse(source).body) for source in sources] == [False, False, True]
