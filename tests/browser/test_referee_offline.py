"""The referee without network: the phone's answers and pages, compared with the server's."""

import json
from collections.abc import Callable, Mapping
from difflib import unified_diff

from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.rules.variants import CARD_GAMES
from scorekeeper.services.games import creating

from ..scripts.engine import script
from ..scripts.offline_questions import Book, at_random, from_the_cases

FEW = 70


def test_a_browser_judges_as_the_server_does(page: Page, live_server: str) -> None:
    """Every case, and some random questions of each game; tests/scripts compares thousands."""
    book = Book()
    from_the_cases(book)
    for game in CARD_GAMES:
        at_random(book, game, FEW)
    page.goto("/")
    call = f"(book) => {{\n{script('compare.js')}\nreturn globalThis.compare(book);\n}}"
    asked, different, examples = json.loads(page.evaluate(call, json.dumps([book.tables, book.asked])))
    assert asked > len(CARD_GAMES) * FEW
    assert different == 0, examples


DEVICE = "B" * 32
TWOS = {"twos_wild": True, "declare_suit_in_sets": True}
# Game, house rules, question, what is typed and ticked there.
_TYPED = (
    ("de-romme", TWOS, "meld", {"cards": "7♥8h 9 h, 2♣"}),
    ("de-romme", TWOS, "meld", {"cards": "7h 7s joker"}),
    ("de-romme", TWOS, "meld", {"cards": "7h 7s joker", "joker": "7C"}),
    ("de-romme", TWOS, "meld", {"cards": "2h = 5h, jk=7s 6H"}),
    ("de-romme", TWOS, "meld", {"cards": "qs ks as 2s", "claim-0": "legal", "words-0": "<i> 1", "words-2": "hm"}),
    ("de-romme", TWOS, "meld", {"cards": "7h 8h=9c jk=4k"}),
    ("de-romme", TWOS, "meld", {"cards": "7h 7h 7h xx <b>"}),
    ("de-romme", TWOS, "meld", {"cards": "7h 7h 7h jk jk jk"}),
    ("de-romme", TWOS, "hand-value", {"cards": "2h 10d jk ks ac"}),
    ("de-romme", TWOS, "hand-value", {"cards": ""}),
    ("de-romme", {}, "meld", {"cards": "as 2s 3s", "claim-0": "legal"}),
    ("de-romme", {}, "meld", {"cards": "7h 7h 7s"}),
    ("da-500", {}, "meld", {"cards": "5h 6h jk", "first_round": "1", "claim-0": "illegal", "claim-2": "illegal"}),
    ("da-500", {}, "meld", {"cards": "5h 6s 7h"}),
    ("da-500", {}, "meld", {"cards": "5h jk jk"}),
    ("da-500", {}, "meld", {"cards": "jk 5h 6h jk 7h"}),
    ("cs-500", {}, "meld", {"cards": "jk 5h 6h jk=7h"}),
    ("da-500", {}, "meld", {"cards": "5h 6h 7h", "claim-1": "illegal"}),
    ("da-500", {}, "meld", {"cards": " ,"}),
    ("da-500", {}, "meld", {"cards": ""}),
    ("cs-500", {"sets_different_suits": False}, "meld", {"cards": "7h 7h 7s", "melds_laid_this_turn": "0+1"}),
    ("cs-500", {}, "meld", {"cards": "7h 8h", "melds_laid_this_turn": "−1"}),
    ("cs-500", {}, "meld", {"cards": "", "melds_laid_this_turn": "two"}),
    ("cs-500", {}, "meld", {"cards": "7h 9h", "melds_laid_this_turn": "100000"}),
    ("cs-500", {}, "hand-value", {"cards": "7h 8h kd 2c"}),
    ("nb-rummy", {}, "meld", {"cards": "7h 7s 7d 7c jk"}),
    ("nb-rummy", {}, "hand-value", {"cards": "7h kd 1h"}),
    ("is-rommi", {}, "meld", {"cards": "2d 3s 4h"}),
    ("is-rommi", {}, "meld", {"cards": "2d jk 4h"}),
    ("is-rommi", {}, "hand-value", {"cards": "2d 3d 5d"}),
    ("is-rommi", {}, "hand-value", {"cards": "ac"}),
)
# What the page says to a question: without what only the server or only the phone adds, spaces evened out.
_SHOWN = """(main) => {
  const answer = "#summary, #verdict, h2:not(.next h2), .reasons, #verdict ~ .fold:not(.again-form)";
  const parts = [...main.querySelectorAll(`${answer}, .again-form > summary, .sheet .error, [aria-invalid]`)];
  const shown = parts.map((part) => {
    const copy = part.cloneNode(!part.matches("[aria-invalid]"));
    for (const other of copy.querySelectorAll(".here, .earlier, .aloud")) other.remove();
    for (const name of ["value", "inputmode"]) copy.removeAttribute(name);
    const attributes = [...copy.attributes].map(({ name, value }) => `${name}=${value}`).sort();
    const holder = document.createElement("div");
    holder.append(copy);
    return attributes + copy.innerHTML.replace(/\\s+/g, " ").replace(/ ?(<[^>]*>) ?/g, "$1").trim();
  });
  return [...shown, `open: ${main.querySelector(".again-form")?.open}`, main.querySelector("#cards").value];
}"""


_BOTH = f"""([theirs, typed]) => {{
  const shown = {_SHOWN};
  const form = document.getElementById("asking");
  form.reset();
  for (const field of form.querySelectorAll("[type=checkbox]")) field.checked = field.name in typed;
  for (const field of form.querySelectorAll(":is(input, select):not([type=hidden], [type=checkbox])")) {{
    field.value = typed[field.name] ?? "";
  }}
  const tapped = document.createElement("button");
  Object.assign(tapped, {{ name: "joker", value: typed.joker }});
  if (typed.joker) form.append(tapped);
  form.requestSubmit(typed.joker ? tapped : null);
  tapped.remove();
  const served = new DOMParser().parseFromString(theirs, "text/html").querySelector("#page");
  return [shown(served), shown(document.getElementById("page"))];
}}"""
_KEPT = """async (path) => {
  const wait = () => new Promise((done) => setTimeout(done, 50));
  const seen = await caches.open("scorekeeper-seen");
  for (let left = 200; left; left -= 1) {
    if (navigator.serviceWorker.controller && (await seen.match(path))) return;
    await wait();
  }
  throw new Error(`not kept: ${path}`);
}"""


def test_a_page_without_network_shows_what_the_server_would(page: Page, live_server: str, live_app: Flask) -> None:
    """Server and phone make the same page of the same input, except for the line that says where."""
    page.context.add_cookies([{"name": "device", "value": DEVICE, "url": live_server}])
    at, different = "", []
    for variant, rules, question, typed in _TYPED:
        address = f"{_game(live_app, variant, rules)}/referee/{question}"
        if address != at:
            page.context.set_offline(False)
            page.goto(address)
            page.context.set_offline(True)
            at = address
        token = page.locator("[name=csrf_token]").input_value()
        theirs = page.request.post(address, form={**typed, "csrf_token": token}).text()
        served, mine = page.evaluate(_BOTH, [theirs, typed])
        different += [(variant, typed, line) for line in unified_diff(served, mine, lineterm="", n=0)]
    assert not different


def test_the_best_melds_in_hand_are_left_to_the_server(page: Page, live_server: str, live_app: Flask) -> None:
    """Without network the phone counts all cards, and says which reading of a hand with melds takes the network."""
    page.context.add_cookies([{"name": "device", "value": DEVICE, "url": live_server}])

    def asked_offline(rules: dict[str, str]) -> None:
        page.context.set_offline(False)
        page.goto(f"{_game(live_app, 'cs-500', rules)}/referee/hand-value")
        page.context.set_offline(True)
        page.locator("[name=cards]").fill("7h 8h 9h kd")
        page.locator("#asking").evaluate("form => form.requestSubmit()")

    asked_offline({})
    expect(page.locator("#verdict .word")).to_have_text("Left in hand: 34 points")
    doubt = page.locator(".doubt")
    expect(doubt).to_contain_text("Complete melds in hand cost nothing.")
    expect(doubt).to_contain_text("Go online to find")
    asked_offline({"melds_in_hand": "nothing"})
    expect(page.locator("#summary")).to_contain_text("Go online to find")


def _game(app: Flask, variant: str, rules: Mapping[str, bool | str]) -> str:
    """Return the URL of a game of this device, made once for each set of house rules."""
    body = {"variant": variant, "players": ["Ida", "Ole", "Eva"], "house_rules": rules}
    with app.app_context():
        return "/games/" + creating.create_game_for(DEVICE, body, once=json.dumps(body))


def test_the_referee_of_a_game_that_was_seen_answers_without_network(
    open_phone: Callable[..., Page], live_server: str, live_app: Flask, axe: Callable[[Page], None]
) -> None:
    """Its pages were never opened; a verdict can be stored when the network is back."""
    phone = open_phone(service_workers="allow")
    phone.context.add_cookies([{"name": "device", "value": DEVICE, "url": live_server}])
    game = _game(live_app, "da-500", {})
    phone.goto(game)
    phone.evaluate(_KEPT, f"{game}/referee/hand-value")
    phone.context.set_offline(True)
    phone.get_by_role("link", name="Referee").click()
    expect(phone.get_by_text("Offline, this phone can judge melds and count hands.")).to_be_visible()
    phone.get_by_role("link", name="Count my hand").click()
    phone.locator("#cards").fill("kh jk")
    phone.get_by_label("Only for me").check()
    phone.get_by_role("button", name="Count", exact=True).click()
    expect(phone.locator("#verdict .word")).to_have_text("Left in hand: 35 points")
    expect(phone.get_by_text("Nothing of it is kept.")).to_be_visible()
    phone.get_by_role("button", name="Blank now").click()
    expect(phone.get_by_role("heading", name="Gone.")).to_be_visible()
    phone.goto(f"{game}/referee/meld")
    phone.locator("#cards").fill("7h 8h jk")
    phone.get_by_role("button", name="Judge").click()
    phone.locator("#verdict").get_by_role("button", name="nine of hearts").click()
    expect(phone.locator("#cards")).to_have_value("7h 8h JK=9H")
    expect(phone.locator("#verdict .word")).to_have_text("A run of three: 35 points")
    expect(phone.locator("#verdict")).to_contain_text("Answered offline by this phone")
    expect(phone.locator(".reasons bdi").get_by_role("img", name="nine of hearts")).to_have_text("9♥")
    axe(phone)
    phone.context.set_offline(False)
    expect(phone.locator("#offline")).to_have_count(0)
    phone.get_by_role("button", name="Ask again").click()
    phone.get_by_role("button", name="Accept").click()
    expect(phone.get_by_text("The ruling stands.")).to_be_visible()


def test_a_network_that_brings_nothing_is_none_and_other_questions_say_that_they_need_it(
    open_phone: Callable[..., Page], live_server: str, live_app: Flask, complaints: list[str]
) -> None:
    phone = open_phone()
    phone.context.add_cookies([{"name": "device", "value": DEVICE, "url": live_server}])
    game = _game(live_app, "da-500", {})
    phone.goto(f"{game}/referee/meld")
    phone.clock.install()
    phone.route("**/referee/meld", lambda route: None)
    phone.locator("#cards").fill("7h 8h")
    phone.get_by_role("button", name="Judge").click()
    phone.clock.run_for(6_000)
    expect(phone.locator("#verdict .word")).to_have_text("Only 2: a run needs at least 3")
    phone.unroute_all(behavior="ignoreErrors")
    phone.goto(f"{game}/referee/lay-off")
    phone.context.set_offline(True)
    expect(phone.get_by_text("This question needs the network. What you type here stays.")).to_be_visible()
    phone.get_by_role("button", name="Judge").click()
    expect(phone.get_by_text("No answer came: this question needs the network.")).to_be_visible()
    assert all("Failed to fetch" in each for each in complaints)  # which htmx tells the console
    complaints.clear()
