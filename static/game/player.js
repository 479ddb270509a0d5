// A player's row of the form: the fields, and the result beside them.

import { entryOf } from "./scoring.js";
import { plain, shown } from "./text.js";

// Focus a field of a row, and scroll the row into view.
export const goTo = (field) => {
  field.closest("details")?.setAttribute("open", "");
  field.focus({ preventScroll: true });
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  field.closest(".entry")?.scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
};

export class Player {
  constructor(form, element, index) {
    this.form = form;
    this.element = element;
    this.id = `p${index}`;
    this.name = element.dataset.name;
    this.cell = element.querySelector(":scope > .cell");
    this.result = document.createElement("b");
    this.result.className = "result";
    this.result.dataset.result = "";
    this.result.ariaHidden = "true"; // the live region announces it
    this.cell.before(this.result);
  }

  entry(scoring) {
    return entryOf((key) => this.form.elements[`${this.id}-${key}`]?.value.trim() ?? "", scoring);
  }

  show(score, { present, closer, odd }) {
    this.result.textContent = odd ? "?" : score === null ? "" : shown(score);
    this.cell.classList.toggle("long", this.cell.value.length > 6);
    this.element.classList.toggle("present", present);
    this.element.classList.toggle("closer", closer);
    this.element.classList.toggle("plain", !odd && plain(this.cell.value) === plain(shown(score ?? 0)));
  }
}
