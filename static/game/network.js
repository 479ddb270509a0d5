// With network or without. The service worker keeps what was seen last (static/worker.js); this page tells it what it
// shows, and tells people when what they see may be old. On plain http there is no worker, and the page stands alone.

import { cleaned } from "./kept.js";
import { say, timeOf } from "./text.js";

const SETTLED = 500; // a network that has just come up is hardly there, and somebody may be on the way to another page
const LOST = 4_000; // a stream that breaks off is back before that, as a rule

const live = () => document.getElementById("live")?.dataset;
const notice = () => document.getElementById("offline");

let heard = Date.now();
let losing = null;

// What is seen is kept

const whole = () => {
  const copy = document.documentElement.cloneNode(true);
  copy.removeAttribute("class");
  copy.querySelector("#page").replaceWith(cleaned());
  copy.querySelector("#alert").replaceChildren();
  for (const each of copy.querySelectorAll("body > *"))
    if (!each.matches(".skip, .top, #alert, template, #page")) each.remove();
  return `<!doctype html>\n${copy.outerHTML}`;
};

const keepBoard = async () => {
  const { game, setup } = live() ?? {};
  if (!game || notice() || !document.querySelector("main > .totals")) return; // no scoreboard, or an old one
  const form = document.querySelector('.actions a[href$="/rounds/new"]')?.pathname;
  const { active } = (await navigator.serviceWorker?.ready) ?? {};
  active?.postMessage({ path: game, html: whole(), form, setup });
};

// What was seen before is told to be

const cutOff = () => {
  if (notice()) return;
  const said = document.createElement("p");
  Object.assign(said, {
    id: "offline",
    className: "notice warn",
    role: "status",
    textContent: say("asAt", { time: timeOf(new Date(heard)) }),
  });
  document.getElementById("page").before(said);
};

const lost = () => {
  losing ??= setTimeout(cutOff, navigator.onLine ? LOST : 0);
};

// A page of long ago has the token of long ago.
export const renewToken = async () => {
  const answer = await fetch("/token", { cache: "no-store" });
  if (!answer.ok) throw new Error(answer.status);
  const token = await answer.text();
  for (const field of document.querySelectorAll("[name=csrf_token]")) field.value = token;
  return token;
};

const back = async () => {
  clearTimeout(losing);
  losing = null;
  heard = Date.now();
  const seen = notice();
  if (!seen) return;
  if ("seen" in seen.dataset) await renewToken();
  seen.remove();
  keepBoard();
};

document.addEventListener("scorekeeper:lost", lost);
addEventListener("offline", lost);
document.addEventListener("scorekeeper:heard", () => back().catch(lost));
const online = () => {
  if (!navigator.onLine || !notice() || live()) return;
  if (document.querySelector("form.asking"))
    back().catch(lost); // what is typed there, and what was answered, stays
  else location.reload();
};
addEventListener("online", () => setTimeout(online, SETTLED));

const start = () => {
  if (!navigator.onLine) lost();
  document.addEventListener("htmx:after:swap", keepBoard);
  navigator.serviceWorker?.register("/sw.js").then(keepBoard, () => {}); // refused, or nowhere to keep: it works as before
};
// A busy phone may never be idle: then it is done all the same.
const idle = (act) => window.requestIdleCallback?.(act, { timeout: 2_000 }) ?? setTimeout(act, 500);
if (document.readyState === "complete") idle(start);
else addEventListener("load", () => idle(start));
