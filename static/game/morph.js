// Morph part of a page into a newer state with htmx: it changes only what differs, so focus and half-typed text stay, and so
// do unfolded rows and the scroll position.
// `hx-morph-skip` marks what belongs to this phone alone, `hx-morph-skip-children` what a script draws.

htmx.config.morphIgnore.push("open", "aria-expanded");

const MARKED = ".totals li, tbody tr:not(.under), .headline, #next-deal";

const rowsOf = (tree) => [...tree.querySelectorAll(".rounds tbody tr")].filter((row) => row.querySelector("th a"));

// Give each row its round's URL as an id, so that it is matched when it moves; unfolded details of unchanged rows stay.
const nameRows = (old, fresh) => {
  for (const row of [...rowsOf(old), ...rowsOf(fresh)]) row.id = row.querySelector("th a").getAttribute("href");
  for (const under of old.querySelectorAll(".under")) {
    const row = under.previousElementSibling;
    const same = rowsOf(fresh).find(({ id }) => id === row.id);
    if (same && same.textContent === row.textContent && same.matches(".void") === row.matches(".void")) {
      const copy = under.cloneNode(true);
      const { version } = fresh.querySelector("#live").dataset;
      for (const field of copy.querySelectorAll('[name="version"]')) field.setAttribute("value", version);
      same.after(copy);
    }
  }
};

// Morph an element; return the new and changed parts to highlight.
export const morph = (old, fresh) => {
  nameRows(old, fresh);
  const watcher = new MutationObserver(() => {});
  watcher.observe(old, { childList: true, characterData: true, subtree: true });
  htmx.swap({ sourceElement: old, target: old, swap: "outerMorph", text: fresh.outerHTML, live: true });
  const touched = watcher.takeRecords().flatMap(({ target, addedNodes }) => [target, ...addedNodes]);
  watcher.disconnect();
  const elements = touched.map((node) => (node instanceof Element ? node : node.parentElement));
  return new Set(elements.map((element) => element?.closest(MARKED)).filter(Boolean));
};

// Change the page without moving what the user looks at: the focused element, else the one in the middle.
export const inPlace = (page, act) => {
  const focus = document.activeElement;
  const { top = -1 } = page.contains(focus) ? focus.getBoundingClientRect() : {};
  const looked =
    top >= 0 && top < innerHeight && focus !== page
      ? focus
      : document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const places = [];
  for (let each = looked; each && each !== page && page.contains(each); each = each.parentElement)
    places.push([each, each.getBoundingClientRect().top]);
  document.documentElement.classList.add("still"); // disables the browser's scroll anchoring, which would correct twice
  act();
  const [place, before] = places.find(([each]) => each.isConnected) ?? [];
  if (place && scrollY > 0) scrollBy(0, place.getBoundingClientRect().top - before);
  document.documentElement.classList.remove("still");
};
