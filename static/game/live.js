// Live updates by server-sent events: the server sends the game's version and the numbers of its turn clock and of its open
// round; a page with an older one fetches the board. Without a stream the page polls.
// A hidden page closes its stream: browsers allow six connections per host.

import { afterTap } from "./after-tap.js";
import { clockNumber, setBy } from "./clock.js";
import { applyBoard, accessRevoked } from "./board-update.js";

const SILENCE = 40_000; // the server sends a ping every 15 s
const FIRST_WORD = 8_000; // no event for so long: a proxy buffers the stream
const POLL = 10_000;

const marker = () => document.getElementById("live");
const tell = (what) => document.dispatchEvent(new Event(`scorekeeper:${what}`));
const jitter = (time) => time * (0.75 + Math.random() / 2);

let stream = null;
let latest = { version: 0, clock: 0, opened: 0 };
let fetching = false;
let sending = false;
let polling = null;
let unreachable = false;
let watchdog = null;

// The access was withdrawn or changed: the reloaded page shows it.
const leave = () => {
  close();
  if (!accessRevoked()) location.reload();
};

// Fetching

const fetchBoard = async () => {
  const { game, etag } = marker().dataset;
  const asked = Date.now();
  const answer = await fetch(`${game}/board`, { cache: "no-store", headers: { "If-None-Match": `"${etag}"` } });
  setBy(Number(answer.headers.get("X-Now")), asked, Date.now());
  if (answer.status < 500) tell("heard");
  if (answer.status === 403 || answer.status === 404) leave();
  else if (answer.ok) {
    const html = await answer.text();
    afterTap(() => setTimeout(() => !sending && marker() && applyBoard(html))); // after a tapped button's form is sent
  }
};

const fetchIfNewer = async () => {
  if (!marker() || fetching || sending || document.hidden) return;
  const { version, opened = 0 } = marker().dataset;
  const { opened: changes = 0 } = latest;
  if (latest.version <= Number(version) && latest.clock <= clockNumber() && changes <= Number(opened)) return;
  fetching = true;
  const wanted = latest;
  try {
    await fetchBoard();
  } catch {
    // offline: the stream ends, too, and its next event calls this again
  } finally {
    fetching = false;
  }
  if (latest !== wanted) fetchIfNewer();
};

// Streaming

const poll = () => {
  clearTimeout(polling);
  polling = setTimeout(async () => {
    if (stream || document.hidden || !marker()) return;
    try {
      await fetchBoard();
      if (unreachable) open(); // the network is back
      unreachable = false;
    } catch {
      unreachable = true;
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
    latest = JSON.parse(data);
    fetchIfNewer();
  });
  stream.addEventListener("ping", () => {
    expect(SILENCE);
    tell("heard");
  });
  stream.addEventListener("out", leave);
  stream.addEventListener("error", () => {
    if (stream?.readyState === EventSource.CONNECTING) tell("lost");
    // Refused: poll, and try again later. Otherwise the browser reconnects by itself.
    if (stream?.readyState === EventSource.CLOSED) expect(0);
  });
};

const begin = () => {
  close();
  latest = { version: 0, clock: 0, opened: 0 };
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
    if (detail.ctx?.live) return; // the morph of this module, no request of a form
    sending = false;
    if (!marker()) close();
    else if (stream) fetchIfNewer();
    else begin();
  });
if (marker()) open();
