// The unfolded list of the outbox: what waits, why it was refused, and what can be done about it.

import { say, shown } from "../text.js";
import { chained, closedUp, isOwn, targetAfter } from "./queue.js";
import { namesOf, readRow, rowOf } from "./rows.js";
import { all, changeEach, withLock } from "./store.js";

const pageOf = (html) => new DOMParser().parseFromString(html, "text/html");

export const make = (tag, className, text, more = {}) =>
  Object.assign(document.createElement(tag), { className, textContent: text, ...more });

// Take an entry out of the outbox, not while it is being sent.
export const discard = (entry) =>
  withLock(async () => {
    await changeEach(closedUp(await all(), entry), entry.order);
  });

// Void the round as it is now, also if the entry was to undo it; the later entries follow.
const voidAllTheSame = (entry) =>
  withLock(async () => {
    const { version } = entry.refused;
    const kept = entry.meant - targetAfter(entry).meant; // a round that an undo would have taken away
    const changes = chained(await all(), entry, { version, meant: entry.meant + kept });
    await changeEach([[entry.order, { what: "void", undoes: null, version, refused: null, held: 0 }], ...changes]);
  });

export const formOf = ({ game, order, number, page = `${game}/rounds/new` }) =>
  `${page}#unsent-${order}${number ? `-round-${number}` : ""}`;

const removal = (entry, changed) => {
  const button = make("button", "button quiet", say("discard"), { type: "button" });
  let asked = false;
  button.addEventListener("click", async () => {
    if (asked) {
      await discard(entry);
      changed();
    }
    asked = true;
    button.textContent = say("discardSure");
  });
  return button;
};

const repetition = (entry, changed) => {
  const button = make("button", "button", say("voidAllTheSame"), { type: "button" });
  button.addEventListener("click", async () => {
    await voidAllTheSame(entry);
    changed();
  });
  return button;
};

const titleOf = ({ what, number, meant }) => {
  if (what === "void") return say("voiding", { number });
  if (what === "own") return say("ownPoints", { number });
  if (what === "undo") return number ? say("undoing", { number }) : say("undoingEnd");
  return what ? say("correction", { number }) : say("round", { number: meant });
};

// Return the item of an entry; `changed()` is called after its buttons have changed the outbox.
export const itemOf = (entry, changed) => {
  const { what, refused } = entry;
  const item = make("li", "", "");
  item.append(make("strong", "", titleOf(entry)));
  item.append(" ", make("span", "", entry.shown));
  if (refused) item.append(make("p", "error", refused.sentence));
  if (refused?.notice) item.append(pageOf(refused.notice).querySelector(".clash"));
  const both = make("div", "both", "");
  if (isOwn(entry))
    both.append(make("a", "button", refused ? say("openIt") : say("changeIt"), { href: `${entry.game}/rounds/open` }));
  else if (what !== "void" && what !== "undo")
    both.append(make("a", "button", refused ? say("openIt") : say("changeIt"), { href: formOf(entry) }));
  else if (refused?.version) both.append(repetition(entry, changed));
  both.append(removal(entry, changed));
  item.append(both);
  return item;
};

// Refusals

// Another change came before an undo: nothing is undone, the round that it was about can still be voided.
const undoConflict = (page, { undoes, number }) => {
  const row = undoes === "add" && rowOf(page, number);
  if (!row || row.matches(".void")) return { there: true, version: 0, sentence: say("undoMeanwhile") };
  const points = Object.entries(readRow(row, namesOf(page)).scores).map(([name, each]) => `${name} ${shown(each)}`);
  const { version } = page.getElementById("live").dataset;
  const sentence = say("undoRoundMeanwhile", { number, now: points.join(" · ") });
  return { there: true, version: Number(version), sentence };
};

const conflict = (page, entry) => {
  const { what, number } = entry;
  if (what === "undo") return undoConflict(page, entry);
  const sentence = { correct: say("changedMeanwhile") }[what] ?? say("meanwhile");
  const version = Number(page.querySelector("form.round [name=version], .voiding [name=version]")?.value ?? 0);
  if (what !== "void")
    return { there: true, sentence, version, notice: page.querySelector(".notice:has(.clash)").outerHTML };
  const scores = [...page.querySelectorAll(".shares > div")].map(
    (share) => `${share.querySelector("bdi").textContent} ${share.querySelector("b").textContent.replace("= ", "")}`,
  );
  const now = scores.join(" · ");
  return {
    there: true,
    version,
    sentence: version ? say("voidMeanwhile", { number, now }) : say("voidAlready", { number }),
  };
};

// Return what to store of an entry that the server's page `html` refused.
export const refusal = (html, status, entry) => {
  const page = pageOf(html);
  if (page.querySelector(".clash") || (/void|undo/.test(entry.what) && status === 409))
    return { status, ...conflict(page, entry) };
  const box = page.querySelector("#problem, #summary, .notice[role=alert]");
  const parts = box ? [...box.querySelectorAll("strong, h1, li, h1 + p")] : [];
  return {
    status,
    sentence: parts.map((part) => part.textContent.trim()).join(" ") || box?.textContent.trim() || say("refused"),
  };
};

// Return why an entry was refused; the worker stores the server's page.
export const refusedOf = (entry) => {
  const { html, status } = entry.refused ?? {};
  return html ? refusal(html, status, entry) : entry.refused;
};
