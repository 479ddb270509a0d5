// Undo and Redo take back what the board shows. If that is an unsent entry, it leaves the outbox, without network. Otherwise
// Undo is itself an entry, with the version that the board shows: so it never undoes a change other than the one shown.

import { isOffline, onSubmit, pass } from "./direct.js";
import { discard, make } from "./list.js";
import { sendUnsent } from "./notice.js";
import { boardOf } from "./rows.js";
import { of } from "./store.js";
import { newId } from "./target.js";
import { save } from "./void.js";
import { say } from "../text.js";

const ACTION = /^(\/games\/[\w-]+)\/(undo|redo)$/;

// Return the entry of a form for undoing; null if only the server can show the game without that change.
const entryOf = (form, game) => {
  const { undoes: said } = form.dataset;
  if (said === undefined) return null;
  const { setup, meant } = boardOf(document);
  const { what, ...more } = said ? JSON.parse(said) : { what: "add", number: meant - 1 };
  const target = { version: Number(form.elements.version.value), meant, setup };
  return { game, id: newId(), what: "undo", undoes: what, ...more, ...target, fields: [], shown: "", at: Date.now() };
};

const explain = (sentence) => {
  const said = make("p", "notice warn", sentence);
  document.getElementById("alert").replaceChildren(said);
  said.scrollIntoView({ block: "nearest" });
};

const redo = async (entries) => {
  const last = entries.at(-1);
  if (last?.what === "undo") await discard(last);
  else if (!isOffline()) return false;
  else explain(say("redoNeedsNetwork"));
  return true;
};

const undo = async (entries, form, submitter, game) => {
  const [last, refused] = [entries.at(-1), entries.some((entry) => entry.refused)];
  if (last && !refused && last.what !== "undo") await discard(last);
  else if (last && !isOffline()) return false;
  else if (last) explain(refused ? say("undoWaits") : say("undoMoreNeedsNetwork"));
  else {
    const entry = entryOf(form, game);
    if (entry) return save(form, submitter, entry);
    if (!isOffline()) return false;
    explain(say("undoNeedsNetwork"));
  }
  return true;
};

const act = async (form, submitter, game, what) => {
  const entries = await of(game).catch(() => []); // no IndexedDB
  const done = await (what === "redo" ? redo(entries) : undo(entries, form, submitter, game));
  if (!done) pass(form, submitter);
  sendUnsent();
};

onSubmit(ACTION, act);
