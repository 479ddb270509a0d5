// The referee's forms on a touch screen. Served as one file with its imports.

import { afterTap } from "./game/after-tap.js";
import { keepInSight } from "./game/in-sight.js";
import { offerAloud } from "./referee/aloud.js";
import { blankLater } from "./referee/blank.js";
import { RefereeGrid } from "./referee/grid.js";
import { Guide } from "./referee/guide.js";

let present = null;

class Asking {
  constructor(form) {
    this.form = form;
    form.classList.add("on");
    this.dock = form.querySelector(".dock");
    this.grid = new RefereeGrid(form, this.dock, (change) => this.write(change));
    for (const field of this.grid.fields) field.inputMode = "none";
    // A tap on a key must not move the focus: the card goes to the active field.
    for (const kind of ["pointerdown", "mousedown"]) {
      this.grid.element.addEventListener(kind, (event) => event.target.closest(".key") && event.preventDefault());
    }
    form.addEventListener("change", () => this.fit());
    this.fit();
    form.addEventListener("focusin", (event) => afterTap(() => this.enter(event.target)));
    // The keys must not cover what is moved by taps.
    form.addEventListener("click", ({ target }) => target.closest(".tabletop") && this.grid.away());
    form.addEventListener("input", () => this.grid.field && this.grid.update());
    if (form.closest("details") || form.querySelector("[aria-invalid]")) return;
    if ("guided" in form.dataset) this.guide = new Guide(form);
    else this.firstToFill()?.focus({ preventScroll: true });
  }

  // Return the field of cards to focus: the first row that is not answered yet. What is filled in is answered.
  firstToFill() {
    const rows = [...this.form.querySelectorAll(".sheet > .row:not([hidden])")];
    const answered = (row) => row.querySelector(".held-cards")?.value || row.querySelector("input:checked");
    return (rows.find((row) => !answered(row)) ?? rows[0])?.querySelector(".held-cards");
  }

  // Hide the fields that do not apply to the chosen answer.
  fit() {
    const chosen = this.form.querySelector(".sheet > .picks")?.querySelector("input:checked");
    for (const row of this.form.querySelectorAll("[data-with]")) {
      const asked = chosen && row.dataset.with.split(" ").includes(chosen.value);
      row.hidden = !asked && !row.querySelector("[aria-invalid]");
    }
  }

  enter(field) {
    if (field.matches(".held-cards")) {
      this.grid.show(field);
      keepInSight(field, this.dock);
    } else if (field.matches("input, select, textarea")) this.grid.show(null);
  }

  // Set the text of the active field as if it had been typed.
  write(change) {
    const { field } = this.grid;
    field.value = change(field.value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    if (!field.closest("[hidden]")) field.focus({ preventScroll: true });
    field.scrollLeft = field.scrollWidth;
    field.scrollTop = field.scrollHeight;
    keepInSight(field, this.dock);
  }
}

const enhance = () => {
  const form = document.querySelector("form.asking");
  if (form && present?.form !== form) present = new Asking(form);
  answered();
};
const answered = () => {
  blankLater();
  offerAloud();
};

// Enter leads to the next field; only the last one submits.
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
document.addEventListener("referee:answered", answered); // by the phone itself (referee-offline.js)
enhance();
