// Which round a form is for (version and number) when the server's values are outdated: entries of the outbox come before it,
// the form comes from the cache, or it edits an entry of the outbox.

import { say } from "../text.js";
import { standbyOf } from "./board.js";
import { refusedOf } from "./list.js";
import { boardOf } from "./rows.js";
import { targetAfter } from "./queue.js";
import { all, change, of } from "./store.js";

const LEASE = 5_000;

export const newId = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(12))))
    .replace(/\+/g, "-")
    .replace(/\//g, "_");

export const gameOf = (form) => `/games/${form.dataset.draft.split("/")[0]}`;
// Return the number of the saved round that a form corrects, null if it is for the next round.
export const numberOf = (form) => Number(form.dataset.draft.split("/")[1]) || null;
export const servedFromCache = () => document.querySelector("#offline[data-seen]");

export const setRound = (form, { version, meant }) => {
  form.elements.version.value = version;
  form.elements.meant.value = meant;
  if (numberOf(form) && form.dataset.round) form.dataset.round = meant;
  if (!numberOf(form)) document.querySelector(".where h1").textContent = say("round", { number: meant });
};

// Return the scoreboard as the worker has cached it, null if it has not.
export const pageSeen = async (game) => {
  const answer = await (await globalThis.caches?.open("scorekeeper-seen"))?.match(game);
  return answer ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
};

// Set what rulings add to the form's round, for each player.
export const postRulings = ({ form, players }, costs) => {
  form.dataset.round = form.elements.meant.value;
  for (const [at, { element }] of players.entries()) element.dataset.posted = costs[at];
};

// Show a sentence in place of a form that cannot be used.
export const refuse = (form, sentence) => {
  const notice = document.createElement("p");
  notice.className = "notice bad";
  notice.role = "alert";
  notice.textContent = sentence;
  form.before(notice);
  form.hidden = true;
};

// Show the server's notice of a conflict, with both values, above the form; the form then stands on the present version.
const showConflict = (form, { notice, version }) => {
  const page = new DOMParser().parseFromString(notice, "text/html");
  form.before(...page.body.childNodes);
  form.elements.version.value = version;
};

// Ask for the points of those who play after these entries of the outbox, and who comes back in. A form without a row for one
// of them cannot be used.
const askWhoPlays = ({ form, players, draft }, page, entries) => {
  const standby = standbyOf(page, entries);
  const without = [...standby].filter(([name, state]) => state !== "out" && !players.some((row) => row.name === name));
  if (without.length) refuse(form, say("formTooOld"));
  for (const player of players) {
    const state = standby.get(player.name);
    if (state === "out") player.leaveOut();
    else if (state === "in") player.askAlways();
    else if (state) draft.fields.push(...player.offerToComeBack(state));
  }
};

// Open an outbox entry in the form; it is not sent while it is being edited.
const opened = async (round, order) => {
  const entries = await all();
  const entry = entries.find((each) => each.order === order);
  if (!entry) return null;
  const { form, draft } = round;
  const refused = refusedOf(entry);
  draft.abandon();
  draft.notice?.remove();
  setRound(form, entry);
  form.elements.entry_id.value = entry.id;
  const { setup, version } = document.getElementById("live").dataset;
  if (entry.setup === setup) {
    const seen = entry.what ? null : await pageSeen(entry.game);
    const before = entries.filter((each) => each.game === entry.game && each.order < order);
    if (seen && boardOf(seen).version >= Number(version)) askWhoPlays(round, seen, before);
    draft.fill({ values: Object.fromEntries(entry.fields) });
  }
  if (entry.posted) postRulings(round, entry.posted);
  if (refused?.notice) showConflict(form, refused);
  else if (refused) draft.tell(refused.sentence);
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

// Return what the URL's fragment names: the key of an outbox entry, the number of a saved round; 0 if not.
export const inUrl = () => {
  const [, order, number] = /^#(?:unsent-(\d+))?-?(?:round-(\d+))?/.exec(location.hash) ?? [];
  return { order: Number(order ?? 0), number: Number(number ?? 0) };
};

// Set the form's round; resolve to the outbox entry that it edits, null if none.
export const placeForm = async (round) => {
  const { form } = round;
  if (form.matches(".own")) return null; // it stands on no version
  const game = gameOf(form);
  const { order } = inUrl();
  if (order) {
    const entry = await opened(round, order);
    if (!entry) location.replace(`${location.pathname}?`); // it was sent meanwhile
    return entry;
  }
  const unsent = await of(game);
  const seen = servedFromCache() ? await pageSeen(game) : null;
  const board = seen && boardOf(seen);
  const { setup, version } = document.getElementById("live").dataset;
  const [before, newer] = [unsent.at(-1), board?.version > Number(version)];
  const outdated = newer && board.setup !== setup;
  if (seen && !outdated && !numberOf(form)) askWhoPlays(round, seen, unsent);
  if (round.draft.at) return null; // a draft has its own target
  if (outdated) refuse(form, say("formTooOld"));
  else if (before) setRound(form, targetAfter(before));
  else if (newer) setRound(form, board);
  round.update();
  return null;
};

addEventListener("hashchange", () => document.querySelector("form.round") && location.reload());
