// What other phones write, this one shows. The server says only how far the game has come (server-sent events): its version,
// and how often its clock was turned. A page that shows less fetches what all see. Where no stream is to be had, the page
// asks now and then.
// A hidden page hears nothing: browsers give one address six connections, and a pocket needs no scores.

import { clockNumber, setBy } from "./clock.js";
import { received, shownOut } from "./taking.js";

const SILENCE = 40_000; // the server gives a sign of life each 15 s
const FIRST_WORD = 8_000; // later than this: something on the way keeps the stream back
const POLL = 10_000;

const marker = () => document.getElementById("live");
const tell = (what) => document.dispatchEvent(new Event(`scorekeeper:${what}`));
const jitter = (time) => time * (0.75 + Math.random() / 2);

let stream = null;
let heardOf = { version: 0, clock: 0 };
let fetching = false;
let sending = false;
let polling = null;
let cutOff = false;
let watchdog = null;

// This device has lost its right, or has another: the page that comes now says so.
const leave = () => {
  close();
  if (!shownOut()) location.reload();
};

// Fetching it

const fetchBoard = async () => {
  const { game, etag } = marker().dataset;
  const asked = Date.now();
  const answer = await fetch(`${game}/board`, { cache: "no-store", headers: { "If-None-Match": `"${etag}"` } });
  setBy(Number(answer.headers.get("X-Now")), asked, Date.now());
  if (answer.status < 500) tell("heard");
  if (answer.status === 403 || answer.status === 404) leave();
  else if (answer.ok && !sending && marker()) received(await answer.text());
};

const lookIfOlder = async () => {
  if (!marker() || fetching || sending || document.hidden) return;
  if (heardOf.version <= Number(marker().dataset.version) && heardOf.clock <= clockNumber()) return;
  fetching = true;
  const wanted = heardOf;
  try {
    await fetchBoard();
  } catch {
    // no network just now: the stream ends, too, and its next hint brings us here again
  } finally {
    fetching = false;
  }
  if (heardOf !== wanted) lookIfOlder();
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
    heardOf = JSON.parse(data);
    lookIfOlder();
  });
  stream.addEventListener("ping", () => {
    expect(SILENCE);
    tell("heard");
  });
  stream.addEventListener("out", leave);
  stream.addEventListener("error", () => {
    if (stream?.readyState === EventSource.CONNECTING) tell("lost");
    // Refused: ask now and then, and for a stream later. Else the browser connects again by itself.
    if (stream?.readyState === EventSource.CLOSED) expect(0);
  });
};

const begin = () => {
  close();
  heardOf = { version: 0, clock: 0 };
  open();
};

document.addEventListener("visibilitychange", () => (document.hidden ? close() : begin()));
addEventListener("online", begin);
addEventListener("pagehide", close);
addEventListener("pageshow", ({ persisted }) => persisted && begin());
document.addEventListener("htmx:before:request", () => {
  sending = true;
});
for (const kind of ["htmx:after:swap", "htmx:error", "htmx:finally:request"])
  document.addEventListener(kind, ({ detail }) => {
    if (detail.ctx?.live) return; // the board that was fetched here
    sending = false;
    if (!marker()) close();
    else if (stream) lookIfOlder();
    else begin();
  });
if (marker()) open();
