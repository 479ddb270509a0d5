// Puts a newer state of a part of the page into it: htmx morphs it, touching only what differs, so that what has the focus
// and what is half typed stays. What is unfolded stays unfolded, what one looks at stays where it is.
// `hx-morph-skip` is on what belongs to this phone alone, `hx-morph-skip-children` on what a script draws.

htmx.config.morphIgnore.push("open", "aria-expanded");

const MARKED = ".totals li, tbody tr:not(.under), .headline, #next-deal";

const rowsOf = (tree) => [...tree.querySelectorAll(".rounds tbody tr")].filter((row) => row.querySelector("th a"));

// A round's row is known by its round, wherever it has come to stand; what is unfolded under it stays if it is the same.
const nameRows = (old, fresh) => {
  for (const row of [...rowsOf(old), ...rowsOf(fresh)]) row.id = row.querySelector("th a").getAttribute("href");
  for (const under of old.querySelectorAll(".under")) {
    const row = under.previousElementSibling;
    const same = rowsOf(fresh).find(({ id }) => id === row.id);
    if (same && same.textContent === row.textContent && same.matches(".void") === row.matches(".void"))
      same.after(under.cloneNode(true));
  }
};

// Make an element what it is in the newer state; return those parts worth a glance that are new or changed.
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

// Do something to the page, and let what one looks at stay where it was: what has the focus, else the middle.
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
  document.documentElement.classList.add("still"); // the browser's own anchoring would do it a second time
  act();
  const [place, before] = places.find(([each]) => each.isConnected) ?? [];
  if (place && scrollY > 0) scrollBy(0, place.getBoundingClientRect().top - before);
  document.documentElement.classList.remove("still");
};
