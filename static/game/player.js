// A player's row of the form: the fields, and the result beside them.

import { entryOf } from "./scoring.js";
import { plain, say, shown } from "./text.js";

// Focus a field of a row, and scroll the row into view.
export const goTo = (field) => {
  field.closest("details")?.setAttribute("open", "");
  field.focus({ preventScroll: true });
  field.closest(".entry")?.scrollIntoView({ block: "nearest" }); // at once: nothing may move below the next tap
};

// Focus the cell of the player whom the page's address names, as the links of a round's points do.
export const goToNamed = (players) => {
  const [, name] = /(?:#|-)(p\d+)$/.exec(location.hash) ?? [];
  const named = players.find(({ id }) => id === name);
  if (named) goTo(named.cell);
};

// Return what the form says of the whole round: the special way of closing, the chosen lowest player, the first upcard.
export const chosenIn = (form) => ({
  way: form.querySelector('[name="way"]:checked')?.value,
  lowest: form.elements.lowest?.value,
  upcard: form.elements.upcard?.value,
});

// Return the field for a sum in hand, if `active` is the one for the sum on the table, and the other is still empty.
export const sumInHand = (form, active) => {
  const field = form.elements[active?.name.replace(/-plus$/, "-minus")];
  return field === active || field?.value ? undefined : field;
};

// Return a field by the name on its label, as what comes next; undefined if there is none.
export const namedSum = (field) => field && { name: field.labels[0].textContent };

// Return who comes back in before this round.
export const backIn = ({ players }) => players.filter(({ rejoins }) => rejoins?.checked).map(({ name }) => name);

// Return the points of those who play, by name; null while any are open.
export const pointsOf = ({ players, finals }) => {
  const points = players.map(({ name, away }, at) => ({ name, away, final: finals[at] })).filter(({ away }) => !away);
  if (points.some(({ final }) => final === null)) return null;
  return Object.fromEntries(points.map(({ name, final }) => [name, final]));
};

// Return the rating points of everybody, by name; null while any are open, and in a game without them.
export const ratedOf = ({ players, rating }) => {
  const rated = rating && players.map(({ id, name }) => [name, rating.get(id)]);
  return rated?.every(([, points]) => points !== null) ? Object.fromEntries(rated) : null;
};

export class Player {
  constructor(form, element) {
    this.form = form;
    this.element = element;
    this.name = element.dataset.name;
    this.cell = element.querySelector(":scope > .cell");
    [this.id] = this.cell.name.split("-"); // p and the seat: who is out has no row
    this.result = document.createElement("b");
    this.result.className = "result";
    this.result.dataset.result = "";
    this.result.ariaHidden = "true"; // the live region announces it
    this.cell.before(this.result);
    this.ruling = element.querySelector(".ruled p");
    this.ruled = form.elements[`${this.id}-ruled`];
    element.querySelector(".net")?.remove();
    this.net = document.createElement("button");
    Object.assign(this.net, { type: "button", className: "button net", hidden: true });
    this.net.addEventListener("click", () => this.takeOff());
    element.insertBefore(this.net, element.querySelector("details"));
    this.rejoins = form.elements[`${this.id}-rejoins`];
  }

  // Whether the player is out, and does not come back in before this round.
  get away() {
    return this.element.hidden || this.rejoins?.checked === false;
  }

  // Ask for the points of a player whom unsent entries have brought back in.
  askAlways() {
    this.rejoins?.closest("label").remove();
    this.rejoins = undefined;
    this.element.classList.remove("back");
  }

  // Ask whether the player comes back in, in these words; return the tick if the form has none yet.
  offerToComeBack(words) {
    const added = !this.rejoins;
    if (added) {
      const label = Object.assign(document.createElement("label"), { className: "choice rejoins" });
      const id = `${this.id}-rejoins`;
      this.rejoins = Object.assign(document.createElement("input"), { type: "checkbox", id, name: id, value: "1" });
      label.append(this.rejoins, " ", document.createElement("span"));
      this.element.querySelector(".name").after(label);
      this.element.classList.add("back");
    }
    this.rejoins.nextElementSibling.textContent = words;
    return added ? [this.rejoins] : [];
  }

  // Take the player, whom an unsent round has put out, off the form.
  leaveOut() {
    this.element.hidden = true;
    for (const field of this.element.querySelectorAll("input, textarea")) field.disabled = true;
    const choice = this.form.querySelector(`.who [value="${this.id}"]`);
    if (choice) choice.disabled = choice.closest("label").hidden = true;
  }

  entry(scoring) {
    return entryOf((key) => this.form.elements[`${this.id}-${key}`]?.value.trim() ?? "", scoring);
  }

  // What accepted rulings add to the round that the page was made for, negative; unsent rounds come after that one.
  get posted() {
    const { form, element } = this;
    return form.elements.meant.value === form.dataset.round ? Number(element.dataset.posted ?? 0) : 0;
  }

  // Return the player's points of the round, rulings included; `score` is without them, unless they are ticked.
  final(score) {
    return score === null || this.ruled?.checked ? score : score + this.posted;
  }

  // Take the penalties off the points, which then include them.
  takeOff() {
    const points = this.form.elements[`${this.id}-points`];
    points.value = this.reduced;
    for (const count of this.element.querySelectorAll(".count")) count.value = "";
    points.dispatchEvent(new Event("input", { bubbles: true }));
    goTo(points);
  }

  // Show how rulings and penalties change the points of an entry.
  showSums(score, entry) {
    const { points, cost } = Object(entry);
    this.net.hidden = !entry?.twice || !cost;
    this.reduced = shown(points + cost);
    this.net.textContent = say("takeOff", { points: shown(points), cost: -cost, sum: this.reduced });
    if (!this.ruling) return;
    this.ruling.parentElement.hidden = !this.posted;
    const [total, inPoints] = [this.final(score), this.ruled.checked];
    const values = { points: shown(score ?? 0), cost: -this.posted, sum: shown(total ?? 0) };
    if (score === null) this.ruling.textContent = say("rulingCosts", { points: -this.posted });
    else this.ruling.textContent = inPoints ? say("ruledIn", values) : say("ruled", values);
    this.ruled.closest("label").hidden = points === undefined && !inPoints;
  }

  show(score, { present, closer, entry }) {
    const odd = entry === "odd";
    this.showSums(odd ? null : score, entry);
    this.result.textContent = odd ? "?" : score === null ? "" : shown(score);
    this.cell.classList.toggle("long", this.cell.value.length > 6);
    this.element.classList.toggle("present", present);
    this.element.classList.toggle("closer", closer);
    this.element.classList.toggle("plain", !odd && plain(this.cell.value) === plain(shown(score ?? 0)));
  }
}
