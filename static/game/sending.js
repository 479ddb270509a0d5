// What happens around the sending of a round's form: it must be complete, only what was filled in is sent, and the
// draft goes once the scoreboard has come.

import { roundSaved } from "./draft.js";
import { keptFor } from "./kept.js";
import { RoundForm } from "./round.js";

let present = null;
let sent = null;

const enhance = () => {
  const form = document.querySelector("form.round");
  if (present?.form === form) return;
  present?.draft.leave();
  present = form && new RoundForm(form);
};

// Before htmx or the browser sends the form.
document.addEventListener(
  "submit",
  (event) => {
    if (event.target !== present?.form) return;
    if (present.complete()) sent = { scope: event.target.dataset.draft, id: present.draft.id };
    else {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  },
  true,
);
document.addEventListener("formdata", ({ target, formData }) => {
  if (target !== present?.form) return;
  for (const [name, value] of [...formData]) if (value === "") formData.delete(name);
  const board = keptFor(target.dataset.draft, target.elements.version.value);
  if (board) formData.set("board", board);
});
// Somebody else has entered this round, and that is to stand: the draft of it goes.
document.addEventListener("click", ({ target }) => {
  if (present && target.closest("[data-dropped]")) roundSaved({ scope: present.form.dataset.draft, id: present.draft.id });
});
document.addEventListener("htmx:after:swap", () => {
  if (sent && !document.querySelector("form.round")) roundSaved(sent);
  sent = null;
  enhance();
});
enhance();
