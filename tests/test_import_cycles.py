"""No module imports itself indirectly, not even for type checking."""

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest


def _sorted(imports: dict[str, set[str]]) -> list[str]:
    return list(TopologicalSorter(imports).static_order())


def test_no_modules_import_each_other() -> None:
    graph = grimp.build_graph("scorekeeper", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert len(_sorted(imports)) > 200


def test_a_cycle_is_found() -> None:
    with pytest.raises(CycleError):
        _sorted({"a": {"b"}, "b": {"c"}, "c": {"a"}})
