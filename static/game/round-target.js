// Which round a form is for (version and number) when the server's values are outdated: rounds in the outbox come before it,
// the form comes from the cache, or it edits a round in the outbox.

import { all, change, of } from "./outbox.js";
import { say } from "./text.js";

const LEASE = 5_000;

export const newId = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(12))))
    .replace(/\+/g, "-")
    .replace(/\//g, "_");

export const isNext = (form) => form.dataset.draft.endsWith("/new");
export const gameOf = (form) => `/games/${form.dataset.draft.split("/")[0]}`;
export const servedFromCache = () => document.querySelector("#offline[data-seen]");

export const setRound = (form, { version, meant }) => {
  form.elements.version.value = version;
  form.elements.meant.value = meant;
  const heading = document.querySelector(".where h1");
  if (isNext(form)) heading.textContent = say("round", { number: meant });
};

// Return version, setup and number of the next round according to the cached scoreboard.
const boardSeen = async (game) => {
  const answer = await (await caches.open("scorekeeper-seen")).match(game);
  if (!answer) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const { version, setup } = page.getElementById("live").dataset;
  const last = page.querySelector(".rounds tbody tr:not(.begun) a")?.getAttribute("href").split("/").pop() ?? 0;
  return { version: Number(version), setup, meant: Number(last) + 1 };
};

const tooOld = (form) => {
  const notice = document.createElement("p");
  notice.className = "notice bad";
  notice.role = "alert";
  notice.textContent = say("formTooOld");
  form.before(notice);
  form.hidden = true;
};

// Open an outbox entry in the form; it is not sent while it is being edited.
const opened = async (round, order) => {
  const entry = (await all()).find((each) => each.order === order);
  if (!entry) return null;
  const { form, draft } = round;
  draft.abandon();
  draft.notice?.remove();
  setRound(form, entry);
  form.elements.entry_id.value = entry.id;
  if (entry.setup === document.getElementById("live").dataset.setup)
    draft.fill({ values: Object.fromEntries(entry.fields) });
  if (entry.refused) draft.tell(entry.refused.sentence);
  const hold = () => form.isConnected && change(order, { held: Date.now(), direct: false });
  hold();
  const timer = setInterval(hold, LEASE);
  addEventListener("pagehide", () => {
    clearInterval(timer);
    change(order, { held: 0 });
  });
  round.update();
  return entry;
};

// Return the key of the outbox entry in the URL's fragment; 0 if there is none.
export const orderInUrl = () => Number(/^#unsent-(\d+)$/.exec(location.hash)?.[1] ?? 0);

// Set the form's round; resolve to the outbox entry that it edits, null if none.
export const placeForm = async (round) => {
  const { form } = round;
  const game = gameOf(form);
  if (orderInUrl()) {
    const entry = await opened(round, orderInUrl());
    if (!entry) location.replace(`${location.pathname}?`); // it was sent meanwhile
    return entry;
  }
  if (round.draft.at) return null; // a draft has its own target
  const before = (await of(game)).at(-1);
  const board = servedFromCache() ? await boardSeen(game) : null;
  const { setup, version } = document.getElementById("live").dataset;
  if (board && board.setup !== setup && board.version > Number(version)) tooOld(form);
  else if (before) setRound(form, { version: before.version + 1, meant: before.meant + 1 });
  else if (board?.version > Number(version)) setRound(form, board);
  return null;
};

addEventListener("hashchange", () => document.querySelector("form.round") && location.reload());
