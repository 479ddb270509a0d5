// The cached form of the next round as the form of a saved round's correction, without network. Its fields come from the
// cached scoreboard: points and who went out from the row, or what the row has as `data-typed` for other rounds.

import { say, shown } from "../text.js";
import { correctionOf, isUndone } from "./queue.js";
import { boardOf, namesOf, readRow, rowOf } from "./rows.js";
import { formOf, make } from "./list.js";
import { of } from "./store.js";
import { gameOf, newId, numberOf, pageSeen, postRulings, refuse, setRound } from "./target.js";

const ruledOf = (id) => {
  const [box, label] = [make("div", "ruled", "", { hidden: true }), make("label", "choice", "")];
  const field = make("input", "", "", { type: "checkbox", id: `${id}-ruled`, name: `${id}-ruled`, value: "1" });
  label.append(field, " ", make("span", "", say("pointsInclude")));
  box.append(make("p", "", ""), label);
  return box;
};

// Add the fields of a correction that the form of the next round has not: what a ruling takes off, and why.
const addFields = (form) => {
  for (const entry of form.querySelectorAll(".entry")) {
    const [id] = entry.querySelector(":scope > .cell").name.split("-");
    if (!entry.querySelector(".ruled")) entry.insertBefore(ruledOf(id), entry.querySelector("details"));
  }
  const why = make("div", "field", "");
  const field = make("input", "", "", { id: "why", name: "why", dir: "auto", autocapitalize: "sentences" });
  why.append(make("label", "", say("why"), { htmlFor: "why" }), field);
  form.querySelector(".entries").after(why);
};

// Make the form one of a saved round, before any script uses it.
export const asCorrection = (form, number) => {
  const game = gameOf(form);
  const address = `${game}/rounds/${number}/edit`;
  form.dataset.draft = `${game.split("/").at(-1)}/${number}`;
  form.dataset.round = ""; // what rulings take off the next round is not this one's
  form.setAttribute("action", address);
  form.setAttribute("hx-post", address);
  form.elements.entry_id.value = newId();
  for (const tick of form.querySelectorAll(".rejoins")) tick.remove(); // who is out now played that round, or it is refused
  addFields(form);
  document.querySelector(".where h1").textContent = say("correctRound", { number });
};

// Return the form's values of a round that was entered as points, or as what is left in hand.
const plainValues = ({ scores, closer }, players) => {
  const values = {};
  for (const { id, name, cell } of players) {
    const sums = cell.name.endsWith("-minus");
    if (name === closer) values.who = id;
    if (name in scores && !(sums && name === closer))
      values[cell.name] = shown(sums ? Math.abs(scores[name]) : scores[name]);
  }
  return values;
};

// Return the form's values of a row; null if this form has no fields for them.
const valuesOf = (row, round, { form, players }) => {
  const { typed } = row.dataset;
  if (typed === "" || !Object.keys(round.scores).every((name) => players.some((row) => row.name === name))) return null;
  const values = typed === undefined ? plainValues(round, players) : Object.fromEntries(new URLSearchParams(typed));
  return Object.keys(values).every((name) => form.elements[name]) ? values : null;
};

// Fill the form with the round as it is saved; an unsent correction of it is opened instead. `round` is the RoundForm.
export const fillCorrection = async (round) => {
  const { form, players, draft } = round;
  const [game, number] = [gameOf(form), numberOf(form)];
  const entries = await of(game);
  const unsent = correctionOf(entries, number);
  if (unsent) {
    location.replace(formOf(unsent));
    return;
  }
  const page = await pageSeen(game);
  const row = page && rowOf(page, number);
  const saved = row && readRow(row, namesOf(page));
  const board = page && boardOf(page);
  const same = board?.setup === document.getElementById("live").dataset.setup;
  const alike = same && !isUndone(entries, number);
  const values = alike && saved ? valuesOf(row, saved, round) : null;
  if (!values) {
    refuse(form, say("correctionNeedsNetwork", { number }));
    return;
  }
  if (!draft.at && !entries.length) setRound(form, board); // the version of the values
  const typed = draft.at ? { at: draft.at, values: draft.values } : null;
  draft.fill({ at: 0, values });
  round.update();
  // What the saved points have beside those of the fields was posted by rulings.
  const costs = players.map(({ name }, at) => (round.finals[at] === null ? 0 : saved.scores[name] - round.finals[at]));
  postRulings(round, costs);
  if (typed) draft.fill(typed);
  round.update();
};
