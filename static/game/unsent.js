// The notice "Not sent yet": shows the outbox above the page, and sends it when the network is back.

import { roundSaved } from "./draft.js";
import { withLock, all, BLINK, onChange, remove, sendAll, shift } from "./outbox.js";
import { say } from "./text.js";
import { countOn } from "./unsent-board.js";

const FIRST = 5_000;
const LONGEST = 120_000;
const jitter = (time) => time * (0.75 + Math.random() / 2);

let waiting = 0;
let pause = FIRST;
let timer = null;
let doubted = false;

const gameHere = () => document.getElementById("live")?.dataset.game;

const make = (tag, className, text, more = {}) =>
  Object.assign(document.createElement(tag), { className, textContent: text, ...more });

// Rendering

// Delete an entry, and renumber those after it; if another phone has entered that round, numbers stay.
const discard = async (entry) => {
  await remove(entry.order);
  if (!entry.refused?.there) await shift(entry, ({ version, meant }) => ({ version: version - 1, meant: meant - 1 }));
};

const removal = (entry) => {
  const button = make("button", "button quiet", say("discard"), { type: "button" });
  let asked = false;
  button.addEventListener("click", async () => {
    if (asked) {
      await withLock(() => discard(entry)); // not while it is being sent
      show();
    }
    asked = true;
    button.textContent = say("discardSure");
  });
  return button;
};

const row = (entry) => {
  const item = make("li", "", "");
  item.append(make("strong", "", say("round", { number: entry.meant })), " ", make("span", "", entry.shown));
  if (entry.refused) item.append(make("p", "error", entry.refused.sentence));
  const open = make("a", "button", entry.refused ? say("openIt") : say("changeIt"), {
    href: `${entry.game}/rounds/new#unsent-${entry.order}`,
  });
  const both = make("div", "both", "");
  both.append(open, removal(entry));
  item.append(both);
  return item;
};

// A page was left while it was sending. The round is most likely saved, and a user who read "not sent yet" would repeat it.
const justSent = ({ direct, refused, held }) => direct && !refused && Date.now() - held < 2 * BLINK;
const inDoubt = (entries) =>
  navigator.onLine && !document.getElementById("offline") && pause === FIRST && entries.every(justSent);

const showAgain = () => {
  doubted = false;
  show().catch(() => {});
};

export const show = async () => {
  const entries = (await all()).filter(({ game }) => !gameHere() || game === gameHere());
  if (entries.length < waiting && !gameHere()) location.reload(); // a game's page gets the new round by its stream
  waiting = entries.length;
  if (gameHere()) countOn(entries);
  const old = document.getElementById("unsent");
  if (!entries.length) {
    old?.remove();
    return;
  }
  if (!old && inDoubt(entries)) {
    if (!doubted) setTimeout(showAgain, 2 * BLINK);
    doubted = true;
    return;
  }
  const refused = entries.some((entry) => entry.refused);
  const small = Boolean(document.querySelector("form.round"));
  const same = old?.classList.contains("small") === small;
  const unfolded = same ? old.firstChild.open || (refused && !old.classList.contains("refused")) : refused;
  const region = make("section", "notice warn", "", { id: "unsent", ariaLabel: say("unsentWhat") });
  const box = make("details", "", "", { open: unfolded });
  region.classList.toggle("small", small);
  region.classList.toggle("refused", refused);
  region.append(box);
  const summary = make("summary", "", "");
  summary.append(make("span", "", say("unsent", { number: entries.length })));
  summary.firstChild.role = "status";
  const list = make("ul", "", "");
  list.append(...entries.map(row));
  box.append(summary, make("p", "hint", refused ? say("unsentWaits") : say("unsentGoes")), list);
  if (old) old.replaceWith(region);
  else document.getElementById("page").before(region);
};

// Sending

const refusal = (html, status) => {
  const page = new DOMParser().parseFromString(html, "text/html");
  if (page.querySelector(".clash")) return { status, there: true, sentence: say("meanwhile") };
  const box = page.querySelector("#problem, #summary, .notice[role=alert]");
  const parts = box ? [...box.querySelectorAll("strong, h1, li, h1 + p")] : [];
  return {
    status,
    sentence: parts.map((part) => part.textContent.trim()).join(" ") || box?.textContent.trim() || say("refused"),
  };
};

const sendNow = async () => {
  clearTimeout(timer);
  let gone = false;
  try {
    await sendAll(refusal, ({ ok, status }, { game, id }) => {
      if (ok) roundSaved({ scope: `${game.split("/").at(-1)}/new`, id }); // its page may be closed, its draft remains
      gone ||= status === 403 || status === 404;
      return show();
    });
    pause = FIRST;
  } catch {
    pause = Math.min(2 * pause, LONGEST); // offline, or the server is busy or unreachable
    await show();
  }
  if (gone) location.reload(); // the reloaded page shows why
  const left = (await all()).filter((entry) => !entry.refused);
  if (left.length) timer = setTimeout(sendNow, left.every(justSent) ? BLINK : jitter(pause));
};

// Show the outbox, and send it.
export const sendUnsent = async () => {
  await show();
  if (waiting && !document.hidden) await sendNow();
};

const look = () => sendUnsent().catch(() => {}); // a browser without IndexedDB has no outbox

addEventListener("online", look);
document.addEventListener("htmx:after:swap", () => waiting && show().catch(() => {})); // a newer board
addEventListener("pageshow", look);
document.addEventListener("visibilitychange", look);
document.addEventListener("scorekeeper:heard", () => waiting && look());
onChange(() => show().catch(() => {}));
if (document.readyState === "complete") look(); // loaded late, by the list of games
