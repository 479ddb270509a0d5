// The screen stays on while the scores are shown. The lock is lost whenever the page is hidden, so it is asked for again;
// on plain http browsers have none, and then there is no switch.

import { makeSwitch } from "./switch.js";

let lock = null;

const begin = () => {
  const wanted = makeSwitch("awake", true, () => hold());
  const shown = () => document.querySelector(".awake, .big");
  const hold = async () => {
    if (!wanted() || !shown() || document.hidden) {
      await lock?.release();
      lock = null;
    } else if (!lock || lock.released) {
      lock = await navigator.wakeLock.request("screen").catch(() => null); // a low battery may forbid it
    }
  };
  for (const kind of ["visibilitychange", "htmx:after:swap"]) document.addEventListener(kind, hold);
  hold();
};

if (navigator.wakeLock) begin();
