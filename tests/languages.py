"""Catalogues that tests make: they are compiled into a folder, and their language can be chosen while a test runs."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from flask import Flask

from scorekeeper import extensions
from scorekeeper.services import variants
from scorekeeper.services.referee import answer_documents
from scorekeeper.web.assets import assets, offline
from translations import catalogues


@contextmanager
def offered(app: Flask, folder: Path, *made: Catalog) -> Iterator[None]:
    """Compile catalogues into `folder`, and offer English and their languages, no others, within the block."""
    for catalogue in made:
        file = folder / str(catalogue.locale) / catalogues.MO
        file.parent.mkdir(parents=True)
        with file.open("wb") as lines:
            write_mo(lines, catalogue)
    directories = app.extensions["babel"].translation_directories
    usual = directories.copy()
    with pytest.MonkeyPatch.context() as patch:
        for tag in [tag for tag in extensions.LANGUAGES if tag != "en"]:
            patch.delitem(extensions.LANGUAGES, tag)
        for catalogue in made:
            assert isinstance(catalogue.locale, Locale)
            patch.setitem(extensions.LANGUAGES, str(catalogue.locale).replace("_", "-"), catalogue.locale)
        directories[:] = [str(folder)]
        _forget(app)
        try:
            yield
        finally:
            directories[:] = usual
    _forget(app)


def _forget(app: Flask) -> None:
    """Clear what is cached by language."""
    caches: list[Callable[[], None]] = [
        *(assets._words.cache_clear, assets.static_url.cache_clear, offline._script.cache_clear),
        *(answer_documents._rule.cache_clear, variants._variant.cache_clear, extensions._translators.cache_clear),
    ]
    for clear in caches:
        clear()
    with app.app_context():
        extensions.babel.domain_instance.cache.clear()
