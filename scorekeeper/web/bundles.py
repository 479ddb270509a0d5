"""Scripts and styles that are written in several files and sent as one: a script of ES modules, a style of imports."""

import re
from pathlib import Path

_SCRIPT_IMPORT = re.compile(r'^import (?:(\{[^}]*\}) from )?"(\./[\w./-]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:const|class) (\w+))", re.MULTILINE)
_STYLE_IMPORT = re.compile(r'^@import "(\./[\w./-]+)";\n', re.MULTILINE)


def bundled(path: Path) -> bytes:
    """Return what a static file holds, with all that it imports if it is a script or a style."""
    if path.suffix not in (".js", ".css") or ".min." in path.name:
        return path.read_bytes()
    if path.suffix == ".css":
        return _style(path).encode()
    modules: dict[Path, str] = {}
    _collect(path.resolve(), modules)
    if len(modules) == 1:
        return path.read_bytes()
    return "".join(['"use strict";\n{\n', *modules.values(), "}\n"]).encode()


def _style(path: Path) -> str:
    return _STYLE_IMPORT.sub(lambda found: _style(path.parent / found[1]), path.read_text())


def _collect(path: Path, modules: dict[Path, str]) -> None:
    """Put a module behind those that it imports, each in a scope of its own that gives what it exports."""
    source = path.read_text()
    wanted = {found[2]: (path.parent / found[2]).resolve() for found in _SCRIPT_IMPORT.finditer(source)}
    for each in wanted.values():
        if each not in modules:
            _collect(each, modules)

    def taken(found: re.Match[str]) -> str:
        return f"const {found[1]} = {_name(wanted[found[2]])};\n" if found[1] else ""

    exports = [found[2] for found in _EXPORT.finditer(source)]
    body = _EXPORT.sub(r"\1", _SCRIPT_IMPORT.sub(taken, source))
    modules[path] = f"const {_name(path)} = (() => {{\n{body}return {{ {', '.join(exports)} }};\n}})();\n"


def _name(path: Path) -> str:
    return "module_" + re.sub(r"\W", "_", path.stem)
