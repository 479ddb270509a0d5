// Show one field of the form after the other; a tapped card or name leads to the next.

export class Guide {
  constructor(form) {
    this.form = form;
    this.steps = [...form.querySelectorAll(".sheet > .row")];
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
    for (const [index, step] of this.steps.entries()) step.hidden = index !== at;
    for (const fold of this.folds) fold.hidden = !this.last;
    this.back.hidden = at === 0;
    this.next.hidden = this.last;
    this.judge.hidden = !this.last;
    this.place.textContent = this.form.dataset.guided.replace("{number}", at + 1).replace("{all}", this.steps.length);
    const fields = [...this.steps[at].querySelectorAll("input, textarea")];
    (fields.find((field) => field.checked) ?? fields[0]).focus({ preventScroll: true });
  }

  answered(field) {
    const whole = field.type === "radio" || field.dataset.kind === "card";
    const goesOn = whole && this.tapped && field.value && !this.last && this.steps[this.at].contains(field);
    this.tapped = false;
    if (goesOn) this.show(this.at + 1);
  }
}
