// A grid of suits and ranks that fills the fields of a form with cards. Without it the fields are typed into.
(() => {
  const SIGNS = { "♠": "S", "♤": "S", "♥": "H", "♡": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C" };
  const split = (text) => text.replace(/\s*=\s*/g, "=").split(/[\s,;]+/).filter((token) => token && token !== "+");
  const bare = (token) => token.replace(/=.*$/, "");
  const code = (card) =>
    bare(card).replace(/[\ufe0e\ufe0f]/g, "").replace(/[♠♤♥♡♦♢♣♧]/, (sign) => SIGNS[sign]).toUpperCase().replace(/^10/, "T");

  // The cards that a field tells of under `key`; of a table what lies there, or what was laid on it after a plus.
  const cardsUnder = (field, key) => {
    if (field.dataset.kind !== "table") return split(field.value);
    const parts = field.value.split("\n").map((line) => line.split("+"));
    const told = parts.flatMap((line) => (key === "laid_off" ? line.slice(1) : line.slice(0, 1)));
    return split(told.join(" "));
  };

  class CardGrid {
    constructor(form, dock) {
      this.form = form;
      this.dock = dock;
      this.facts = JSON.parse(form.dataset.grid);
      this.suit = "♠";
      dock.prepend(document.getElementById("grid-parts").content.cloneNode(true));
      this.grid = dock.querySelector(".grid");
      this.chips = this.grid.querySelector(".chips");
      this.said = this.grid.querySelector("[role=status]");
      this.fields = [...form.querySelectorAll(".held-cards")];
      for (const field of this.fields) field.inputMode = "none";
      this.listen();
    }

    listen() {
      // A tap keeps the cursor where it is, so that cards go to the field they belong to.
      for (const kind of ["pointerdown", "mousedown"]) {
        this.grid.addEventListener(kind, (event) => event.target.closest(".key") && event.preventDefault());
      }
      this.grid.addEventListener("click", (event) => this.tap(event.target.closest("button")));
      this.form.addEventListener("focusin", (event) => this.enter(event.target));
      this.form.addEventListener("input", () => this.counted());
    }

    enter(field) {
      if (field.closest(".grid")) return;
      if (!field.matches(".held-cards")) {
        if (field.matches("input, select, textarea")) this.grid.hidden = true;
        return;
      }
      this.active = field;
      this.grid.hidden = false;
      this.counted();
    }

    tap(button) {
      if (!button) return;
      const { suit, rank, write, chip } = button.dataset;
      if (suit) this.choose(button);
      else if (rank) this.lay(rank);
      else if (chip) this.remove(Number(chip));
      else if (write === "type") this.byKeyboard();
      else if (write === "meld") this.write((text) => (text.trim() ? `${text.trimEnd()}\n` : ""));
      else if (write === "plus") this.write((text) => (text.trim() ? `${text.trimEnd()} + ` : ""));
      else if (write === "is") this.write((text) => `${text.trimEnd()}=`);
    }

    byKeyboard() {
      this.active.inputMode = "text";
      this.active.blur();
      this.active.focus();
      this.grid.hidden = true;
    }

    choose(button) {
      this.suit = button.dataset.suit;
      for (const each of this.grid.querySelectorAll("[data-suit]")) each.setAttribute("aria-pressed", String(each === button));
      this.counted();
    }

    card(rank) {
      return rank === "JK" ? rank : rank + this.suit;
    }

    lay(rank) {
      const card = this.card(rank);
      const names = this.active.value.endsWith("="); // what the joker stands for: no card of its own
      if (!names && this.left(card) < 1) return;
      if (this.active.dataset.kind === "card" && !names) this.write(() => card);
      else this.write((text) => (text && !/[\s=]$/.test(text) ? `${text} ` : text) + card);
    }

    remove(index) {
      let at = -1;
      this.write((text) =>
        text.replace(/[^\s,;+]+[ ,;]*/g, (card) => (++at === index ? "" : card)).replace(/[ +]+$/gm, "").replace(/\n{2,}/g, "\n").replace(/^\n/, ""),
      );
    }

    // Put a new text into the active field, as if it had been typed.
    write(change) {
      const field = this.active;
      field.value = change(field.value);
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.focus({ preventScroll: true });
      field.scrollLeft = field.scrollWidth;
      field.scrollTop = field.scrollHeight;
    }

    // How many of a card lie there at any one moment together with what stands in the active field.
    used(card) {
      const mine = ({ name, dataset }) => (dataset.kind === "table" ? [name, "laid_off"] : [name]);
      const own = mine(this.active);
      const moments = this.facts.moments.filter((keys) => keys.some((key) => own.includes(key)));
      const together = moments.length ? moments : [own];
      const sums = together.map((keys) =>
        this.fields.flatMap((field) => mine(field).filter((key) => keys.includes(key)).flatMap((key) => cardsUnder(field, key)))
          .filter((each) => code(each) === code(card)).length,
      );
      return Math.max(...sums);
    }

    left(card) {
      const replaced = this.active.dataset.kind === "card" && code(this.active.value.trim()) === code(card) ? 1 : 0;
      return (card === "JK" ? this.facts.jokers : this.facts.copies) - this.used(card) + replaced;
    }

    // What is in use is said at each key; the chips are the active field's cards.
    counted() {
      if (!this.active || this.grid.hidden) return;
      const names = this.active.value.endsWith("=");
      for (const button of this.grid.querySelectorAll("[data-rank]")) {
        const card = this.card(button.dataset.rank);
        const used = this.used(card);
        button.querySelector("small").textContent = used ? `×${used}` : "";
        button.setAttribute("aria-disabled", String(!names && this.left(card) < 1));
        button.setAttribute("aria-label", used ? `${card} ×${used}` : card);
      }
      const { kind, stands } = this.active.dataset;
      const show = (write, shown) => (this.grid.querySelector(`[data-write="${write}"]`).hidden = !shown);
      show("meld", kind === "melds" || kind === "table");
      show("plus", kind === "table");
      show("is", Boolean(stands) && /(^|\s)JK\s*$/i.test(this.active.value));
      this.showChips();
    }

    showChips() {
      let index = 0;
      const chip = (card) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "button key chip";
        button.classList.toggle("red", /[♥♦HD]$/i.test(bare(card)));
        button.dataset.chip = String(index++);
        button.setAttribute("aria-label", this.chips.dataset.remove.replace("{card}", card));
        button.textContent = card;
        return button;
      };
      const lines = this.active.value.split("\n").filter((line) => line.trim());
      this.chips.replaceChildren(
        ...lines.map((line) => {
          const meld = document.createElement("span");
          meld.append(...split(line).map(chip));
          return meld;
        }),
      );
      this.chips.scrollTop = this.chips.scrollHeight;
    }
  }

  globalThis.CardGrid = CardGrid;
})();
