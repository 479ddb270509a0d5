// The referee's forms, by thumb: the card grid in the dock, one question after the other where they are guided,
// and a discreet answer that goes blank. Nothing of it is stored.
(() => {
  let present = null;

  // One question after the other; a card or a name that is tapped leads on by itself.
  class Guide {
    constructor(form) {
      this.form = form;
      this.steps = [...form.querySelectorAll(".sheet > .row")];
      this.folds = [...form.querySelectorAll(".sheet > details")];
      this.judge = form.querySelector(".actions .main");
      this.judge.before(document.getElementById("guide-parts").content.cloneNode(true));
      this.place = document.createElement("p");
      this.place.className = "step-of";
      this.place.setAttribute("role", "status");
      form.querySelector(".sheet").prepend(this.place);
      this.back = form.querySelector(".actions .back");
      this.next = form.querySelector(".actions .next");
      this.back.addEventListener("click", () => this.show(this.at - 1));
      this.next.addEventListener("click", () => this.show(this.at + 1));
      form.addEventListener("input", (event) => this.typed(event.target));
      this.show(0);
    }

    get last() {
      return this.at === this.steps.length - 1;
    }

    show(at) {
      this.at = at;
      this.steps.forEach((step, index) => (step.hidden = index !== at));
      for (const fold of this.folds) fold.hidden = !this.last;
      this.back.hidden = at === 0;
      this.next.hidden = this.last;
      this.judge.hidden = !this.last;
      this.place.textContent = this.form.dataset.guided.replace("{number}", at + 1).replace("{all}", this.steps.length);
      const fields = [...this.steps[at].querySelectorAll("input, textarea")];
      (fields.find((field) => field.checked) ?? fields[0]).focus({ preventScroll: true });
    }

    typed(field) {
      const answered = field.dataset.kind === "card" ? field.value.trim() && this.form.matches(":has(.grid:not([hidden]))") : this.tapped;
      this.tapped = false;
      if (answered && !this.last && this.steps[this.at].contains(field)) this.show(this.at + 1);
    }
  }

  const enhance = () => {
    const form = document.querySelector("form.asking");
    if (!form || present?.form === form) return;
    form.classList.add("on");
    const grid = new CardGrid(form, form.querySelector(".dock"));
    present = { form };
    const wrong = form.querySelector("[aria-invalid]");
    if (document.getElementById("verdict") || wrong) return blankLater();
    if ("guided" in form.dataset) present.guide = new Guide(form);
    else grid.fields[0]?.focus({ preventScroll: true });
  };

  // A tap on a name goes on; arrow keys must be free to pass through the names.
  document.addEventListener("pointerdown", (event) => {
    if (present?.guide && event.target.closest?.(".picks")) present.guide.tapped = true;
  });
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

  // A discreet answer: gone after its time, at a tap, or when the page is left.
  let ticking = null;
  const blank = () => {
    clearInterval(ticking);
    ticking = null;
    const main = document.getElementById("page");
    main.replaceChildren(document.getElementById("blanked").content.cloneNode(true));
    main.querySelector("[tabindex]").focus();
  };
  const blankLater = () => {
    const told = document.querySelector("[data-blank]");
    if (!told || ticking) return;
    let left = Number(told.dataset.blank);
    const count = told.querySelector("b");
    told.classList.add("on");
    told.querySelector("button").addEventListener("click", blank);
    ticking = setInterval(() => {
      left -= 1;
      count.textContent = left;
      if (left <= 0) blank();
    }, 1000);
  };
  addEventListener("pagehide", () => ticking && blank());
  document.addEventListener("visibilitychange", () => document.hidden && ticking && blank());

  document.addEventListener("htmx:after:swap", enhance);
  enhance();
})();
