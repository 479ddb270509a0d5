// The board counts on with the rounds that are not sent yet: totals, places, the next round's number and dealer. What was
// added is marked. Everything is derived again from what the server showed, so a sent round is never counted twice.

import { say, shown } from "./text.js";

const numberOf = (text) => Number(text.replace("−", "-"));

// Return the entries that continue this version of the board, up to the first that waits for the user or has no scores.
const counting = (entries, version) => {
  const stop = entries.findIndex((entry) => entry.refused || !entry.scores);
  return (stop < 0 ? entries : entries.slice(0, stop)).filter((entry) => entry.version >= version);
};

const place = (rows, { signed, target }) => {
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
  for (const { item, total } of rows)
    item.querySelector("b").textContent = signed && total > 0 ? `+${total}` : shown(total);
};

const addTo = (item, entries) => {
  const name = item.querySelector("bdi").textContent;
  const total = numberOf(item.querySelector("b").textContent);
  if (!entries.some(({ scores }) => name in scores)) return { item, total };
  const added = entries.reduce((sum, { scores }) => sum + (scores[name] ?? 0), 0);
  const mark = document.createElement("small");
  mark.className = "added";
  mark.textContent = say("unsentPoints", { points: added > 0 ? `+${added}` : shown(added) });
  for (const old of item.querySelectorAll(".name small, .gain")) old.remove(); // who leads, the last round's points
  item.querySelector(".name").append(" ", mark);
  return { item, total: total + added };
};

// Return the name of who deals after the entries; their scores have the names in the order of the seats.
const dealerAfter = (dealer, entries, dealing) => {
  let present = dealer;
  for (const { closer, scores } of entries) {
    const seats = Object.keys(scores);
    const best = Math.max(...Object.values(scores));
    const most = seats.filter((name) => scores[name] === best);
    const winner = { winner: closer, most_points: most.length === 1 ? most[0] : null }[dealing];
    present = winner ?? seats[(seats.indexOf(present) + 1) % seats.length];
  }
  return present;
};

const dealOn = (next, entries) => {
  const dealer = next.querySelector(".dealer bdi");
  if (dealer) dealer.textContent = dealerAfter(dealer.textContent, entries, next.dataset.dealing);
};

let before = null; // the parts as the server showed them

// Show the board of the page with these entries of the outbox, or as the server showed it.
export const countOn = (entries) => {
  const board = document.getElementById("totals");
  const version = Number(document.getElementById("live")?.dataset.version);
  if (before?.version === version && before.board === board)
    for (const [part, html] of before.parts) part.innerHTML = html;
  before = null;
  const found = board ? counting(entries, version) : [];
  if (!found.length) return;
  const parts = ["totals", "headline", "next-deal"].map((id) => document.getElementById(id)).filter(Boolean);
  before = { board, version, parts: parts.map((part) => [part, part.innerHTML]) };
  const rows = [...board.children].map((item) => addTo(item, found));
  const { signed, closest, target } = board.dataset;
  place(rows, { signed, target: Number(closest) });
  const [, headline, next] = parts;
  const over = target && rows.some(({ total }) => total >= Number(target));
  headline.textContent = over ? say("unsentEnd") : say("isNext", { number: found.at(-1).meant + 1 });
  if (next) dealOn(next, found);
};
