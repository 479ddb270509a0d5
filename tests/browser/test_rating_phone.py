"""Rating points on a phone: both columns of a table of four fit, and count on without network."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from .table import fill_round, given, nothing_waits
from .test_offline import wait_for_worker

_WIDE = "[document.scrollingElement, document.querySelector('.scroll')].map((e) => e.scrollWidth - e.clientWidth)"


@pytest.fixture
def phone(open_phone: Callable[..., Page], complaints: list[str]) -> Iterator[Page]:
    """A phone with service workers; the only errors that it may have are failed requests of htmx."""
    yield open_phone(service_workers="allow")
    complaints[:] = [each for each in complaints if "TypeError: Failed to fetch" not in each]


def shows(page: Page, *rows: tuple[str, str, str]) -> None:
    """Wait until the board shows these names, rating points and totals, and the list of rounds the same sums."""
    expect(page.locator(".totals bdi")).to_have_text([name for name, _, _ in rows])
    expect(page.locator(".totals .rated")).to_have_text([f"Rating points {rated}" for _, rated, _ in rows])
    expect(page.locator(".totals b")).to_have_text([total for _, _, total in rows])
    seats = sorted(rows)  # by their names
    expect(page.locator(".rounds tfoot .r")).to_have_text([rated for _, rated, _ in seats])


def test_a_table_of_four_fits_and_counts_rating_points_on_without_network(
    phone: Page, axe: Callable[[Page], None]
) -> None:
    given(phone, "de-turnier", "Anneliese", "Bernhard", "Cleo", "Dag")
    wait_for_worker(phone)
    fill_round(phone, "Anneliese", p1_minus="12", p2_minus="131", p3_minus="30")
    phone.locator(".actions").get_by_role("button", name="Save").click()
    online = ("Anneliese", "5", "0"), ("Bernhard", "2", "−12"), ("Dag", "1", "−30"), ("Cleo", "0", "−131")
    shows(phone, *online)
    assert phone.evaluate(_WIDE) == [0, 0]
    axe(phone)
    wait_for_worker(phone)
    phone.context.set_offline(True)
    fill_round(phone, "Dag", "Hand-Rommé", p0_minus="20", p1_minus="11", p2_points="−62")
    phone.locator(".actions").get_by_role("button", name="Save").click()
    counted = ("Dag", "9", "−30"), ("Anneliese", "7", "−40"), ("Bernhard", "4", "−34"), ("Cleo", "0", "−193")
    shows(phone, *counted)
    expect(phone.locator(".rounds tbody tr").first.locator(".r")).to_have_text(["2", "2", "0", "8"])
    phone.locator(".rounds tbody th a").first.click()
    expect(phone.locator(".under .rated")).to_have_text([f"Rating points: {each}" for each in (2, 2, 0, 8)])
    phone.context.set_offline(False)
    nothing_waits(phone)
    expect(phone.locator(".rounds [data-unsent]")).to_have_count(0)
    shows(phone, *counted)
    phone.get_by_role("button", name="Undo").click()
    shows(phone, *online)
