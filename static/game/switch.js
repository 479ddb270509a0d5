// A switch of this phone's own: a label with a box in it, hidden until a script shows it. It is remembered here, and no
// update from elsewhere touches it. `name` is the label's class; `changed` is called when somebody has chosen.

export const makeSwitch = (name, usual, changed) => {
  const key = `scorekeeper-${name}`;
  let on = usual;
  try {
    on = (localStorage.getItem(key) ?? String(usual)) === "true";
  } catch {
    // no storage: it holds as long as the page
  }
  const show = () => {
    for (const label of document.querySelectorAll(`.${name}`)) {
      label.hidden = false;
      label.querySelector("input").checked = on;
    }
  };
  document.addEventListener("change", ({ target }) => {
    if (!target.closest(`.${name}`)) return;
    on = target.checked;
    try {
      localStorage.setItem(key, String(on));
    } catch {
      // see above
    }
    show();
    changed();
  });
  document.addEventListener("htmx:after:swap", show);
  show();
  return () => on;
};
