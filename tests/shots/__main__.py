"""The command: `./run shots --help`."""

import argparse
import shutil
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path

from flask import Flask, abort
from playwright.sync_api import Browser, Error, Page, sync_playwright
from sqlalchemy.exc import TimeoutError as NoneFree

from bench.browsing import FLAGS, browser_path
from bench.serving import serving
from bench.store import fresh_store
from scorekeeper import create_app
from scorekeeper.extensions import LANGUAGES
from scorekeeper.rules.variants import VARIANTS

from .games import GAMES, make_games
from .pages import Pages

FOLDER = Path("shots")
SIZES = {"phone": (360, 740), "desk": (1280, 800)}
SCHEMES = ("light", "dark")


def main() -> int:
    """Take the pictures that the arguments ask for, by default all in English; return 1 if one could not be taken."""
    parser = argparse.ArgumentParser(prog="./run shots", description="Take a picture of every page.")
    parser.add_argument("pages", nargs="*", help="the beginnings of their names (all)")
    parser.add_argument("--game", nargs="+", choices=VARIANTS, default=[None], help="games (the language’s own)")
    parser.add_argument("--whole", action="store_true", help="the whole page, also what the screen cuts off")
    parser.add_argument("--lang", nargs="+", choices=[*LANGUAGES], default=["en"], help="languages (en)")
    parser.add_argument("--size", nargs="+", choices=SIZES, default=[*SIZES], help="sizes (both)")
    parser.add_argument("--scheme", nargs="+", choices=SCHEMES, default=[*SCHEMES], help="light, dark (both)")
    asked = parser.parse_args()
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    looks = [*product(asked.game, asked.lang, asked.size, asked.scheme)]
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=browser_path(), args=FLAGS)
        failed = [name for look in looks for name in _take(browser, *look, asked.pages, whole=asked.whole)]
        browser.close()
    print(f"{len(list(FOLDER.iterdir()))} pictures in {FOLDER}", *(f"failed: {name}" for name in failed), sep="\n")
    return bool(failed)


def _take(
    browser: Browser, game: str | None, language: str, size: str, scheme: str, named: Collection[str], *, whole: bool
) -> list[str]:
    """Take pictures of games of their own, because some pages change their game; return those that failed."""
    failed = []
    variant = game or GAMES[language]
    with fresh_store() as store:
        made = make_games(store.env, store.secret, variant)
        with serving("tests.shots.__main__", "app_with_errors", store.env) as server:
            pages = Pages(f"http://127.0.0.1:{server.port}", variant, made)
            with _page(browser, pages.address, store.secret, language, size, scheme) as page:
                for name, show in pages.all().items():
                    if named and not name.startswith(tuple(named)):
                        continue
                    file = FOLDER / f"{name}-{variant}-{language}-{size}-{scheme}.png"
                    try:
                        page.emulate_media(media="screen")
                        show(page)
                        page.screenshot(path=file, full_page=whole)
                    except Error as error:
                        failed.append(f"{file.stem}: {error.message.splitlines()[0]}")
    return failed


def app_with_errors() -> Flask:
    """Return the application with a URL for each error, so that its page can be pictured."""
    app = create_app()

    def fail(status: int) -> str:
        if status == 503:
            raise NoneFree("no connection is free")
        abort(status)

    app.add_url_rule("/errors/<int:status>", view_func=fail)
    return app


@contextmanager
def _page(browser: Browser, address: str, secret: str, language: str, size: str, scheme: str) -> Iterator[Page]:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        has_touch=size == "phone",
        is_mobile=size == "phone",
        locale=language,
        reduced_motion="reduce",
    )
    context.add_cookies([{"name": "device", "value": secret, "url": address}])
    context.set_default_timeout(8_000)
    yield context.new_page()
    context.close()


if __name__ == "__main__":
    sys.exit(main())
