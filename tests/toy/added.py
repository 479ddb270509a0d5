"""A plugin for pytest that adds this folder to the package of the games, before anything imports it."""

import sys
from importlib.util import find_spec, module_from_spec
from pathlib import Path

_spec = find_spec("scorekeeper.rules.variants")
assert _spec is not None
assert _spec.loader is not None
assert _spec.submodule_search_locations is not None
_spec.submodule_search_locations.append(str(Path(__file__).parent / "games"))
sys.modules[_spec.name] = module_from_spec(_spec)
_spec.loader.exec_module(sys.modules[_spec.name])
