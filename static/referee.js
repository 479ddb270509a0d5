// The referee's forms, by thumb: the card grid in the dock, and one question after the other where they are guided.
(() => {
  let present = null;

  const enhance = () => {
    const form = document.querySelector("form.asking");
    if (!form || present === form) return;
    present = form;
    form.classList.add("on");
    const grid = new CardGrid(form, form.querySelector(".dock"));
    const wrong = form.querySelector("[aria-invalid]");
    if (!document.getElementById("verdict") && !wrong) grid.fields[0]?.focus({ preventScroll: true });
  };

  document.addEventListener("htmx:after:swap", enhance);
  enhance();
})();
