// A switch that is stored on this phone: a label with a check box, hidden without script. Live updates do not touch it.
// `name` is the label's class; `changed` is called when the user has switched.

export const makeSwitch = (name, usual, changed) => {
  const key = `scorekeeper-${name}`;
  let on = usual;
  try {
    on = (localStorage.getItem(key) ?? String(usual)) === "true";
  } catch {
    // no storage: it lasts as long as the page
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
      // no storage
    }
    show();
    changed();
  });
  document.addEventListener("htmx:after:swap", show);
  show();
  return () => on;
};
