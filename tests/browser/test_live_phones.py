"""Live updates on two phones: one saves, the other shows it without a reload, a layout shift or a lost input."""

import http.client
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, Request, Route, expect

from scorekeeper.config.settings import Settings
from scorekeeper.services.access import access
from scorekeeper.services.access.access import Role
from scorekeeper.services.games import creating
from scorekeeper.services.referee.clock import now, turn_clock
from scorekeeper.services.views import loading
from scorekeeper.store import queries
from scorekeeper.store.database import writing
from scorekeeper.store.rows import ClockRow

from ..processes import serving
from .table import becomes, fill_round, given, save

Phones = tuple[Page, Page]


@pytest.fixture
def join(live_app: Flask, open_phone: Callable[..., Page]) -> Callable[..., Page]:
    """A function that returns another phone, which has joined the game at a URL."""

    def joined(url: str, role: Role = Role.SCORER, **more: object) -> Page:
        with live_app.app_context():
            key = access.new_key(url.rsplit("/", 1)[1], role)
        other = open_phone(**more)
        other.set_default_timeout(8_000)
        other.goto(f"/join/{key}")
        other.get_by_role("button").first.click()
        expect(other.locator(".totals")).to_be_visible()
        other.wait_for_load_state()  # before its scripts have run, a tap on a link opens the whole page
        return other

    return joined


@contextmanager
def buffering_proxy(server: str) -> Iterator[str]:
    """Yield the URL of a proxy that forwards a response when it is complete, so never a stream."""
    away = threading.Event()

    class Proxy(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            data = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            with closing(http.client.HTTPConnection(server.removeprefix("http://"))) as connection:
                connection.request(self.command, self.path, data, dict(self.headers))
                if self.path.endswith("/events"):
                    away.wait(30)
                    return
                answer = connection.getresponse()
                body = answer.read()
            self.send_response_only(answer.status)
            for name, value in answer.getheaders():
                if name not in ("Content-Length", "Transfer-Encoding", "Connection"):
                    self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    proxy = ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    proxy.handle_error = lambda *_: None  # type: ignore[method-assign]  # a phone that went away is no news
    thread = threading.Thread(target=proxy.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{proxy.server_port}"
    away.set()
    proxy.shutdown()
    proxy.server_close()
    thread.join()


@pytest.fixture
def two(page: Page, join: Callable[..., Page]) -> Phones:
    """Two scorers' phones with the scoreboard of a game with a round."""
    given(page, "da-500", "Anna", "Bo", rounds=[{"who": "p0", "p0-points": "35", "p1-points": "-10"}])
    return page, join(page.url)


def totals(page: Page, *texts: str) -> None:
    """Wait until the page shows these totals."""
    expect(page.locator(".totals b")).to_have_text(list(texts))


def test_a_round_saved_on_one_phone_shows_on_the_other(two: Phones) -> None:
    """In both directions; the change is announced, and each phone sends one request for each change of the other."""
    one, other = two
    asked: list[Request] = []
    for phone in two:
        phone.on("request", lambda request: asked.append(request) if "/board" in request.url else None)
    other.evaluate("window.same = true")
    fill_round(one, "Bo", p0_points="5", p1_points="100")
    save(one, "Bo 90", "Anna 40")
    totals(other, "90", "40")
    expect(other.locator(".rounds tbody tr")).to_have_count(2)
    expect(other.locator("[aria-live]")).to_have_text("Round 2 was entered.")
    expect(other.locator(".totals .fresh")).to_have_count(2)
    assert other.evaluate("window.same")
    other.get_by_role("button", name="Undo").click()
    totals(one, "35", "−10")
    expect(one.locator("[aria-live]")).to_have_text("Round 2 was undone.")
    expect(one.locator(".change")).to_have_count(0)
    one.wait_for_timeout(500)
    assert len(asked) == 2
    one.get_by_role("button", name="Redo").click()  # its form is the new one
    totals(other, "90", "40")


def test_the_board_does_not_change_under_a_finger(two: Phones) -> None:
    """Undo must not be where another button was when the finger came down."""
    one, other = two
    other.locator(".totals").hover()
    other.mouse.down()
    fill_round(one, "Bo", p0_points="5", p1_points="100")
    with other.expect_response(lambda answer: "/board" in answer.url and answer.ok) as answered:
        save(one, "Bo 90", "Anna 40")
    answered.value.finished()
    other.wait_for_timeout(300)
    totals(other, "35", "−10")
    other.mouse.up()
    totals(other, "90", "40")


def test_what_is_unfolded_and_in_view_stays(two: Phones) -> None:
    one, other = two
    other.get_by_role("link", name="1", exact=True).click()
    expect(other.locator(".under")).to_be_visible()
    other.locator("details summary").last.click()
    other.evaluate("scrollTo(0, document.body.scrollHeight)")
    link = other.get_by_role("link", name="History")
    link.focus()
    link.evaluate("each => each.scrollIntoView({block: 'center'})")
    before = link.evaluate("each => each.getBoundingClientRect().top")
    fill_round(one, "Bo", p0_points="5", p1_points="100")
    save(one, "Bo 90", "Anna 40")
    totals(other, "90", "40")
    expect(other.locator(".under")).to_have_count(1)
    expect(other.locator(".rounds tbody tr").nth(1)).to_contain_text("1")
    expect(other.locator("details[open]")).to_have_count(1)
    assert other.evaluate("document.activeElement.textContent") == "History"
    assert other.evaluate("document.querySelector('.under').previousElementSibling.cells[0].innerText.trim()") == "1"
    assert link.evaluate("each => each.getBoundingClientRect().top") == pytest.approx(before, abs=2)


def test_a_half_typed_round_is_not_touched(two: Phones) -> None:
    """The second scorer sees a notice, goes on typing, and chooses when saving."""
    one, other = two
    fill_round(other, "Anna", p0_points="45")
    fill_round(one, "Bo", p0_points="5", p1_points="100")
    save(one, "Bo 90", "Anna 40")
    notice = other.locator(".elsewhere")
    expect(notice).to_contain_text("Round 2 was entered.")
    expect(other.locator("[name='p0-points']")).to_have_value("45")
    expect(other.get_by_role("heading", name="Round 2")).to_be_visible()
    notice.get_by_role("button", name="Continue here").click()
    expect(notice).to_have_count(0)
    expect(other.locator("[name='p0-points']")).to_have_value("45")


def test_two_scorers_on_one_round_choose(two: Phones) -> None:
    """The second sees both rounds and replaces the first one; then the first scorer keeps what is stored."""
    one, other = two
    for first, second in ((one, other), (other, one)):
        fill_round(second, "Anna", p0_points="45", p1_points="0")
        fill_round(first, "Bo", p0_points="5", p1_points="100")
        first.locator(".actions").get_by_role("button", name="Save").click()
        expect(first.locator(".change")).to_be_visible()
        second.locator(".actions").get_by_role("button", name="Save").click()
        rows = second.locator(".clash tbody tr")
        expect(rows).to_have_text(["Anna 5 45", "Bo 100 0"], use_inner_text=True)
        if second is other:
            second.get_by_role("button", name="Replace round 2 with mine").click()
            for phone in two:
                totals(phone, "80", "−10")
        else:
            second.get_by_role("link", name="Keep the saved one").click()
            for phone in two:
                totals(phone, "90", "85")
            second.get_by_role("link", name="Enter round").click()
            expect(second.locator("[name='p0-points']")).to_have_value("")


def test_a_viewer_and_the_big_view_follow(two: Phones, join: Callable[..., Page]) -> None:
    """The big view shows all totals in at least a tenth of the screen's height, and no controls."""
    one, _ = two
    viewer = join(one.url, Role.VIEWER)
    screen = join(one.url, Role.VIEWER, viewport={"width": 1280, "height": 720}, is_mobile=False)
    screen.get_by_role("link", name="Big view").click()
    expect(screen.locator("div.big")).to_be_visible()  # the game's own page has these totals, too
    totals(screen, "35", "−10")
    dealt_before = screen.locator("#next-deal").inner_text()
    assert dealt_before.endswith(" deals")
    fill_round(one, "Bo", p0_points="5", p1_points="100")
    save(one, "Bo 90", "Anna 40")
    totals(viewer, "90", "40")
    totals(screen, "90", "40")
    expect(screen.locator(".headline")).to_have_text("Round 3 is next.")
    dealer = viewer.locator("#next-deal .dealer").inner_text()
    expect(screen.locator("#next-deal")).to_have_text(re.compile(f"^{dealer}\\s· "))
    assert screen.locator("#next-deal").inner_text() == dealer, "of the next deal only the dealer is seen"
    assert dealer != dealt_before
    for total in screen.locator(".totals b").all():
        box = total.bounding_box()
        assert box is not None
        assert total.evaluate("each => parseFloat(getComputedStyle(each).fontSize)") >= 72
        assert box["y"] + box["height"] <= 720
    assert screen.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert screen.locator("main :is(a, button, input)").count() == 0


def test_whoever_is_withdrawn_is_shown_out_at_once(two: Phones, join: Callable[..., Page]) -> None:
    """Open pages are closed, too; an open form shows a notice and keeps its input."""
    one, typing = two
    viewer = join(one.url, Role.VIEWER)
    fill_round(typing, "Anna", p0_points="45")
    one.get_by_role("link", name="Share").click()
    one.locator("summary", has_text="Lost a phone").click()
    one.get_by_role("button", name="Withdraw all others").click()
    expect(viewer.get_by_role("heading", level=1)).to_have_text("This device has lost access to the game")
    expect(typing.locator(".elsewhere")).to_contain_text("can no longer enter rounds")
    expect(typing.locator("[name='p0-points']")).to_have_value("45")


def test_behind_a_proxy_that_keeps_streams_back_the_page_asks_now_and_then(
    two: Phones, join: Callable[..., Page], live_server: str
) -> None:
    """The page gives up the silent stream after some seconds, polls, and tries the stream again after a minute."""
    one, _ = two
    with buffering_proxy(live_server) as proxy:
        other = join(one.url, Role.VIEWER, base_url=proxy)
        other.clock.install()
        other.reload()
        totals(other, "35", "−10")
        streams: list[str] = []  # after the one that is open now
        other.on("request", lambda request: streams.append(request.url) if "/events" in request.url else None)
        fill_round(one, "Bo", p0_points="5", p1_points="100")
        save(one, "Bo 90", "Anna 40")
        other.clock.run_for(9_000)
        with other.expect_response("**/board"):
            other.clock.run_for(16_000)
        totals(other, "90", "40")
        assert not streams
        other.close()


def test_a_round_whose_answer_was_lost_is_there_once_when_it_is_sent_again(
    open_phone: Callable[..., Page], migrated_sqlite: Path, tmp_path: Path
) -> None:
    """The server is killed between commit and response and restarted; a phone without script repeats the request."""
    shutil.copyfile(migrated_sqlite, tmp_path / "once.sqlite3")
    settings = Settings(data_dir=tmp_path, database_url=f"sqlite:///{tmp_path / 'once.sqlite3'}")
    with serving(settings, dies="after") as port:
        phone = open_phone(base_url=f"http://127.0.0.1:{port}", java_script_enabled=False)
        given(phone, "da-500", "Anna", "Bo")
        fill_round(phone, "Anna", p0_points="35", p1_points="20")
        with phone.expect_event("requestfailed"):
            phone.locator(".actions").get_by_role("button", name="Save").click(no_wait_after=True)
    with serving(settings, port):
        phone.reload()  # asked whether to send it again: yes
        totals(phone, "35", "20")
        expect(phone.locator(".rounds tbody tr")).to_have_count(1)


def test_the_clock_of_a_turn_runs_on_every_phone(
    page: Page, join: Callable[..., Page], live_app: Flask, axe: Callable[[Page], None]
) -> None:
    """Also if the phone's clock is an hour off. Only phones with the switch on vibrate."""
    given(page, "nb-rummy", "Ida", "Ole")
    game = page.url
    viewer, screen = (join(game, Role.VIEWER) for _ in range(2))
    for phone in (page, viewer, screen):
        phone.add_init_script("window.shaken = 0; navigator.vibrate = () => ++shaken;")
    viewer.add_init_script("const real = Date.now; Date.now = () => real() + 3600e3;")
    screen.goto(f"{game}/big")
    viewer.reload()
    page.reload()
    page.get_by_role("checkbox", name="Sound and vibration").check()
    assert page.evaluate("shaken") == 1  # this is how it feels
    clocks = [phone.locator(".clock .left") for phone in (page, viewer, screen)]
    expect(clocks[1]).to_be_hidden()
    expect(clocks[2]).to_have_text("1:00")  # the big view has it before it runs
    expect(screen.get_by_role("timer", name="Time left")).to_be_visible()
    expect(screen.get_by_text("Time left")).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    for clock in clocks:
        expect(clock).to_have_text("0:58", timeout=15_000)
    axe(page)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    viewer.reload()
    left = clocks[1].inner_text()  # as the server has it: the others show what they counted until they hear of it
    for clock in clocks:
        expect(clock).to_have_text(left)
    assert viewer.locator(".clock button").count() == 0
    with live_app.app_context(), writing() as session:
        since = now() - timedelta(seconds=58)
        queries.put_clock(session, ClockRow(game.rsplit("/", 1)[1], number=9, used=0.0, since=since))
    for phone in (page, viewer, screen):
        expect(phone.get_by_text("Time’s up.")).to_be_visible()
    assert [phone.evaluate("shaken") for phone in (page, viewer, screen)] == [2, 0, 0]


def test_a_phone_without_a_stream_asks_now_and_then(two: Phones, complaints: list[str]) -> None:
    """The server has no stream left: the page polls, and gets 304 until something changes."""
    one, other = two
    refused: list[str] = []

    def refuse(route: Route) -> None:
        refused.append(route.request.url)
        route.fulfill(status=503)

    other.context.route("**/events", refuse)
    other.clock.install()
    other.reload()
    totals(other, "35", "−10")
    with other.expect_response("**/board") as quiet:
        other.clock.run_for(16_000)
    assert quiet.value.status == 304
    fill_round(one, "Bo", p0_points="5", p1_points="100")
    save(one, "Bo 90", "Anna 40")
    other.clock.run_for(16_000)
    totals(other, "90", "40")
    assert refused
    assert {complaint.split(" ")[0] for complaint in complaints} <= {"503"}  # if the browser noted it in time
    complaints.clear()  # it was told so


def test_the_screen_stays_on_unless_somebody_wants_otherwise(two: Phones) -> None:
    """The wake lock is requested again when the page becomes visible; the switch is remembered."""
    one, _ = two
    one.add_init_script(
        "window.held = 0; Object.defineProperty(navigator, 'wakeLock', {value: {request: async () => {"
        "held++; return {released: false, release: async () => { held--; }}; }}});"
    )
    one.reload()
    switch = one.get_by_role("checkbox", name="Keep the screen on")
    expect(switch).to_be_checked()
    becomes(one, "held === 1")
    switch.uncheck()
    becomes(one, "held === 0")
    one.reload()
    expect(switch).not_to_be_checked()
    assert one.evaluate("held") == 0


SCREENS = {(1280, 800), (1920, 1080), (1024, 768), (768, 1024), (810, 1080)}  # televisions, and tablets either way up
MANY = ["Alexandra-Magdalena", "Bo", "Cleopatra", "Dagny", "Ebbe", "Frederikke", "Gus", "Hildegard"]
NOTICE = f"<p id=offline class=notice>{'word ' * 12}"
CUT_OFF = f"document.querySelector('main').insertAdjacentHTML('beforebegin', '{NOTICE}')"
MEASURE = """() => {
  const [rows, totals] = ["li", "b"].map((tag) => [...document.querySelectorAll(`.totals ${tag}`)]);
  const box = (each) => each.getBoundingClientRect();
  const parts = [...rows, ...totals, ...document.querySelectorAll("#headline, #next-deal .dealer, .clock")].map(box);
  const before = (one, other) => one.right <= other.left + 1 || one.bottom <= other.top + 1;
  const broken = (name) => { // the lines of its longest word
    const text = name.querySelector("bdi").firstChild, range = document.createRange();
    const word = text.data.split(/(?<=-)| /).reduce((one, other) => (one.length < other.length ? other : one));
    range.setStart(text, text.data.indexOf(word));
    range.setEnd(text, text.data.indexOf(word) + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  };
  const names = [...document.querySelectorAll(".totals .name")];
  const pairs = rows.map(box).flatMap((one, at, all) => all.slice(at + 1).map((other) => [one, other]));
  return [
    Math.min(...totals.map((each) => parseFloat(getComputedStyle(each).fontSize) / innerHeight)) >= 0.1,
    parts.every(({ top, left }) => top >= 0 && left >= 0),
    parts.every(({ bottom, right }) => bottom <= innerHeight + 1 && right <= innerWidth + 1),
    pairs.every(([one, other]) => before(one, other) || before(other, one)),
    Math.min(...names.map((each) => each.clientWidth)) >= 60,
    !names.some(broken),
  ];
}"""


def test_on_every_screen_all_totals_are_a_tenth_of_its_height(page: Page, live_app: Flask, live_server: str) -> None:
    """With two and with eight players, long names and totals; no word is broken, nothing cut, covered or scrolled."""
    page.context.add_cookies([{"name": "device", "value": "T" * 32, "url": live_server}])
    for number in (2, 4, 5, 8):
        names = MANY[:number]
        points = {name: -1045 if seat == 1 else 395 for seat, name in enumerate(names)}
        with live_app.app_context():
            variant = "nb-rummy" if number == 4 else "cs-500"
            game = creating.create_game_for("T" * 32, {"variant": variant, "players": names}, points)
            turn_clock(loading.load_game(game), "start")
        page.goto(f"/games/{game}/big")
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("document.getElementById('offline')?.remove()")
            assert page.evaluate(MEASURE) == [True] * 6, (number, width, height)
            page.evaluate(CUT_OFF)
            assert page.evaluate(MEASURE) == [True] * 6, ("offline", number, width, height)
