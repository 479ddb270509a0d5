// Screen wake lock while the scores are shown. It is lost whenever the page is hidden, so it is requested again. Insecure
// origins (plain http) have no such API; then the switch is hidden.

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
      lock = await navigator.wakeLock.request("screen").catch(() => null); // may be refused, as with a low battery
    }
  };
  for (const kind of ["visibilitychange", "htmx:after:swap"]) document.addEventListener(kind, hold);
  hold();
};

if (navigator.wakeLock) begin();
