// The board counts on with the entries of the outbox: totals, places, the list of rounds, the next round's number and
// dealer. What is not sent is marked. Everything is derived again from what the server showed, so a sent entry is never
// counted twice.

import { say, shown } from "../text.js";
import { drawChart } from "./chart.js";
import { counting, hiddenTotals, played } from "./count.js";
import { targetAfter } from "./queue.js";
import { mayRejoin, rejoinAt } from "./race.js";
import { addColumns, namesOf, readRounds, renderRound, renderSums } from "./rows.js";
import { compare, placeOf } from "./standing.js";

const PARTS = ["#totals", "#headline", "#next-deal", ".rounds tbody", ".rounds tfoot", "#chart"];

const numberOf = (text) => Number(text.replace("−", "-"));
const signed = (points) => (points > 0 ? `+${points}` : shown(points));

// Reading

const nameOf = (item) => item.querySelector("bdi").textContent;
const readTotals = (list) =>
  [...list.children].map((item) => [nameOf(item), numberOf(item.querySelector("b").textContent)]);

// Return the rating points by name, null in a game without them.
const readRating = (list) => {
  const rated = [...list.children].filter((item) => item.querySelector(".rated"));
  const entries = rated.map((item) => [nameOf(item), Number(item.querySelector(".rated").lastChild.textContent)]);
  return rated.length ? Object.fromEntries(entries) : null;
};

const factsOf = (page) => JSON.parse(page.getElementById("page").dataset.facts);

// Return the board of a page; `list` are the totals.
const read = (page, list) => {
  const shownTotals = Object.fromEntries(readTotals(list));
  const all = [...namesOf(page), ...Object.keys(shownTotals)]; // without columns the totals are in the order of the seats
  const names = all.slice(0, Object.keys(shownTotals).length);
  const [rounds, facts] = [readRounds(page), factsOf(page)];
  if (facts.hidden) return { rounds, names, facts, ...hiddenTotals(rounds, names, facts) };
  return { rounds, totals: shownTotals, rating: readRating(list), names, facts };
};

// Return who plays the next round of a game with a limit after these entries of the outbox, on the board of a page: everybody
// with "in", "out", or the words that offer to come back in; nobody in other games.
export const standbyOf = (page, entries) => {
  const found = counting(entries, Number(page.getElementById("live").dataset.version));
  const { board } = played(read(page, page.getElementById("totals")), found);
  if (!board.facts.race) return new Map();
  const [out, back] = [board.out.flat(), mayRejoin(board)];
  const points = shown(rejoinAt(board) ?? 0);
  const words = board.facts.hidden ? say("comesBack") : say("comesBackWith", { points });
  const stateOf = (name) => (back.includes(name) ? words : out.includes(name) ? "out" : "in");
  return new Map(board.facts.players.map((name) => [name, stateOf(name)]));
};

// Rendering

const place = (rows, { facts, out, rating }) => {
  const rank = ({ item, total }) => placeOf(nameOf(item), total, facts, out, rating);
  const ranked = rows.filter(({ item }) => item.querySelector(".place").textContent);
  const here = rows.filter(({ item }) => facts.players.includes(nameOf(item)));
  const still = ranked.length ? ranked : here; // players who left have no place
  still.sort((one, other) => compare(rank(other), rank(one)));
  for (const row of still) {
    const better = still.filter((other) => compare(rank(other), rank(row)) > 0).length;
    row.item.querySelector(".place").textContent = `${better + 1}.`;
    row.item.classList.toggle("best", !better);
    row.item.parentElement.append(row.item);
  }
  for (const { item, total } of rows) {
    item.querySelector("b").textContent = facts.chips ? signed(total) : shown(total);
    if (rating) item.querySelector(".rated").lastChild.replaceWith(String(rating[nameOf(item)]));
  }
};

// Show no totals and no places until the game is over, also when it goes on after its end.
const hide = (rows, { facts }) => {
  const dots = () => Object.assign(document.createElement("span"), { ariaHidden: "true", textContent: "•••" });
  for (const { item } of rows) {
    item.querySelector(".place").textContent = "";
    item.classList.remove("best");
    item.querySelector("b").replaceChildren(dots());
    item.querySelector(".rated")?.lastChild.replaceWith(dots());
  }
  const items = Object.fromEntries(rows.map(({ item }) => [nameOf(item), item]));
  for (const name of facts.players) items[name].parentElement.append(items[name]);
};

const small = (className, text) =>
  Object.assign(document.createElement(className === "gain" ? "span" : "small"), { className, textContent: text });

// Mark a player's line with what is not sent, and with the points of the last entry beside the total; not twice the same.
const mark = (item, added, gains, gained, notes, hidden) => {
  const name = nameOf(item);
  for (const old of item.querySelectorAll(".name small, .gain")) old.remove(); // who leads, the last round's points
  const same = hidden || (gained && gains[name] === added[name]); // several unsent rounds may be all there are
  const words = same ? say("notSent") : say("unsentPoints", { points: signed(added[name]) });
  if (name in added) item.querySelector(".name").append(" ", small("added", words));
  for (const [className, note] of notes(name)) item.querySelector(".name").append(" ", small(className, note));
  if (name in gains) item.append(" ", small("gain", signed(gains[name])));
};

// Return what stands beside the name of a player who is out: pairs of a class and words.
const notesOn = (board, hidden) => {
  const [out, back, points] = [board.out.flat(), board.facts.race ? mayRejoin(board) : [], shown(rejoinAt(board) ?? 0)];
  const words = hidden ? say("mayComeBack") : say("mayComeBackWith", { points });
  return (name) => [
    ...(out.includes(name) ? [["", say("out")]] : []),
    ...(back.includes(name) && !board.standing.ended ? [["back", words]] : []),
  ];
};

const joined = (names) => new Intl.ListFormat(document.documentElement.lang).format(names);

const winnersIn = (winners, { seats }) => {
  if (winners.length > 1) return say("shareWin", { names: joined(winners) });
  const side = seats.filter(([, shownAs]) => shownAs === winners[0]).map(([name]) => name);
  return side.length > 1 ? say("teamWins", { names: joined(side) }) : say("wins", { name: winners[0] });
};

const headlineOf = ({ board, steps }, wasOver) => {
  const { ended, winners, again } = board.standing;
  if (ended) return `${winnersIn(winners, board.facts)} ${say("unsentEnd")}`;
  if (again && !board.facts.hidden) return say("dealAgain");
  if (wasOver) return say("unsentGoesOn");
  return say("isNext", { number: targetAfter(steps.at(-1).entry).meant });
};

const render = (list, next, { board, steps }, just) => {
  const added = {};
  for (const { gains } of steps) for (const name of Object.keys(gains)) added[name] = (added[name] ?? 0) + gains[name];
  const saved = steps.find(({ entry }) => entry.id === just);
  const last = saved ?? steps.filter(({ entry }) => !entry.what).at(-1);
  list.classList.toggle("gained", Boolean(saved));
  const hidden = board.facts.hidden && !board.standing.ended;
  const notes = notesOn(board, hidden);
  const rows = [...list.children].map((item) => {
    mark(item, added, last?.gains ?? {}, Boolean(saved), notes, hidden);
    return { item, total: board.totals[nameOf(item)] };
  });
  if (hidden) hide(rows, board);
  else place(rows, board);
  addColumns();
  for (const { round, entry } of steps) renderRound(round, entry);
  renderSums(board.totals, board.rating, board.facts.chips ? signed : shown, hidden);
  drawChart(board, hidden);
  const dealer = next?.querySelector(".dealer bdi");
  if (dealer) dealer.textContent = board.dealer;
};

// Enable what Undo and Redo do with the last entry: see undo.js.
const buttonsOf = (page) => ["undo", "redo"].map((what) => page.querySelector(`form[action$="/${what}"] button`));
const setButtons = (page, disabled) => {
  for (const [at, button] of buttonsOf(page).entries()) button?.toggleAttribute("disabled", disabled[at]);
};

let served = null; // the parts as the server showed them

// Give a page, or a copy of it, the parts that the server showed.
export const restore = (page) => {
  const list = document.getElementById("totals");
  if (!served || served.list !== list || served.version !== document.getElementById("live")?.dataset.version) return;
  page.querySelector("#first-rounds + .rounds-part")?.remove();
  page.querySelector("#totals").classList.toggle("gained", served.gained);
  setButtons(page, served.disabled);
  for (const [selector, html] of served.parts) page.querySelector(selector).innerHTML = html;
};

// Show the board of the page with these entries of the outbox, or as the server showed it. `just` is the id of the entry
// that was saved a moment ago, `source` the page that has the facts and the list of rounds. Return what was counted.
export const countOn = (entries, just, source = document) => {
  const list = document.getElementById("totals");
  const version = document.getElementById("live")?.dataset.version;
  const found = list ? counting(entries, Number(version)) : [];
  const shows = JSON.stringify([found, just]);
  if (served?.list === list && served?.version === version && served.shows === shows) return served.result;
  restore(document);
  served = null;
  if (!found.length) return null;
  const result = played(read(source, list), found);
  if (!result.steps.length) return null;
  const headline = document.getElementById("headline");
  for (const under of document.querySelectorAll(".rounds .under")) under.remove(); // they show rounds as they were
  for (const link of document.querySelectorAll(".rounds a[aria-expanded]")) link.ariaExpanded = "false";
  const there = PARTS.filter((selector) => document.querySelector(selector));
  const parts = there.map((selector) => [selector, document.querySelector(selector).innerHTML]);
  const disabled = buttonsOf(document).map((button) => Boolean(button?.hasAttribute("disabled")));
  served = { list, version, shows, result, gained: list.classList.contains("gained"), disabled, parts };
  const undone = result.steps.at(-1).entry.what === "undo";
  setButtons(document, [false, !undone]);
  headline.textContent = headlineOf(result, headline.matches(".won"));
  render(list, document.getElementById("next-deal"), result, just);
  return result;
};
