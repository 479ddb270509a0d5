// The screen stays on while the scores are shown. The lock is lost whenever the page is hidden, so it is asked for again;
// on plain http browsers have none, and then there is no switch.

const KEY = "scorekeeper-asleep";
let lock = null;

const wanted = () => {
  try {
    return localStorage.getItem(KEY) !== "1";
  } catch {
    return true;
  }
};

const shown = () => document.querySelector(".awake, .big");

const hold = async () => {
  if (!wanted() || !shown() || document.hidden) {
    await lock?.release();
    lock = null;
  } else if (!lock || lock.released) {
    lock = await navigator.wakeLock.request("screen").catch(() => null); // a low battery may forbid it
  }
  for (const box of document.querySelectorAll(".awake input")) box.checked = wanted();
};

const begin = () => {
  for (const choice of document.querySelectorAll(".awake")) choice.hidden = false;
  hold();
};

if (navigator.wakeLock) {
  document.addEventListener("visibilitychange", hold);
  document.addEventListener("htmx:after:swap", begin);
  document.addEventListener("scorekeeper:board", begin);
  document.addEventListener("change", ({ target }) => {
    if (!target.closest(".awake")) return;
    try {
      localStorage.setItem(KEY, target.checked ? "0" : "1");
    } catch {
      // no storage: the choice cannot be kept
    }
    hold();
  });
  begin();
}
