// The card grid of the referee's forms. It writes melds line by line, cards laid off after a plus, the card that a joker
// stands for after an equals sign, and counts the copies of a card over all fields of one moment.

import { CardGrid } from "./../game/cards.js";
import { code, splitCards, withJokerCodes } from "./../game/text.js";

const tokens = (text) => splitCards(text.replace(/\s*=\s*/g, "=").replace(/\+/g, " "));
const SIGNS = { H: "♥", D: "♦", C: "♣" };
const bare = (token) => token.replace(/=.*$/, "");

// Return the keys of the situation that a field sets to cards.
const keysOf = ({ name, dataset }) => (dataset.kind === "table" ? [name, "laid_off"] : [name]);

const cardsUnder = (field, key) => {
  if (field.dataset.kind !== "table") return tokens(field.value);
  const lines = field.value.split("\n").map((line) => line.split("+"));
  return tokens(lines.flatMap((parts) => (key === "laid_off" ? parts.slice(1) : parts.slice(0, 1))).join(" "));
};

export class RefereeGrid extends CardGrid {
  constructor(form, dock, write) {
    const facts = JSON.parse(form.dataset.grid);
    super(dock, { scoring: facts, fields: [...form.querySelectorAll(".held-cards")], write });
    this.element.classList.toggle("tiles", facts.tiles);
    this.element.append(document.getElementById("grid-tools").content.cloneNode(true));
    this.element.querySelector(".signs").append(this.element.querySelector("[data-tool=type]"));
    this.tools = [...this.element.querySelectorAll("[data-tool]")];
    this.element.querySelector(".joker").hidden = !facts.jokers;
    this.show(null);
    dock.prepend(this.element);
  }

  get namesJoker() {
    return this.field.value.endsWith("=");
  }

  // The key of the situation that the next card in the active field belongs to.
  get key() {
    return this.field.dataset.kind === "table" && /\+[^\n]*$/.test(this.field.value) ? "laid_off" : this.field.name;
  }

  show(field) {
    super.show(field);
    this.meld.hidden = !["melds", "table"].includes(field?.dataset.kind);
    if (field) this.update();
  }

  // Leave the active field, and hide the keys where they lie over the page.
  away() {
    if (!this.field || matchMedia("(min-width: 40em)").matches) return;
    this.field.blur();
    this.show(null);
  }

  tap(data) {
    if (data.tool === "plus") this.write((text) => (text.trim() ? `${text.trimEnd()} + ` : ""));
    else if (data.tool === "is") this.write((text) => `${text.trimEnd()}=`);
    else if (data.tool === "type") this.byKeyboard();
    else super.tap(data);
  }

  byKeyboard() {
    const { field } = this;
    field.inputMode = "text";
    field.blur();
    field.focus();
    super.show(null);
  }

  // Return the most copies of a card that lie at any one moment together with the active field.
  used(card) {
    const moments = this.scoring.moments.filter((keys) => keys.includes(this.key));
    const counts = (moments.length ? moments : [keysOf(this.field)]).map((keys) => {
      const cards = this.fields.flatMap((field) =>
        keysOf(field)
          .filter((key) => keys.includes(key))
          .flatMap((key) => cardsUnder(field, key)),
      );
      return cards.filter((each) => code(bare(each)) === code(card)).length;
    });
    return Math.max(...counts);
  }

  left(card) {
    const replaced = this.field.dataset.kind === "card" && code(this.field.value.trim()) === code(card);
    return super.left(card) + (replaced ? 1 : 0);
  }

  lay(card) {
    if (this.namesJoker)
      this.write((text) => text + card); // what the joker stands for is no card of its own
    else if (this.left(card) < 1) return;
    else if (this.field.dataset.kind === "card") this.write(() => card);
    else this.write((text) => (text && !/\s$/.test(text) ? `${text} ` : text) + card);
  }

  update() {
    if (this.element.hidden) return;
    super.update();
    const { kind, stands } = this.field.dataset;
    const shown = {
      plus: kind === "table",
      is: Boolean(stands) && /(^|\s)JK\s*$/i.test(withJokerCodes(this.field.value)),
      type: true,
    };
    for (const chip of this.chips.querySelectorAll(".chip"))
      chip.dataset.sign = SIGNS[code(bare(chip.textContent))[1]] ?? "";
    for (const tool of this.tools) tool.hidden = !shown[tool.dataset.tool];
    if (this.namesJoker) for (const key of this.element.querySelectorAll("[data-rank]")) key.ariaDisabled = "false";
  }
}
