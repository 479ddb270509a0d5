"""A whole round in WebKit, the engine of every iPhone: entering, live updates, a question."""

import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest
from flask import Flask
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.safari.options import Options as SafariOptions
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from scorekeeper.services.games import rounds
from scorekeeper.services.games.changes import Precondition
from scorekeeper.services.payload_reading import received
from scorekeeper.services.payloads import NewRound

_SHOWS = "const [each, text] = arguments; return each.checkVisibility() && each.innerText.includes(text);"


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A virtual display."""
    command = [_program("Xvfb"), "-displayfd", "1", "-screen", "0", "500x900x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    monkeypatch.setenv("DISPLAY", ":" + process.stdout.readline().decode().strip())
    yield
    process.terminate()
    process.communicate()


@pytest.fixture
def webkit(request: pytest.FixtureRequest) -> Iterator[WebDriver]:
    """A WebKit browser: the one of Debian and Fedora, or Safari."""
    mac = sys.platform == "darwin"
    if not mac:
        request.getfixturevalue("screen")
    name = "safaridriver" if mac else "WebKitWebDriver"
    service = Service(_program(name), log_output=subprocess.DEVNULL)
    service.start()
    server = RemoteConnection(client_config=ClientConfig(service.service_url))
    driver = WebDriver(server, options=SafariOptions() if mac else Options())
    driver.set_window_size(390, 844)
    yield driver
    driver.quit()
    service.stop()


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.fail(f"{name} is missing: `./run test` says what to install.", pytrace=False)
    return found


class Phone:
    """A browser and what a user does with it."""

    def __init__(self, driver: WebDriver) -> None:
        self.driver = driver

    def see(self, selector: str, text: str = "") -> WebElement:
        """Wait until an element with a text is visible; return it."""

        def found(driver: WebDriver) -> WebElement | None:
            for each in driver.find_elements(By.CSS_SELECTOR, selector):
                shown = driver.execute_script(
                    "return arguments[0].checkVisibility() ? arguments[0].innerText : null", each
                )
                if shown is not None and text in shown:
                    return each
            return None

        return WebDriverWait(self.driver, 15, 0.1, (WebDriverException,)).until(found, f"no {selector} with {text!r}")

    def tap(self, selector: str, text: str = "") -> None:
        """Tap on an element when it is there, also while the page changes."""

        def tapped(_driver: WebDriver) -> bool:
            self.see(selector, text).click()
            return True

        WebDriverWait(self.driver, 15, 0.1, (WebDriverException,)).until(tapped, f"{selector} with {text!r}")

    def type(self, selector: str, text: str) -> None:
        """Type into a field."""
        field = self.see(selector)
        field.clear()
        field.send_keys(text)


def test_a_round_is_entered_seen_and_asked_about(webkit: WebDriver, live_server: str, live_app: Flask) -> None:
    """By keypad, with a live round from another phone and a verdict, without loading a page again."""
    phone = Phone(webkit)
    webkit.get(live_server)
    phone.tap("a", "New game")
    phone.tap("a", "Rommy (500)")
    phone.type("[name=player-0]", "Anna")
    phone.type("[name=player-1]", "Bo")
    phone.tap("button", "Begin")
    phone.tap(".actions a", "Enter round")
    phone.tap(".who label", "Anna")
    phone.tap("[name=p0-points]")
    for key in ("3", "5"):
        phone.tap(".keys button", key)
    phone.type("[name=p1-points]", "-10")
    phone.tap(".actions button", "Save")
    phone.see(".totals li", "35")
    phone.see(".totals li", "−10")
    webkit.execute_script("window.same = true")
    with live_app.app_context():
        entries = {"Anna": {"points": 5}, "Bo": {"points": 100}}
        game_id = webkit.current_url.rsplit("/", 1)[1]
        rounds.enter_round(game_id, received(NewRound, {"closer": "Bo", "entries": entries}), Precondition())
    phone.see(".totals li.best", "90")
    assert webkit.execute_script("return window.same && document.querySelectorAll('.rounds tbody tr').length") == 2
    phone.tap(".actions a", "Referee")
    phone.tap("main a", "meld")
    phone.type("[name=cards]", "7H 8H 9H")
    phone.tap(".actions button", "Judge")
    phone.see("#verdict", "A run of three")
