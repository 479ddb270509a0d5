// The board counts on with the entries of the outbox: totals, places, the list of rounds, the next round's number and
// dealer. What is not sent is marked. Everything is derived again from what the server showed, so a sent entry is never
// counted twice.

import { say, shown } from "../text.js";
import { counting, played } from "./count.js";
import { addColumns, readRounds, renderRound, renderSums } from "./rows.js";

const PARTS = ["#totals", "#headline", "#next-deal", ".rounds tbody", ".rounds tfoot"];

const numberOf = (text) => Number(text.replace("−", "-"));
const signed = (points) => (points > 0 ? `+${points}` : shown(points));

// Reading

const readTotals = (list) =>
  [...list.children].map((item) => [
    item.querySelector("bdi").textContent,
    numberOf(item.querySelector("b").textContent),
  ]);

const read = (list, next) => {
  const rounds = readRounds(document);
  const totals = Object.fromEntries(readTotals(list));
  return {
    rounds,
    totals,
    seats: rounds.length ? Object.keys(rounds.at(-1).scores) : Object.keys(totals),
    dealer: next?.querySelector(".dealer bdi")?.textContent ?? null,
    dealing: next?.dataset.dealing ?? null,
  };
};

// Rendering

const place = (rows, { signed: chips, target }) => {
  const merit = (row) => (target ? -Math.abs(row.total - target) : row.total);
  const ranked = rows.filter(({ item }) => item.querySelector(".place").textContent);
  const still = ranked.length ? ranked : rows; // players who left have no place
  still.sort((one, other) => merit(other) - merit(one));
  for (const row of still) {
    const better = still.filter((other) => merit(other) > merit(row)).length;
    row.item.querySelector(".place").textContent = `${better + 1}.`;
    row.item.classList.toggle("best", !better);
    row.item.parentElement.append(row.item);
  }
  for (const { item, total } of rows) item.querySelector("b").textContent = chips ? signed(total) : shown(total);
};

const small = (className, text) =>
  Object.assign(document.createElement(className === "gain" ? "span" : "small"), { className, textContent: text });

// Mark a player's line with what is not sent, and with the points of the last entry beside the total; not twice the same.
const mark = (item, added, gains, gained) => {
  const name = item.querySelector("bdi").textContent;
  for (const old of item.querySelectorAll(".name small, .gain")) old.remove(); // who leads, the last round's points
  const same = gained && gains[name] === added[name];
  const words = same ? say("notSent") : say("unsentPoints", { points: signed(added[name]) });
  if (name in added) item.querySelector(".name").append(" ", small("added", words));
  if (name in gains) item.append(" ", small("gain", signed(gains[name])));
};

const headlineOf = ({ board, steps }, { target }, wasOver) => {
  const over = target && Object.values(board.totals).some((total) => total >= Number(target));
  if (over) return say("unsentEnd");
  if (wasOver) return say("unsentGoesOn");
  const { what, meant } = steps.at(-1).entry;
  return say("isNext", { number: what ? meant : meant + 1 });
};

const render = (list, next, { board, steps }, just) => {
  const added = {};
  for (const { gains } of steps) for (const name of Object.keys(gains)) added[name] = (added[name] ?? 0) + gains[name];
  const saved = steps.find(({ entry }) => entry.id === just);
  const last = saved ?? steps.filter(({ entry }) => !entry.what).at(-1);
  list.classList.toggle("gained", Boolean(saved));
  const rows = [...list.children].map((item) => {
    mark(item, added, last?.gains ?? {}, Boolean(saved));
    return { item, total: board.totals[item.querySelector("bdi").textContent] };
  });
  const { signed: chips, closest } = list.dataset;
  place(rows, { signed: chips, target: Number(closest) });
  addColumns();
  for (const { round, entry } of steps) renderRound(round, entry);
  renderSums(board.totals, chips ? signed : shown);
  const dealer = next?.querySelector(".dealer bdi");
  if (dealer) dealer.textContent = board.dealer;
};

const undoButton = (page) => page.querySelector('form[action$="/undo"] button');

let served = null; // the parts as the server showed them

// Give a page, or a copy of it, the parts that the server showed.
export const restore = (page) => {
  const list = document.getElementById("totals");
  if (!served || served.list !== list || served.version !== document.getElementById("live")?.dataset.version) return;
  page.querySelector("#first-rounds + .course")?.remove();
  page.querySelector("#totals").classList.toggle("gained", served.gained);
  undoButton(page)?.toggleAttribute("disabled", served.nothingToUndo);
  for (const [selector, html] of served.parts) page.querySelector(selector).innerHTML = html;
};

// Show the board of the page with these entries of the outbox, or as the server showed it. `just` is the id of the entry
// that was saved a moment ago. Return what was counted.
export const countOn = (entries, just) => {
  const list = document.getElementById("totals");
  const version = document.getElementById("live")?.dataset.version;
  const found = list ? counting(entries, Number(version)) : [];
  const shows = JSON.stringify([found, just]);
  if (served?.list === list && served?.version === version && served.shows === shows) return served.result;
  restore(document);
  served = null;
  if (!found.length) return null;
  const next = document.getElementById("next-deal");
  const result = played(read(list, next), found);
  if (!result.steps.length) return null;
  const headline = document.getElementById("headline");
  for (const under of document.querySelectorAll(".rounds .under")) under.remove(); // they show rounds as they were
  for (const link of document.querySelectorAll(".rounds a[aria-expanded]")) link.ariaExpanded = "false";
  const there = PARTS.filter((selector) => document.querySelector(selector));
  const parts = there.map((selector) => [selector, document.querySelector(selector).innerHTML]);
  const undo = undoButton(document);
  const nothingToUndo = Boolean(undo?.hasAttribute("disabled"));
  served = { list, version, shows, result, gained: list.classList.contains("gained"), nothingToUndo, parts };
  undo?.removeAttribute("disabled");
  headline.textContent = headlineOf(result, list.dataset, headline.matches(".won"));
  render(list, next, result, just);
  return result;
};
