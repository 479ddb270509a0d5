// Show the melds as tiles, moved by taps. The text fields stay the source of truth and are written at once.

import { cardName, cardSign, code, splitCards } from "./../game/text.js";

const COLOURS = { S: "black", H: "red", D: "orange", C: "blue" };

const face = (card) => code(card).replace(/^[A2-9TJQK][SHDC]$/, cardSign);
const melds = (text) =>
  text
    .split("\n")
    .map((line) => splitCards(line).map((token) => token.replace(/=.*$/, ""))) // what a joker was laid as is no tile
    .filter((meld) => meld.length);
const key = (card) => face(card).toUpperCase();

const without = (cards, taken) => {
  const rest = [...cards];
  for (const card of taken) {
    const at = rest.findIndex((each) => key(each) === key(card));
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
};

export class Tabletop {
  constructor(form) {
    this.form = form;
    this.fields = Object.fromEntries(["before", "played", "after"].map((name) => [name, form.elements[name]]));
    this.picked = [];
    this.past = [];
    const made = document.getElementById("tabletop").content.cloneNode(true);
    this.element = made.firstElementChild;
    const row = this.fields.after.closest(".row");
    row.classList.add("as-tiles");
    row.before(made);
    this.element.addEventListener("click", (event) => this.tap(event.target.closest("button")));
    for (const field of [this.fields.before, this.fields.played])
      field.addEventListener("input", () => this.follow(field));
    this.draw();
  }

  get table() {
    return melds(this.fields.after.value);
  }

  // The played tiles that lie in no meld yet.
  get rack() {
    const there = [...melds(this.fields.before.value).flat(), ...splitCards(this.fields.played.value)];
    return without(there, this.table.flat());
  }

  // If the melds before the turn are corrected, start the turn again.
  follow(field) {
    if (field === this.fields.before) {
      this.past = [];
      this.put(melds(field.value));
    } else this.draw();
  }

  put(table) {
    this.fields.after.value = table
      .filter((meld) => meld.length)
      .map((meld) => meld.join(" "))
      .join("\n");
    this.fields.after.dispatchEvent(new Event("input", { bubbles: true }));
    this.picked = [];
    this.draw();
  }

  tap(button) {
    if (!button) return;
    if (button.dataset.tile) this.pick(button);
    else if (button.classList.contains("here")) this.move(Number(button.dataset.meld));
    else if (button.dataset.move === "undo" && this.past.length) this.put(melds(this.past.pop()));
    else if (button.dataset.move === "reset") this.reset();
  }

  pick(button) {
    const id = button.dataset.tile;
    this.picked = this.picked.includes(id) ? this.picked.filter((each) => each !== id) : [...this.picked, id];
    button.ariaPressed = String(this.picked.includes(id));
    this.showPlaces();
  }

  reset() {
    this.past.push(this.fields.after.value);
    this.fields.played.value = "";
    this.fields.played.dispatchEvent(new Event("input", { bubbles: true }));
    this.put(melds(this.fields.before.value));
    this.told.textContent = this.told.dataset.back;
  }

  // Move the picked tiles to a meld; -1 is a new one.
  move(target) {
    this.past.push(this.fields.after.value);
    const { table, rack } = this;
    const chosen = this.picked.map((id) => id.split(":").map(Number));
    const moved = chosen.map(([from, at]) => (from < 0 ? rack[at] : table[from][at]));
    const left = table.map((meld, from) => meld.filter((_, at) => !chosen.some(([f, a]) => f === from && a === at)));
    if (target < 0) left.push(moved);
    else left[target] = [...left[target], ...moved];
    this.put(left);
    this.told.textContent = this.told.dataset.put.replace("{tiles}", moved.map(face).join(" "));
  }

  get told() {
    return this.element.querySelector("[role=status]");
  }

  tile(card, id) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = face(card);
    button.ariaLabel = cardName(card);
    button.className = `tile ${COLOURS[code(card)[1]] ?? "joker"}`;
    button.dataset.tile = id;
    button.ariaPressed = "false";
    return button;
  }

  draw() {
    const made = (name) => document.getElementById(name).content.cloneNode(true);
    const rows = this.table.map((meld, from) => {
      const row = made("tabletop-meld");
      row.querySelector(".tiles").append(...meld.map((card, at) => this.tile(card, `${from}:${at}`)));
      row.querySelector(".here").dataset.meld = String(from);
      return row;
    });
    const fresh = made("tabletop-new");
    fresh.querySelector(".here").dataset.meld = "-1";
    this.element.querySelector(".melds").replaceChildren(...rows, fresh);
    const rack = this.rack.map((card, at) => this.tile(card, `-1:${at}`));
    this.element.querySelector(".rack .tiles").replaceChildren(...rack);
    this.element.querySelector(".rack").hidden = !rack.length;
    this.element.querySelector("[data-move=undo]").disabled = !this.past.length;
    this.showPlaces();
  }

  showPlaces() {
    for (const button of this.element.querySelectorAll(".here")) button.hidden = !this.picked.length;
  }
}
