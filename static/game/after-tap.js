// Changes of the layout wait while a finger or a mouse button is down. A control that moves between touch and click is
// missed: the browser then clicks whatever contains both places.

const CLICK_FOLLOWS = 350; // ms at most from the end of a touch to its click

let pressed = false;
let waiting = [];
let timer = 0;

const release = () => {
  clearTimeout(timer);
  pressed = false;
  const due = waiting;
  waiting = [];
  for (const act of due) act();
};

addEventListener(
  "pointerdown",
  () => {
    clearTimeout(timer);
    pressed = true;
  },
  true,
);
// A drag or a long press has no click.
addEventListener(
  "pointerup",
  () => {
    timer = setTimeout(release, CLICK_FOLLOWS);
  },
  true,
);
addEventListener("click", release); // after the listeners of what was clicked
for (const kind of ["pointercancel", "keydown"]) addEventListener(kind, release, true);

// Call `act` now, or as soon as the tap that is going on has ended.
export const afterTap = (act) => {
  if (pressed) waiting.push(act);
  else act();
};
