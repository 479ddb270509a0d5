// What other phones write, this one shows. The server says only that the game has another version (server-sent events);
// a page that shows an older one fetches what all see. Where no stream is to be had, the page asks now and then.
// A hidden page hears nothing: browsers give one address six connections, and a pocket needs no scores.

import { inPlace, patch } from "./patch.js";
import { say } from "./text.js";

const SILENCE = 40_000; // the server gives a sign of life each 15 s
const FIRST_WORD = 8_000; // later than this: something on the way keeps the stream back
const POLL = 10_000;

const marker = () => document.getElementById("live");
const tell = (what) => document.dispatchEvent(new Event(`scorekeeper:${what}`));
const jitter = (time) => time * (0.75 + Math.random() / 2);

let stream = null;
let heardOf = 0;
let fetching = false;
let sending = false;
let polling = null;
let cutOff = false;
let watchdog = null;

const voice = document.createElement("div");
voice.className = "vh";
voice.setAttribute("aria-live", "polite");
document.body.append(voice);

// Putting it into the page

const show = (elements) => {
  for (const element of elements) {
    if (!element.matches(".totals li, tr, .headline, #next-deal")) continue;
    element.classList.add("fresh");
    setTimeout(() => element.classList.remove("fresh"), 4_000);
  }
};

const takeIn = (fresh) => {
  const page = document.getElementById("page");
  const token = page.querySelector("[name=csrf_token]")?.value ?? "";
  for (const field of fresh.querySelectorAll("[name=csrf_token]")) field.setAttribute("value", token);
  for (const link of fresh.querySelectorAll(".rounds tbody th a")) link.setAttribute("aria-expanded", "false");
  let changed = [];
  inPlace(page, () => (changed = patch(page, fresh)));
  for (const element of changed) htmx.process(element);
  show(changed);
  tell("board");
};

// The big view has a part of it all, and shows that part.
const takeParts = (page, fresh) => {
  for (const old of page.querySelectorAll("#totals, #headline, #live")) {
    const part = fresh.querySelector(`#${old.id}`);
    if (old.id !== "totals") old.replaceWith(part);
    else show(patch(old, part));
  }
  tell("board");
};

// Somebody is typing: say what happened, and touch nothing.
const tellWriter = (form, news) => {
  form.parentElement.querySelector(".elsewhere")?.remove();
  const notice = document.createElement("div");
  notice.className = "notice warn elsewhere";
  notice.innerHTML = "<p><strong></strong> <span></span></p><a class='button'></a> <button type='button' class='button quiet'></button>";
  const [strong, span, link, button] = ["strong", "span", "a", "button"].map((tag) => notice.querySelector(tag));
  strong.textContent = news;
  span.textContent = say("elsewhere");
  link.textContent = say("toBoard");
  link.href = marker().dataset.game;
  button.textContent = say("stay");
  button.addEventListener("click", () => inPlace(document.getElementById("page"), () => notice.remove()));
  inPlace(document.getElementById("page"), () => form.before(notice));
};

const received = (html) => {
  const answer = new DOMParser().parseFromString(html, "text/html");
  const fresh = answer.getElementById("page");
  const { news, version, etag } = fresh.querySelector("#live").dataset;
  if (Number(version) <= Number(marker().dataset.version)) return;
  const form = document.querySelector("form.round");
  voice.textContent = news ?? "";
  if (form) {
    Object.assign(marker().dataset, { version, etag });
    tellWriter(form, news);
    return;
  }
  const page = document.getElementById("page");
  if (page.querySelector(".big")) takeParts(page, fresh);
  else takeIn(fresh);
};

// Fetching it

const fetchBoard = async () => {
  const { game, etag } = marker().dataset;
  const answer = await fetch(`${game}/board`, { cache: "no-store", headers: { "If-None-Match": `"${etag}"` } });
  if (answer.status < 500) tell("heard");
  if (answer.status === 403 || answer.status === 404) {
    close();
    if (!document.querySelector("form.round")) location.reload(); // the page says why
  } else if (answer.ok && !sending && marker()) received(await answer.text());
};

const lookIfOlder = async () => {
  if (!marker() || fetching || sending || document.hidden || heardOf <= Number(marker().dataset.version)) return;
  fetching = true;
  const wanted = heardOf;
  try {
    await fetchBoard();
  } catch {
    // no network just now: the stream ends, too, and its next hint brings us here again
  } finally {
    fetching = false;
  }
  if (heardOf > wanted) lookIfOlder();
};

// Hearing of it

const poll = () => {
  clearTimeout(polling);
  polling = setTimeout(async () => {
    if (stream || document.hidden || !marker()) return;
    try {
      await fetchBoard();
      if (cutOff) open(); // the network is back
      cutOff = false;
    } catch {
      cutOff = true;
      tell("lost");
    }
    if (!stream) poll();
  }, jitter(POLL));
};

const close = () => {
  stream?.close();
  stream = null;
  clearTimeout(watchdog);
  clearTimeout(polling);
};

const expect = (time) => {
  clearTimeout(watchdog);
  watchdog = setTimeout(() => {
    close();
    poll();
    setTimeout(open, jitter(6 * POLL));
  }, time);
};

const open = () => {
  if (stream || document.hidden || !marker()) return;
  stream = new EventSource(`${marker().dataset.game}/events`);
  const { game } = marker().dataset;
  expect(FIRST_WORD);
  stream.addEventListener("message", ({ data }) => {
    expect(SILENCE);
    tell("heard");
    clearTimeout(polling);
    if (marker()?.dataset.game !== game) return;
    heardOf = JSON.parse(data).version;
    lookIfOlder();
  });
  stream.addEventListener("ping", () => {
    expect(SILENCE);
    tell("heard");
  });
  stream.addEventListener("error", () => {
    if (stream?.readyState === EventSource.CONNECTING) tell("lost");
    // Refused: ask now and then, and for a stream later. Else the browser connects again by itself.
    if (stream?.readyState === EventSource.CLOSED) expect(0);
  });
};

const begin = () => {
  close();
  heardOf = 0;
  open();
};

document.addEventListener("visibilitychange", () => (document.hidden ? close() : begin()));
addEventListener("online", begin);
addEventListener("pagehide", close);
addEventListener("pageshow", ({ persisted }) => persisted && begin());
document.addEventListener("htmx:before:request", () => (sending = true));
for (const kind of ["htmx:after:swap", "htmx:error", "htmx:finally:request"])
  document.addEventListener(kind, () => {
    sending = false;
    if (!marker()) close();
    else if (stream) lookIfOlder();
    else begin();
  });
if (marker()) open();
