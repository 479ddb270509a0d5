// The notice of an entry that was saved without network a moment ago: what it was, with undo, or redo after
// an undo, which takes it out of the outbox. The page after the form shows it once.

import { say } from "../text.js";
import { discard, make } from "./list.js";

const KEY = "scorekeeper-unsent-just";

let just; // its id; undefined before the first look
let here = false; // saved on this page

export const justSaved = () => {
  if (just !== undefined) return just;
  try {
    just = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
  } catch {
    just = null; // no storage: no notice
  }
  return just;
};

// Have the next page, or this one, show the notice of an entry.
export const showSaved = ({ id }, onThisPage = false) => {
  here = onThisPage;
  if (here) just = id;
  else
    try {
      sessionStorage.setItem(KEY, id);
    } catch {
      // no storage
    }
};

const sentenceOf = ({ what, number, meant }) => {
  if (what === "void") return say("keptVoid", { number });
  if (what === "undo") return number ? say("keptUndo", { number }) : say("keptUndoneEnd");
  return what ? say("keptCorrection", { number }) : say("keptRound", { number: meant });
};

const undoOf = (entry, changed) => {
  const action = entry.what === "undo" ? "redo" : "undo";
  const label = document.querySelector(`form[action$="/${action}"] button`)?.textContent;
  if (!label) return "";
  const button = make("button", "button", label, { type: "button" });
  button.addEventListener("click", async () => {
    await discard(entry);
    changed();
  });
  return button;
};

// Show the notice above the scoreboard, if that entry is among those that were counted; else remove it.
export const tellSaved = (counted, changed) => {
  const step = counted?.steps.find(({ entry }) => entry.id === just);
  const told = document.getElementById("told");
  const old = told?.querySelector(".kept");
  if (!told || (old && old.dataset.id === step?.entry.id)) return;
  old?.remove();
  if (!step) return;
  const { entry } = step;
  const notice = make("div", "notice change kept", "");
  notice.dataset.id = entry.id;
  const said = make("div", "", "", { role: "status", tabIndex: -1 });
  const sentence = make("p", "", "");
  sentence.append(make("strong", "", sentenceOf(entry)));
  said.append(sentence);
  notice.append(said, undoOf(entry, changed));
  document.querySelector(".more")?.prepend(...told.querySelectorAll("form"));
  told.replaceChildren(notice);
  if (here) said.focus(); // brings it into view
};
