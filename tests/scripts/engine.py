"""Run our scripts in QuickJS, without a browser."""

import json
from pathlib import Path
from typing import Any

import quickjs

from scorekeeper.web.assets.bundles import bundled

HERE = Path(__file__).parent


def script(name: str) -> str:
    """Return a script of this folder bundled with its imports; its exports become members of `globalThis`."""
    return bundled(HERE / name).decode()


class Engine:
    """A QuickJS context that has run one script of this folder."""

    def __init__(self, name: str) -> None:
        self.context = quickjs.Context()
        self.context.eval(script(name))

    def call(self, function: str, *arguments: object) -> Any:
        """Call a function of the script, which takes JSON and returns JSON."""
        return json.loads(self.context.get(function)(*(json.dumps(each) for each in arguments)))
