// Puts a newer state of a page into the page, touching only what differs: what is unfolded stays unfolded, what has the
// focus keeps it, what is on the screen stays where it is. Returns the elements that are new or changed.

const INTO = "#page, .totals, .scroll, .rounds, .rounds tbody, .more, .deal"; // whose children are compared one by one

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

const merge = (old, fresh, changed) => {
  if (bare(old) === bare(fresh)) return;
  if (old.matches(INTO) && fresh.matches(INTO)) {
    for (const { name, value } of fresh.attributes) old.setAttribute(name, value);
    patch(old, fresh, changed);
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

// Do something to the page, and let what can be seen stay where it was.
export const inPlace = (page, act) => {
  const fixed = [...page.children].find((child) => child.offsetHeight && child.getBoundingClientRect().bottom > 0 && child.id !== "told");
  const before = fixed?.getBoundingClientRect().top;
  document.documentElement.classList.add("still");
  act();
  if (fixed?.isConnected && scrollY > 0) scrollBy(0, fixed.getBoundingClientRect().top - before);
  document.documentElement.classList.remove("still");
};
