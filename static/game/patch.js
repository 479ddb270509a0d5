// Puts a newer state of a page into the page, touching only what differs: what is unfolded stays unfolded, what has the
// focus keeps it, what is on the screen stays where it is. Returns the elements that are new or changed.

const INTO = "#page, .course, .totals, .scroll, .rounds, .rounds tbody, .more, .deal, .fold, form, .clock"; // whose children are compared one by one
const OWN = ".awake, .loud"; // what belongs to this phone alone
const TICKING = ".clock"; // a script draws it from its attributes

const rowOf = (element) => element.matches("tr") && element.querySelector("th a")?.getAttribute("href");
const nameOf = (element) => element.id || rowOf(element) || `${element.tagName}.${element.classList[0] ?? ""}`;

const named = (elements) => {
  const names = new Map();
  for (const element of elements) {
    let name = nameOf(element);
    while (names.has(name)) name += "+";
    names.set(name, element);
  }
  return names;
};

// Without what scripts have added since it came.
const bare = (element) => {
  const copy = element.cloneNode(true);
  for (const each of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["open", "aria-expanded", "data-htmx-powered"]) each.removeAttribute(name);
    each.classList.remove("fresh");
    if (!each.classList.length) each.removeAttribute("class");
  }
  return copy.outerHTML;
};

// Make one element what it is in the newer state.
export const merge = (old, fresh, changed) => {
  if (old.matches(OWN) || bare(old) === bare(fresh)) return;
  if (old.matches(INTO) && fresh.matches(INTO)) {
    for (const { name, value } of fresh.attributes) old.setAttribute(name, value);
    if (!old.matches(TICKING)) patch(old, fresh, changed);
    return;
  }
  if (old.nextElementSibling?.matches(".under")) old.nextElementSibling.remove();
  old.replaceWith(fresh);
  changed.push(fresh);
};

export const patch = (old, fresh, changed = []) => {
  const left = named([...old.children].filter((child) => !child.matches(".under")));
  let at = old.firstElementChild;
  const pass = () => {
    while (at?.matches(".under")) at = at.nextElementSibling;
  };
  for (const [name, child] of named([...fresh.children])) {
    pass();
    const mine = left.get(name);
    if (!mine) {
      old.insertBefore(child, at);
      changed.push(child);
      continue;
    }
    left.delete(name);
    if (mine === at) at = at.nextElementSibling;
    else old.insertBefore(mine, at);
    merge(mine, child, changed);
  }
  for (const gone of left.values()) gone.remove();
  return changed;
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
