// The card grid below the fields for cards: types into the active field, and shows how many of each card are used.

import { cardName, cardSign, code, numbered, rankSign, say, splitCards, suitSign, suitOf } from "./text.js";

const SUITS = [
  ["♠", "spades", "black"],
  ["♥", "hearts", "red"],
  ["♦", "diamonds", "orange"],
  ["♣", "clubs", "blue"],
];
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "JK"];
const CHIPS = { H: "chip red", D: "chip red orange", C: "chip blue" };

const key = (label, data, className = "") => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = `button key ${className}`;
  button.textContent = label;
  Object.assign(button.dataset, data);
  return button;
};

const box = (className, ...children) => {
  const made = document.createElement("div");
  made.className = className;
  made.append(...children);
  return made;
};

const rankKey = (rank) => {
  const joker = rank === "JK";
  const button = key("", { rank }, joker ? "joker" : "");
  const [label, count] = [document.createElement("span"), document.createElement("small")];
  label.textContent = joker ? say("JK") : rankSign(rank);
  count.ariaHidden = "true";
  button.append(label, count);
  return button;
};

const suitKey = ([sign, name, colour]) => {
  const button = key(suitSign(suitOf(sign)), { suit: sign }, "♥♦".includes(sign) ? "red" : "");
  button.ariaLabel = say(numbered() ? colour : name);
  return button;
};

export class CardGrid {
  // `write(change)` changes the active field's text; `fields` are all fields for cards.
  constructor(dock, { scoring, fields, write }) {
    Object.assign(this, { scoring, fields, write, suit: SUITS[0][0] });
    this.chips = box("chips");
    this.meld = key(say("newMeld"), { meld: "" }, "extra");
    this.element = box(
      "grid",
      this.chips,
      box("signs", ...SUITS.map(suitKey), this.meld),
      box("ranks", ...RANKS.map(rankKey)),
    );
    this.element.role = "group";
    this.element.ariaLabel = say(scoring.tiles ? "tiles" : "cards");
    this.element.addEventListener("click", (event) => this.tap(event.target.closest("button")?.dataset ?? {}));
    dock.append(this.element);
  }

  // Move below `field`; null: hide.
  show(field) {
    this.element.hidden = !field;
    this.field = field;
    this.meld.hidden = field?.tagName !== "TEXTAREA";
  }

  tap({ suit, rank, meld, chip }) {
    if (suit) {
      this.suit = suit;
      this.update();
    } else if (rank) this.lay(this.card(rank));
    else if (meld === "") this.write((text) => (text.trim() ? `${text.trimEnd()}\n` : ""));
    else if (chip) this.remove(Number(chip));
  }

  card(rank) {
    return rank === "JK" ? rank : cardSign(code(rank + this.suit));
  }

  used(card) {
    // A field of cards that lie in another field, too, counts for itself.
    const again = ({ dataset }) => dataset.again !== undefined;
    const fields = this.field && again(this.field) ? [this.field] : this.fields.filter((field) => !again(field));
    return fields.flatMap((field) => splitCards(field.value)).filter((each) => code(each) === code(card)).length;
  }

  left(card) {
    return (card === "JK" ? this.scoring.jokers : this.scoring.copies) - this.used(card);
  }

  lay(card) {
    if (this.left(card) > 0) this.write((text) => (text && !/\s$/.test(text) ? `${text} ` : text) + card);
  }

  remove(index) {
    let at = -1;
    const without = (text) => text.replace(/[^\s,;]+[ ,;]*/g, (card) => (++at === index ? "" : card));
    this.write((text) =>
      without(text)
        .replace(/ +$/gm, "")
        .replace(/\n{2,}/g, "\n")
        .replace(/^\n/, ""),
    );
    this.field.focus({ preventScroll: true });
  }

  // The keys show how many of each card the round uses; the chips are those of the active field.
  update() {
    if (this.element.hidden) return;
    for (const button of this.element.querySelectorAll("[data-suit]"))
      button.ariaPressed = String(button.dataset.suit === this.suit);
    for (const button of this.element.querySelectorAll("[data-rank]")) {
      const card = this.card(button.dataset.rank);
      const used = this.used(card);
      button.querySelector("small").textContent = used ? `×${used}` : "";
      button.ariaDisabled = String(this.left(card) < 1);
      button.ariaLabel = used ? `${cardName(card)} ×${used}` : cardName(card);
    }
    let index = 0;
    const chip = (card) => {
      const button = key(card, { chip: String(index++) }, CHIPS[code(card)[1]] ?? "chip");
      button.ariaLabel = say("takeAway", { card: cardName(card) });
      return button;
    };
    const melds = this.field.value.split("\n").filter((line) => line.trim());
    this.chips.replaceChildren(
      ...melds.map((line) => {
        const meld = document.createElement("span");
        meld.append(...splitCards(line).map(chip));
        return meld;
      }),
    );
    this.chips.scrollTop = this.chips.scrollHeight;
  }
}
