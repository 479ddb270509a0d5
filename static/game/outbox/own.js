// The form of a player's own points in an open round: they are put into the outbox first and then sent, like a round.

import { roundSaved } from "../draft.js";
import { say, shown } from "../text.js";
import { BESIDE, pass, put, sendForm } from "./direct.js";
import { sendUnsent } from "./notice.js";
import { isOwn } from "./queue.js";
import { all, remove } from "./store.js";
import { gameOf, newId } from "./target.js";

export const isOwnForm = (form) => form.classList.contains("own");

const entryOf = ({ form, finals, players: [{ name, cell }] }) => {
  const number = Number(form.elements.meant.value);
  const points = cell.value || (finals[0] === null ? "" : shown(finals[0]));
  return {
    game: gameOf(form),
    id: form.elements.entry_id.value,
    what: "own",
    number,
    scope: form.dataset.draft,
    version: Number(form.elements.version.value),
    meant: number,
    setup: document.getElementById("live").dataset.setup,
    fields: [...new FormData(form)].filter(([field]) => !BESIDE.includes(field)),
    shown: `${name} ${points}`,
    at: Date.now(),
  };
};

// Put the entry after those of the same player and round, which it replaces: one of them may be on its way.
const kept = async (entry) => {
  const before = (await all()).filter((each) => isOwn(each) && each.scope === entry.scope);
  const added = await put(entry);
  for (const each of before) await remove(each.order);
  return added;
};

// Save what was typed into the form of a `RoundForm`.
export const saveOwn = async (present, submitter) => {
  const { form, draft } = present;
  const entry = await kept(entryOf(present)).catch(() => null);
  if (!entry) {
    pass(form, submitter); // no IndexedDB: the draft is the only copy
    return;
  }
  const status = await sendForm(form, submitter, entry);
  if (status === null) {
    document.getElementById("alert").replaceChildren();
    form.elements.entry_id.value = newId();
    draft.tell(say("ownKept"));
  } else if (status >= 400)
    await remove(entry.order); // the page shows why
  else roundSaved(entry);
  sendUnsent();
};

// The points of this page were sent later: show that they are in.
document.addEventListener("scorekeeper:sent", ({ detail: { scope } }) => {
  if (scope && document.querySelector("form.own")?.dataset.draft === scope) location.reload();
});
