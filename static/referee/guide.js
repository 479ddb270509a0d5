// Show the form step by step: a field, with those that belong to it. A tapped card or name leads on.

export class Guide {
  constructor(form) {
    this.form = form;
    this.steps = [];
    for (const row of form.querySelectorAll(".sheet > .row")) {
      if ("sameStep" in row.dataset) this.steps.at(-1).push(row);
      else this.steps.push([row]);
    }
    this.folds = [...form.querySelectorAll(".sheet > details")];
    this.judge = form.querySelector(".actions .main");
    this.judge.before(document.getElementById("guide-parts").content.cloneNode(true));
    this.place = document.createElement("p");
    this.place.className = "step-of";
    this.place.role = "status";
    form.querySelector(".sheet").prepend(this.place);
    this.back = form.querySelector(".actions .back");
    this.next = form.querySelector(".actions .next");
    this.back.addEventListener("click", () => this.show(this.at - 1));
    this.next.addEventListener("click", () => this.show(this.at + 1));
    // Only a tap leads on: arrow keys select each name that they pass.
    form.addEventListener("pointerdown", (event) => {
      this.tapped = Boolean(event.target.closest(".picks, .ranks"));
    });
    form.addEventListener("input", (event) => this.answered(event.target));
    this.show(0);
  }

  get last() {
    return this.at === this.steps.length - 1;
  }

  show(at) {
    this.at = at;
    for (const [index, rows] of this.steps.entries()) for (const row of rows) row.hidden = index !== at;
    for (const fold of this.folds) fold.hidden = !this.last;
    this.back.hidden = at === 0;
    this.next.hidden = this.last;
    this.judge.hidden = !this.last;
    this.place.textContent = this.form.dataset.guided.replace("{number}", at + 1).replace("{all}", this.steps.length);
    this.fieldsOf(at)[0].focus({ preventScroll: true });
  }

  // Return the fields of a step, the one to fill in next first.
  fieldsOf(at) {
    const fields = this.steps[at].flatMap((row) => {
      const inputs = [...row.querySelectorAll("input, textarea")];
      return inputs.find((field) => field.checked) ?? inputs[0];
    });
    const open = fields.filter((field) => (field.type === "radio" ? !field.checked : !field.value));
    return [...open, ...fields];
  }

  answered(field) {
    const whole = field.type === "radio" || field.dataset.kind === "card";
    const inside = this.steps[this.at].some((row) => row.contains(field));
    const goesOn = whole && this.tapped && field.value && inside;
    this.tapped = false;
    if (!goesOn) return;
    const [next] = this.fieldsOf(this.at);
    if (next.type === "radio" ? next.checked : next.value) this.last || this.show(this.at + 1);
    else if (next.type !== "radio") next.focus({ preventScroll: true }); // names are tapped without a focus
  }
}
