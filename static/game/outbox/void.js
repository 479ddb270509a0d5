// Voiding a round: it is put into the outbox first and then sent, like a round.

import { onSubmit, pass, put, sendForm, stay } from "./direct.js";
import { showSaved } from "./just-saved.js";
import { sendUnsent } from "./notice.js";
import { targetAfter } from "./queue.js";
import { boardOf } from "./rows.js";
import { of, remove } from "./store.js";
import { newId, pageSeen } from "./target.js";

const ACTION = /^(\/games\/[\w-]+)\/rounds\/(\d+)\/void$/;

// Return the entry of a form for voiding; null if the page does not know what it would stand on.
const entryOf = async (form, game, number) => {
  const page = document.querySelector("#totals") ? document : await pageSeen(game);
  if (!page) return null;
  const { setup, ...target } = boardOf(page);
  const before = (await of(game)).at(-1);
  const own = { ...target, version: Number(form.elements.version.value) };
  const fields = [...new FormData(form)].filter(([name, value]) => name === "why" && value);
  return {
    game,
    id: newId(),
    what: "void",
    number,
    setup,
    fields,
    shown: "",
    at: Date.now(),
    ...(before ? targetAfter(before) : own),
  };
};

// Put the entry of a form into the outbox and send it; return whether it could be stored.
export const save = async (form, submitter, made) => {
  const entry = await put(made).catch(() => null); // no IndexedDB
  if (!entry) return false;
  const served = Boolean(form.elements.csrf_token); // not one that offline-round.js has made
  const status = served ? await sendForm(form, submitter, entry) : await stay(entry);
  if (status >= 400) await remove(entry.order); // the page shows why
  if (status === null) {
    const here = Boolean(document.getElementById("totals"));
    showSaved(entry, here);
    document.getElementById("alert").replaceChildren();
    if (!here) location.assign(entry.game);
  }
  return true;
};

const act = async (form, submitter, game, number) => {
  const entry = await entryOf(form, game, number).catch(() => null); // no IndexedDB
  if (!entry || !(await save(form, submitter, entry))) pass(form, submitter);
  sendUnsent();
};

onSubmit(ACTION, (form, submitter, game, number) => act(form, submitter, game, Number(number)));
