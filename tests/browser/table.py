"""What people at a table do with a phone, as functions."""

from collections.abc import Mapping, Sequence

from playwright.sync_api import Page, expect

from ..web.pages import fields_of, read

_ALL_SENT = """async () => {
    const opening = indexedDB.open("scorekeeper", 1);
    const kept = await new Promise(done => (opening.onsuccess = () => done(opening.result)));
    const count = () => new Promise(
        done => (kept.transaction("unsent").objectStore("unsent").count().onsuccess = e => done(e.target.result)));
    while (await count()) await new Promise(done => setTimeout(done, 20));
    kept.close();
}"""

_BECOMES = """async condition => {
    const began = Date.now();
    while (!condition()) {
        if (Date.now() - began > 5000) return false;
        await new Promise(done => setTimeout(done, 20));
    }
    return true;
}"""


def becomes(page: Page, condition: str) -> None:
    """Wait until a JavaScript expression is true.

    `wait_for_function` needs `eval`, which the pages forbid: it fails unless the expression is true at once.
    """
    assert page.evaluate(f"({_BECOMES})(() => {condition})"), condition


def begin(page: Page, variant: str, *players: str, rules: dict[str, str] | None = None) -> None:
    """Start a game of `variant` from the home page; `rules` maps labels of house rules to what is typed or chosen."""
    page.set_default_timeout(8_000)
    page.goto("/")
    page.get_by_role("link", name="New game").click()
    page.locator(f"a.card[href='/games/new/{variant}']").click()
    expect(page.get_by_role("button", name="Begin")).to_be_visible()
    others = page.get_by_role("button", name="Other players")
    if others.count():  # last time's names stand there
        others.click()
        expect(others).to_have_count(0)
    for number, name in enumerate(players, 1):
        page.get_by_role("textbox", name=f"Player {number}", exact=True).fill(name)
    if rules:
        fold = page.locator("details", has=page.locator("summary", has_text="House rules"))
        if fold.get_attribute("open") is None:
            fold.locator("summary").first.click()
        for label, typed in rules.items():
            field = page.get_by_label(label)
            if field.evaluate("field => field.matches('select')"):
                field.select_option(typed)
            else:
                field.fill(typed)
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("link", name="Enter round")).to_be_visible()
    page.wait_for_load_state()  # until its scripts have run


def given(page: Page, variant: str, *players: str, rounds: Sequence[Mapping[str, str]] = (), **typed: str) -> None:
    """Have a game of the device, and its scoreboard on the page, without the pages of `begin`, which take much longer.

    The forms are sent with the page's own cookies, with other fields as `typed`, and as each of `rounds` says.
    """
    page.set_default_timeout(8_000)
    names = {f"player-{row}": name for row, name in enumerate(players)}
    address = _sent(page, f"/games/new/{variant}", f"/games/new/{variant}", {**names, **typed})
    for each in rounds:
        _sent(page, f"{address}/rounds/new", f"{address}/rounds", each)
    page.goto(address)  # which waits until its scripts have run
    expect(page.get_by_role("link", name="Enter round")).to_be_visible()


def _sent(page: Page, path: str, action: str, typed: Mapping[str, str]) -> str:
    """Send the form with `action` on the page `path` as `typed`, without opening it; return where it leads."""
    forms = [form for form in read(page.request.get(path).text()).all("form") if form.attrs["action"] == action]
    sent = page.request.post(action, form={**dict(fields_of(forms[0])), **typed}, max_redirects=0)
    assert sent.status == 303, sent.text()
    return sent.headers["location"]


def fill_round(page: Page, who: str | None, *ticked: str, **fields: str) -> None:
    """Open the form of the next round and fill it in: `who` went out (None: not asked), fields as `p0_points`."""
    page.get_by_role("link", name="Enter round").click()
    expect(page.locator("form.round")).to_be_visible()
    page.wait_for_load_state()
    if who is not None:
        page.get_by_role("radio", name=who, exact=True).check()
    for label in ticked:
        page.get_by_role("checkbox", name=label).check()
    for name, typed in fields.items():
        field = page.locator(f"[name='{name.replace('_', '-', 1)}']")
        if not field.is_visible():
            page.locator(".entry", has=field).locator("summary").click()
        field.fill(typed)


def save(page: Page, *totals: str) -> None:
    """Save the round, and check the totals of the scoreboard, as `Anna 35`, the best first."""
    page.locator(".actions").get_by_role("button", name="Save").click()
    expect(page.locator(".totals")).to_be_visible()
    expect(page.locator(".totals li")).to_have_count(len(totals))
    for row, total in zip(page.locator(".totals li").all(), totals, strict=True):
        name, points = total.rsplit(" ", 1)
        expect(row.locator("bdi")).to_have_text(name)
        expect(row.locator("b")).to_have_text(points)


def nothing_waits(page: Page) -> None:
    """Wait until no round is in the outbox: if a page is left too early, the next one sends it."""
    page.evaluate(_ALL_SENT)


def rematch(page: Page, *names: str, told: str) -> None:
    """Tap on Rematch, and check the new game: no rounds, the same names in the order of the seats, the same rules."""
    ended = page.url
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_text("Round 1 is next.")).to_be_visible()
    expect(page).not_to_have_url(ended)
    expect(page.locator(".totals li bdi")).to_have_text(list(names))
    expect(page.get_by_text(told)).to_be_visible()
    page.get_by_role("link", name="Enter round").click()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
