"""What to do for each picture."""

from collections.abc import Callable

from playwright.sync_api import Page

from scorekeeper.rules.model.terms import DrawKind
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.services.referee.ask import WITHOUT_CARDS
from scorekeeper.web.referee.page import QuestionPage, may_draw
from scorekeeper.web.referee.pages import PAGES

from .games import NAMES

Show = Callable[[Page], object]


class Pages:
    """What to do for each picture, by its name."""

    def __init__(self, address: str, variant: str, made: dict[str, str]) -> None:
        self.address = address
        self.variant = variant
        self.made = made

    def all(self) -> dict[str, Show]:
        """Return the pictures in the order in which they are taken: those that change a game come last."""
        go, unfolded = self.go, self.unfolded
        new = f"/games/new/{self.variant}"
        game = VARIANTS[self.variant]
        by_cards = {
            "enter-typed": self.typed,
            "enter-cards": _scrolled(unfolded("some/rounds/new"), "[name='p0-melds']"),
        }
        eliminating = {
            "board-out": go("out"),
            "big-out": go("out/big"),
            "enter-out": go("out/rounds/new"),
            "print-out": go("out/print"),
        }
        return {
            "home-first": self.first_visit,
            "home": go("/"),
            "home-below": _scrolled(go("/"), "[name='language']"),
            "choose": go("/games/new"),
            "new": go(new),
            "new-others": _then(go(new), "[name='empty']", "[name='player-0']:placeholder-shown"),
            "new-unfolded": unfolded(new),
            "new-rules": _scrolled(unfolded(new), "[name^='rule-']"),
            "board-empty": go("empty"),
            "board": go("some"),
            "board-six": go("six"),
            "board-sixty": go("sixty"),
            "board-ended": go("ended"),
            "board-chart": _scrolled(go("some"), "#chart figcaption"),
            "board-sixty-chart": _scrolled(go("sixty"), "#chart figcaption"),
            "board-ended-chart": _scrolled(go("ended"), "#rounds"),
            "board-below": _scrolled(go("some"), "main > :last-child"),
            "board-hidden": go("hidden"),
            "board-hidden-below": _scrolled(go("hidden"), "main > :last-child"),
            "big-hidden": go("hidden/big"),
            "result-hidden": go("hidden/result"),
            "settings-hidden": _scrolled(unfolded("hidden/settings"), "#hide_totals"),
            "big": go("some/big"),
            "big-six": go("six/big"),
            "big-eight": go("sixty/big"),
            "enter": go("some/rounds/new"),
            "enter-eight": go("sixty/rounds/new"),
            "enter-unfolded": unfolded("some/rounds/new"),
            **(by_cards if game.has_cards else {}),
            **(eliminating if "out" in self.made else {}),
            "enter-refused": _then(go("empty/rounds/new"), ".dock .actions .button", ".said:not(:empty)"),
            "round": go("some/rounds/2"),
            "round-last": go("ended/rounds/9"),
            "round-unfolded": _scrolled(unfolded("some/rounds/2"), ".danger"),
            "edit": go("some/rounds/2/edit"),
            "history": go("some/history"),
            "settings": go("some/settings"),
            "settings-unfolded": _scrolled(unfolded("some/settings"), "#joining"),
            "settings-rules": _scrolled(unfolded("some/settings"), "[name^='rule-']"),
            "settings-refused": self.settings_refused,
            "settings-refused-below": _scrolled(self.settings_refused, "#joining"),
            "delete": go("some/delete"),
            "print": go("some/print"),
            "print-below": _scrolled(go("some/print"), "main ul:last-of-type"),
            "result": go("ended/result"),
            "result-below": _scrolled(go("ended/result?shape=wide"), ".actions"),
            "rules": go(f"/rules/{self.variant}"),
            "rules-below": _scrolled(go(f"/rules/{self.variant}"), "main section:nth-of-type(4)"),
            "import": go("/import"),
            "import-refused": self.import_refused,
            "board-on-paper": self.on_paper,
            "join": go("/join"),
            "privacy": go("/privacy"),
            "device": go("/device"),
            "device-below": _scrolled(go("/device"), "main > :last-child"),
            "share": unfolded("some/share"),
            "error-403": go("/games/nothing"),
            **{f"error-{status}": go(f"/errors/{status}") for status in (404, 405, 413, 429, 500, 503)},
            **{name: go(path) for name, path in self.made.items() if path.startswith("/")},
            **self.referee(),
            "saved": self.saved("some"),
            "saved-six": self.saved("six"),
            "saved-hidden": self.saved("hidden"),
            "saved-unfolded": _then(self.saved("some"), ".rounds tbody th a", ".under"),
            "voided": _then(unfolded("some/rounds/2"), ".danger", "[role='status']"),
            "share-code": _then(go("some/share"), ".wide", ".code"),
            "share-move": _then(go("/device"), "[action='/device/games'] button", ".code"),
            "share-recovery": _then(go("/device"), "[action='/device/recovery'] button", ".code"),
        }

    def go(self, path: str) -> Show:
        """Open a path, which begins with a slash or with the name of a game."""
        game, slash, rest = path.partition("/")
        return lambda page: page.goto(self.address + (f"/games/{self.made[game]}{slash}{rest}" if game else path))

    def unfolded(self, path: str) -> Show:
        """Open a path, and everything that is folded on the page."""

        def unfold(page: Page) -> None:
            self.go(path)(page)
            page.evaluate("for (const each of document.querySelectorAll('main details')) each.open = true")

        return unfold

    def first_visit(self, page: Page) -> None:
        """Open the first page as a new device does."""
        kept = page.context.cookies()
        page.context.clear_cookies()
        page.goto(self.address)
        again = [{key: value for key, value in cookie.items() if key != "partitionKey"} for cookie in kept]
        page.context.add_cookies(again)  # type: ignore[arg-type]  # as Playwright gave them

    def typed(self, page: Page, game: str = "some") -> None:
        """Fill in a round by taps."""
        self.go(f"{game}/rounds/new")(page)
        page.evaluate("localStorage.clear()")  # the draft of another picture
        page.reload()
        page.locator(".who .choice").nth(1).click()
        for number in range(page.locator(".entry").count()):
            cell = page.locator(".entry > .cell").nth(number)
            if number:
                cell.click()
            for key in ("1", "5") if number != 1 or VARIANTS[self.variant].scoring.table_scores else ("0",):
                page.locator(f".key[data-key='{key}']").click()

    def saved(self, game: str) -> Show:
        """Save a round, and accept what is unlikely."""

        def save(page: Page) -> None:
            self.typed(page, game)
            page.locator(".dock .actions .button").first.click()
            anyway, done = page.locator("[name='accept_warnings']"), page.locator("[role='status']")
            anyway.or_(done).first.wait_for()
            if anyway.count():
                anyway.click()
            done.wait_for()

        return save

    def settings_refused(self, page: Page) -> None:
        """Send settings with mistakes."""
        self.unfolded("some/settings")(page)
        page.locator("#new-0-name").fill(NAMES[1])
        page.locator("[name^='rule-'][inputmode='numeric']").first.fill("-1")
        page.locator(".actions .main").click()
        page.locator("#summary").wait_for()

    def import_refused(self, page: Page) -> None:
        """Import a file that is damaged."""
        page.goto(f"{self.address}/import")
        page.locator("#file").set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": b"{"})
        page.locator(".actions .main").click()
        page.locator("#summary").wait_for()

    def on_paper(self, page: Page) -> None:
        """Show the scoreboard as a browser prints it."""
        self.go("sixty")(page)
        page.emulate_media(media="print")

    def ask(self, slug: str, *chosen: str, **typed: str) -> Show:
        """Fill in a question to the referee; `chosen` are selectors of choices."""

        def fill(page: Page) -> None:
            self.go(f"some/referee/{slug}")(page)
            for choice in chosen:
                page.locator(f"label:has({choice})").locator("visible=true").click()
            for name, text in typed.items():
                page.locator(f"[name='{name}']").fill(text)

        return fill

    def judged(self, slug: str, *chosen: str, **typed: str) -> Show:
        """Have a question judged."""
        return _then(self.ask(slug, *chosen, **typed), ".asking .actions .main", "#verdict, #summary")

    def referee(self) -> dict[str, Show]:
        """Return the pictures of the referee: of the questions that the game has."""
        variant = VARIANTS[self.variant]
        run = ["R7", "R8", "R9", "R10", "B13"] if variant.deck.numbered else ["7h", "8h", "9h", "10h", "kd"]
        first, second, third, fourth, high = run
        pile = {"pile": "4c kh 9d", "hand_before": "2s 2d 7h"}
        only_me, whole = "[name='discreet']", "[value='whole_pile']"
        questions: dict[str, tuple[str, Show]] = {
            "meld": ("meld", self.tapped),
            "legal": ("meld", self.judged("meld", cards=f"{first} {second} {third}")),
            "illegal": ("meld", self.judged("meld", cards=f"{first} {second} {fourth}")),
            "depends": ("meld", self.judged("meld", cards=f"{first} {second} jk")),
            "refused": ("meld", self.judged("meld", cards=f"{first} {first} 7x")),
            "value": ("hand-value", self.judged("hand-value", cards=f"{first} {high}")),
            "discreet": ("hand-value", self.judged("hand-value", only_me, cards=f"{first} {high}")),
            "score": ("row", self.ask("row")),
            "end": ("game-end", self.ask("game-end")),
            "call": ("rummy-call", self.ask("rummy-call")),
            "pile": ("pile", self.ask("pile")),
            "help": ("arrange", self.judged("arrange", cards=f"{first} {second} {third} {high}")),
            "table": ("table", self.ask("table")),
            "out": ("go-out", self.ask("go-out")),
            "opening": ("opening", self.ask("opening")),
        }
        if may_draw(DrawKind.WHOLE_PILE)(variant):
            questions["penalty"] = ("pile", self.judged("pile", whole, **pile))
        decided = {"referee-accepted": _then(questions["illegal"][1], "[value='accept']", "[role='status']")}
        return {
            "referee": self.go("some/referee"),
            "referee-all": self.unfolded("some/referee"),
            **{f"referee-{name}": show for name, (slug, show) in questions.items() if _asked(PAGES[slug], variant)},
            "referee-no-rulings": self.go("some/referee/rulings"),
            **(decided if variant.has_cards else {}),
            "referee-rulings": self.go("some/referee/rulings"),
        }

    def tapped(self, page: Page) -> None:
        """Choose cards on the grid."""
        self.ask("meld")(page)
        for key in (
            "suit='♥'",
            "rank='7'",
            "rank='8'",
            "rank='JK'" if VARIANTS[self.variant].deck.jokers else "rank='9'",
        ):
            page.locator(f".grid [data-{key}]").click()


def _asked(page: QuestionPage, variant: Variant) -> bool:
    """Return whether a game has the question of a page."""
    return page.exists(variant) and (variant.has_cards or page.question in WITHOUT_CARDS)


def _then(show: Show, tap: str, wait_for: str) -> Show:
    def and_tap(page: Page) -> None:
        show(page)
        page.locator(tap).locator("visible=true").first.click()
        page.locator(wait_for).first.wait_for()

    return and_tap


def _scrolled(show: Show, to: str) -> Show:
    def scroll(page: Page) -> None:
        show(page)
        page.locator(to).first.scroll_into_view_if_needed()

    return scroll
