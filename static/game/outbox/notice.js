// The notice "Not sent yet": shows the outbox above the page, and sends it when the network is back.

import { roundSaved } from "../draft.js";
import { forgets, showLine } from "../installing.js";
import { say } from "../text.js";
import { sourceOf } from "./big.js";
import { countOn } from "./board.js";
import { tellSaved, justSaved } from "./just-saved.js";
import { itemOf, make, refusal, refusedOf } from "./list.js";
import { isOwn } from "./queue.js";
import { all, BLINK, onChange, sendAll } from "./store.js";

const FIRST = 5_000;
const LONGEST = 120_000;
const jitter = (time) => time * (0.75 + Math.random() / 2);

let waiting = 0;
let turn = 0; // of `show`
let pause = FIRST;
let timer = null;
let doubted = false;

// Return whether the page has fields, whose text would be lost if it was loaded again.
export const isForm = () => Boolean(document.querySelector("main :is(input:not([type=hidden]), select, textarea)"));
const gameHere = () => document.getElementById("live")?.dataset.game;

// Rendering

// A page was left while it was sending. The round is most likely saved, and a user who read "not sent yet" would repeat it.
const justSent = ({ direct, refused, held }) => direct && !refused && Date.now() - held < 2 * BLINK;
const inDoubt = (entries) =>
  navigator.onLine && !document.getElementById("offline") && pause === FIRST && entries.every(justSent);

const showAgain = () => {
  doubted = false;
  show().catch(() => {});
};

// Add what installing changes to the unfolded list, where that is true.
const addInstalling = async (box) => {
  if (!(await forgets())) return;
  const line = make("p", "hint installing", `${say("installing")} `);
  line.append(make("button", "button quiet", say("gotIt"), { type: "button" }));
  showLine(line);
  box.append(line);
};

export const show = async () => {
  turn += 1;
  const own = turn;
  const found = (await all()).filter(({ game }) => !gameHere() || game === gameHere());
  const entries = found.map((entry) => ({ ...entry, refused: refusedOf(entry) }));
  // A game's page gets the new round by its stream.
  if (entries.length < waiting && !gameHere() && !isForm()) location.reload();
  waiting = entries.length;
  const rounds = entries.filter((entry) => !isOwn(entry));
  const source = gameHere() && (await sourceOf(gameHere(), rounds));
  if (own !== turn) return; // a later call shows what is newer
  if (gameHere()) tellSaved(countOn(rounds, justSaved(), source), show);
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
  list.append(...entries.map((entry) => itemOf(entry, sendUnsent)));
  box.append(summary, make("p", "hint", refused ? say("unsentWaits") : say("unsentGoes")), list);
  addInstalling(box).catch(() => {}); // no storage manager
  if (old) old.replaceWith(region);
  else document.getElementById("page").before(region);
};

// Sending

const sendNow = async () => {
  clearTimeout(timer);
  let gone = false;
  try {
    await sendAll(refusal, ({ ok, status }, entry) => {
      if (ok) {
        const { game, id, number = "new", scope = `${game.split("/").at(-1)}/${number}` } = entry;
        roundSaved({ scope, id }); // its page may be closed, its draft remains
        document.dispatchEvent(new CustomEvent("scorekeeper:sent", { detail: entry }));
      }
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
