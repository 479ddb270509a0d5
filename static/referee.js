// The referee's forms, by thumb. Served as one file with all that it imports.

import { blankLater } from "./referee/blank.js";
import { RefereeGrid } from "./referee/grid.js";
import { Guide } from "./referee/guide.js";

let present = null;

class Asking {
  constructor(form) {
    this.form = form;
    form.classList.add("on");
    const dock = form.querySelector(".dock");
    this.grid = new RefereeGrid(form, dock, (change) => this.write(change));
    for (const field of this.grid.fields) field.inputMode = "none";
    // A tap keeps the cursor where it is, so that cards go to the field they belong to.
    for (const kind of ["pointerdown", "mousedown"]) {
      this.grid.element.addEventListener(kind, (event) => event.target.closest(".key") && event.preventDefault());
    }
    form.addEventListener("focusin", (event) => this.enter(event.target));
    form.addEventListener("input", () => this.grid.field && this.grid.update());
    if (form.closest("details") || form.querySelector("[aria-invalid]")) return;
    if ("guided" in form.dataset) this.guide = new Guide(form);
    else this.grid.fields[0]?.focus({ preventScroll: true });
  }

  enter(field) {
    if (field.matches(".held-cards")) this.grid.show(field);
    else if (field.matches("input, select, textarea")) this.grid.show(null);
  }

  // Put a new text into the active field, as if it had been typed.
  write(change) {
    const { field } = this.grid;
    field.value = change(field.value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    if (!field.closest("[hidden]")) field.focus({ preventScroll: true });
    field.scrollLeft = field.scrollWidth;
    field.scrollTop = field.scrollHeight;
  }
}

const enhance = () => {
  const form = document.querySelector("form.asking");
  if (form && present?.form !== form) present = new Asking(form);
  blankLater();
};

// Enter leads to the next question before it judges.
document.addEventListener(
  "submit",
  (event) => {
    const guide = event.target === present?.form && present.guide;
    if (!guide || guide.last) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    guide.show(guide.at + 1);
  },
  true,
);
document.addEventListener("htmx:after:swap", enhance);
enhance();
