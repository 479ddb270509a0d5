"""A bundler for ES modules, and for style sheets with `@import`.

A module becomes an immediately invoked function that returns its exports, so two modules may use the same names.
Comments and indentation are removed, a fifth of the bytes. Sources are parsed by line, as the formatter (biome) writes
them; anything that cannot be rewritten in that way raises `BundleError`.

PyPI has no bundler to replace it: esbuild-py transforms single files only and has wheels for some Pythons, bun and
deno are whole runtimes of 40 MB and more, and rollup, rolldown and swc have no wheel.
"""

import re
from collections.abc import Collection
from os.path import relpath
from pathlib import Path
from typing import NamedTuple

_COMMENT = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)
_INDENT = re.compile(r"^[ \t]+|^\n", re.MULTILINE)
_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.\.?/[\w./-]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|class|function|async function) (\w+)\b)", re.MULTILINE)
_UNREADABLE = re.compile(  # a block comment; a template of several lines
    r"^[ \t]*/\*.*$|^[^`\n]*`[^`\n]*(?:`[^`\n]*`[^`\n]*)*$", re.MULTILINE
)
_OTHER_IMPORT = re.compile(r"^[ \t]*(?:import|export)\b.*$|^.*\bimport\s*[(.].*$", re.MULTILINE)

_STYLE_COMMENT = re.compile(r'("[^"\n]*")|[ \t]*/\*.*?\*/', re.DOTALL)
_STYLE_IMPORT = re.compile(r'^@import "(\.\.?/[\w./-]+\.css)";\n', re.MULTILINE)
_OTHER_STYLE = re.compile(r"^.*(?:@import|@charset|@namespace|url\(\s*[\"']?(?!data:|/)).*$", re.MULTILINE)


class BundleError(ValueError):
    """A script or style sheet contains something that cannot be bundled; the message quotes it."""


class _Module(NamedTuple):
    imports: list[tuple[str, Path]]
    """The names between the braces, and the module that they come from."""
    exports: list[str]
    body: str


def bundled(path: Path) -> bytes:
    """Return the content of a static file; a script or style sheet is bundled with all that it imports.

    Raises:
        BundleError: it cannot be bundled.
    """
    if ".min." in path.name or path.suffix not in (".js", ".css"):
        return path.read_bytes()
    path = path.resolve()
    if path.suffix == ".css":
        return _style(path, set()).encode()
    modules: dict[Path, _Module] = {}
    _collect(path, modules, ())
    if len(modules) == 1:
        return _script(path).encode()
    parts = [_scope(each, modules, path.parent) for each in modules]
    return "".join(['"use strict";\n{\n', *parts, "}\n"]).encode()


def _refuse(pattern: re.Pattern[str], text: str, path: Path) -> None:
    if found := pattern.search(text):
        raise BundleError(f"{path} cannot be bundled: {found[0].strip()}")


def _script(path: Path) -> str:
    """Return a script without comments and indentation."""
    source = _COMMENT.sub("", path.read_text("utf-8"))
    _refuse(_UNREADABLE, source, path)
    return _INDENT.sub("", source)


def _module(path: Path) -> _Module:
    source = _script(path)
    body = _EXPORT.sub("", _IMPORT.sub("", source))
    _refuse(_OTHER_IMPORT, body, path)
    imports = [(names, (path.parent / address).resolve()) for names, address in _IMPORT.findall(source)]
    return _Module(imports, _EXPORT.findall(source), body)


def _collect(path: Path, modules: dict[Path, _Module], importers: tuple[Path, ...]) -> None:
    """Add a module and its imports to `modules` in topological order; `importers` is the path to it."""
    module = _module(path)
    importers = (*importers, path)
    for _names, other in module.imports:
        _check_import(path, other, importers)
        if other not in modules:
            _collect(other, modules, importers)
    modules[path] = module


def _check_import(path: Path, other: Path, refused: Collection[Path]) -> None:
    if other in refused or not other.is_file():
        raise BundleError(
            f"{path} cannot import {other}: {'it is there already' if other in refused else 'no such file'}"
        )


def _scope(path: Path, modules: dict[Path, _Module], root: Path) -> str:
    """Return the function of a module, with its imports as constants."""
    imports, exports, body = modules[path]
    bindings = "".join(
        f"const {{ {_bindings(names, modules[other].exports, path)} }} = {_name(other, root)};\n"
        for names, other in imports
        if names
    )
    return f"const {_name(path, root)} = (() => {{\n{bindings}{body}return {{ {', '.join(exports)} }};\n}})();\n"


def _bindings(names: str, exports: list[str], path: Path) -> str:
    """Return the names of an import as a destructuring pattern: `a, b as c` becomes `a, b: c`."""
    pairs = [each.strip().partition(" as ") for each in names.split(",") if each.strip()]
    for name, _as, _own in pairs:
        if name not in exports:
            raise BundleError(f"{path} imports {name}, which is not exported there")
    return ", ".join(f"{name}: {own}" if own else name for name, _as, own in pairs)


def _name(path: Path, root: Path) -> str:
    """Return the identifier of a module: its path, with every character but letters and digits as its code point."""
    letters = re.sub(r"[^a-zA-Z0-9/]", lambda found: f"${ord(found[0])}", relpath(path, root)[: -len(".js")])
    return "module_" + letters.replace("/", "_")


def _style(path: Path, seen: set[Path]) -> str:
    """Return a style sheet with its imports inlined, without comments and indentation."""
    seen.add(path)
    source = _STYLE_COMMENT.sub(lambda found: found[1] or "", path.read_text("utf-8"))
    _refuse(_OTHER_STYLE, _STYLE_IMPORT.sub("", source), path)

    def imported(found: re.Match[str]) -> str:
        other = (path.parent / found[1]).resolve()
        _check_import(path, other, seen)
        return _style(other, seen)

    return _STYLE_IMPORT.sub(imported, _INDENT.sub("", source))
