// Offline state: the page posts its content to the service worker (static/worker.js), which caches it, and shows a notice
// when what is shown may be outdated. Insecure origins have no service worker; then nothing is cached.

import { boardSnapshot } from "./board-cache.js";
import { isForm } from "./outbox/notice.js";
import { say, timeOf } from "./text.js";

const SETTLED = 500; // milliseconds: a new connection needs a moment, and the user may be leaving the page
const FORM = 5_000; // milliseconds
const LOST = 4_000; // milliseconds: a broken stream is usually back by then

const live = () => document.getElementById("live")?.dataset;
const notice = () => document.getElementById("offline");

let heard = Date.now();
let losing = null;

// Caching

const pageSnapshot = () => {
  const copy = document.documentElement.cloneNode(true);
  copy.removeAttribute("class");
  copy.querySelector("#page").replaceWith(boardSnapshot());
  copy.querySelector("#alert").replaceChildren();
  for (const each of copy.querySelectorAll("body > *"))
    if (!each.matches(".skip, .top, #alert, template, #page")) each.remove();
  return `<!doctype html>\n${copy.outerHTML}`;
};

const keepBoard = async () => {
  const { game, setup, cards } = live() ?? {};
  if (!game || notice() || !document.querySelector("#totals")) return; // no totals, or cached ones
  const form = document.querySelector('.actions a[href$="/rounds/new"]')?.pathname;
  const { active } = (await navigator.serviceWorker?.ready) ?? {};
  const html = document.querySelector(".big") ? null : pageSnapshot(); // the worker fetches the scoreboard of a big view
  const language = document.documentElement.cloneNode();
  language.removeAttribute("class");
  const judges = cards !== undefined; // the referee's pages work offline
  active?.postMessage({ path: game, html, form, judges, setup, language: language.outerHTML.replace("</html>", "") });
};

// The form of the next round is cached: a slow network must not keep the table waiting for it.
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.matches('a[href$="/rounds/new"]')) ctx.request.timeout = FORM;
});

// Notice

const showOfflineNotice = () => {
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
  losing ??= setTimeout(showOfflineNotice, navigator.onLine ? LOST : 0);
};

// Replace the CSRF tokens of a cached page by a fresh one.
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
  if (!navigator.onLine || (seen && "seen" in seen.dataset)) await renewToken(); // the last event may come after the end
  if (!seen) return;
  seen.remove();
  keepBoard();
};

document.addEventListener("scorekeeper:lost", lost);
addEventListener("offline", lost);
document.addEventListener("scorekeeper:heard", () => back().catch(lost));
const online = () => {
  if (!navigator.onLine || !notice() || live()) return;
  if (isForm())
    back().catch(lost); // keeps typed text and the verdict
  else location.reload();
};
addEventListener("online", () => setTimeout(online, SETTLED));

const start = () => {
  if (!navigator.onLine) lost();
  document.addEventListener("htmx:after:swap", keepBoard);
  navigator.serviceWorker?.register("/sw.js").then(keepBoard, () => {}); // not supported or refused: the page works without
};
// With a timeout, because a busy phone may never be idle.
const idle = (act) => window.requestIdleCallback?.(act, { timeout: 2_000 }) ?? setTimeout(act, 500);
if (document.readyState === "complete") idle(start);
else addEventListener("load", () => idle(start));
