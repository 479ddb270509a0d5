// The list of rounds: reading its rows, and showing what the outbox makes of them.

import { say, shown } from "../text.js";

const rowsOf = (page) => [...page.querySelectorAll(".rounds tbody tr")].filter((row) => row.querySelector("th a"));
const roundOf = (row) => Number(row.querySelector("th a").getAttribute("href").split("/").at(-1));

// Return the players' names in the order of the columns.
export const namesOf = (page) =>
  [...page.querySelectorAll(".rounds thead th")].slice(1).map((cell) => cell.title || cell.textContent);

// Return the short names of the columns by the full ones.
export const shortNamesOf = (page) =>
  Object.fromEntries(
    [...page.querySelectorAll(".rounds thead th")]
      .slice(1)
      .map((cell) => [cell.title || cell.textContent, cell.querySelector("bdi").textContent]),
  );

const ownText = (cell) => [...cell.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)[0]?.textContent;

// Return a row of the list as a round.
export const readRow = (row, names) => {
  const cells = [...row.querySelectorAll("td")];
  const points = cells.map((cell) => ownText(cell)?.trim().replace("−", "-") ?? "");
  const rated = names.map((name, at) => [name, cells[at]?.querySelector(".r")?.textContent]).filter(([, each]) => each);
  const closer = cells.findIndex((cell) => cell.querySelector(".out"));
  return {
    number: roundOf(row),
    scores: Object.fromEntries(names.flatMap((name, at) => (points[at] ? [[name, Number(points[at])]] : []))),
    ...(rated.length && { rating: Object.fromEntries(rated.map(([name, each]) => [name, Number(each)])) }),
    closer: closer < 0 ? null : names[closer],
    voided: row.matches(".void"),
  };
};

// Return the rounds of a page, the oldest first.
export const readRounds = (page) => {
  const names = namesOf(page);
  return rowsOf(page)
    .map((row) => readRow(row, names))
    .reverse();
};

// Return the row of a saved round, null if the page does not show it.
export const rowOf = (page, number) => rowsOf(page).find((row) => roundOf(row) === number) ?? null;

// Show the list of a game that has no saved round.
export const addColumns = () => {
  const first = document.getElementById("first-rounds");
  if (first && !document.querySelector(".rounds")) first.after(first.content.cloneNode(true));
};

const make = (tag, className, ...content) => {
  const element = Object.assign(document.createElement(tag), { className });
  element.append(...content);
  return element;
};

// Return the game's word for a player who closed a round.
export const closed = () => document.querySelector("[data-closed]")?.dataset.closed ?? say("wentOut");

const cellOf = (name, { scores, rating, closer }) => {
  const cell = make("td", "");
  if (name === closer) {
    const out = make("span", "out", "♠", make("span", "vh", ` ${closed()}`));
    out.title = closed();
    cell.append(out);
  }
  if (name in scores) cell.append(shown(scores[name]));
  if (rating && name in rating) cell.append(" ", make("small", "r", String(rating[name])));
  return cell;
};

const headOf = (round, { what, game, order }) => {
  const link = make(
    "a",
    "",
    String(round.number),
    " ",
    make("small", "", round.voided ? say("voidUnsent") : say("notSent")),
  );
  link.href = what ? `${game}/rounds/${round.number}` : `${game}/rounds/new#unsent-${order}`;
  link.ariaExpanded = "false";
  const head = make("th", "", link);
  head.scope = "row";
  return head;
};

// Show a round as an entry leaves it, marked as not sent; `round` is null if it takes the round away.
export const renderRound = (round, entry) => {
  const body = document.querySelector(".rounds tbody");
  const old = body && entry.number ? rowOf(document, entry.number) : null;
  if (!round) old?.remove();
  if (!body || !round) return;
  const row = make("tr", "", headOf(round, entry), ...namesOf(document).map((name) => cellOf(name, round)));
  row.classList.toggle("void", round.voided);
  row.dataset.unsent = entry.order;
  if (old) {
    if ("typed" in old.dataset) row.dataset.typed = old.dataset.typed;
    old.replaceWith(row);
  } else body.prepend(row);
};

// Show the totals below the list, or hide them.
export const renderSums = (totals, rating, words, hidden) => {
  document.querySelector(".rounds tfoot tr")?.toggleAttribute("hidden", hidden);
  const cells = document.querySelectorAll(".rounds tfoot td");
  for (const [at, name] of namesOf(document).entries()) {
    cells[at]?.replaceChildren(words(totals[name] ?? 0));
    if (rating) cells[at]?.append(" ", make("small", "r", String(rating[name] ?? 0)));
  }
};

// Return the target of the next round on a scoreboard: the game's version and setup, and the round's number.
export const boardOf = (page) => {
  const { version, setup } = page.getElementById("live").dataset;
  return { version: Number(version), setup, meant: (readRounds(page).at(-1)?.number ?? 0) + 1 };
};
