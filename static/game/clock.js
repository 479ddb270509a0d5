// The turn clock. The server sends when it was started; each phone counts down in server time. The offset to its own clock
// is estimated from responses that carry the server's time.

import { ring } from "./sound.js";

const PROMPT = 300; // milliseconds: round-trip time up to which a response is good enough to synchronise with
const FORGOTTEN = 600; // seconds after which an expired clock is hidden

let offset = 0;
let trip = Infinity;
let before = 0;
let ticking = null;
let alone = false;

const clock = () => document.getElementById("clock");

// Synchronise with the server's time in a response; `asked` and `came` are local times of request and response.
export const setBy = (theirs, asked, came) => {
  if (!theirs || (came - asked > trip && came - asked > PROMPT)) return;
  trip = came - asked;
  offset = theirs - (asked + came) / 2;
};

export const clockNumber = () => Number(clock()?.dataset.number ?? Infinity);

const state = ({ seconds, used, since }) => ({ seconds: Number(seconds), used: Number(used), since: Number(since) });
const time = () => Date.now() + offset;
const spent = ({ used, since }) => used + (since ? Math.max(0, time() - since) / 1000 : 0);

const put = (element, text) => {
  if (element && element.textContent !== text) element.textContent = text; // an unchanged text must not be announced again
};

export const show = () => {
  clearTimeout(ticking);
  const element = clock();
  if (!element) return;
  const now = state(element.dataset);
  const left = now.seconds - spent(now);
  const whole = Math.ceil(Math.max(0, left));
  put(element.querySelector(".left"), `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`);
  const start = element.querySelector("[value=start], [value=pause]");
  put(start, now.since ? start?.dataset.pause : start?.dataset.start);
  if (start) start.value = now.since ? "pause" : "start";
  const over = left <= 0;
  if (over && before > 0 && left > -2) ring(3);
  before = left;
  const { up, alone: here } = element.querySelector(".up").dataset;
  put(element.querySelector(".up"), over ? up : alone ? here : "");
  element.classList.toggle("over", over);
  element.classList.toggle("idle", !(now.since || now.used) || left < -FORGOTTEN);
  if (now.since && left > -FORGOTTEN) ticking = setTimeout(show, left > 0 ? (left % 1) * 1000 + 10 : 10_000);
};

const send = async (form, what) => {
  const body = new URLSearchParams(new FormData(form));
  body.set("do", what);
  try {
    alone = !(await fetch(form.action, { method: "POST", headers: { "HX-Request": "true" }, body })).ok;
  } catch {
    alone = true;
  }
  show();
};

const TURNS = {
  start: ({ used, seconds }) => ({ used: used >= seconds ? 0 : used, since: time() }),
  pause: (now) => ({ used: spent(now), since: "" }),
  again: () => ({ used: 0, since: time() }),
  clear: () => ({ used: 0, since: "" }),
};

// Optimistic update: here at once, on other phones when the server has published it.
const turn = (form, what) => {
  Object.assign(form.dataset, TURNS[what](state(form.dataset)));
  show();
  send(form, what);
};

// A judged turn: show the time used; the next turn starts anew.
const judged = (asking) => {
  const form = clock();
  const used = form ? spent(state(form.dataset)) : 0;
  if (!used) return;
  const field = asking.querySelector("[name=seconds_used]");
  if (field && !field.value) field.value = String(Math.ceil(used));
  if (form.querySelector("button")) turn(form, "clear");
};

const begin = () => {
  const page = performance.getEntriesByType("navigation")[0];
  const since = (moment) => Date.now() - performance.now() + moment;
  const old = document.getElementById("offline"); // a cached page carries the time of its caching
  if (page && !old) setBy(Number(clock()?.dataset.now), since(page.requestStart), since(page.responseStart));
  show();
};

document.addEventListener(
  "submit",
  (event) => {
    if (event.target.matches("form.asking")) judged(event.target);
    if (event.target !== clock()) return;
    event.preventDefault();
    turn(event.target, event.submitter.value);
  },
  true,
);
for (const kind of ["htmx:after:swap", "visibilitychange"]) document.addEventListener(kind, show);
begin();
