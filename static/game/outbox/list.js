// The unfolded list of the outbox: what waits, why it was refused, and what can be done about it.

import { say } from "../text.js";
import { chained, closedUp } from "./queue.js";
import { all, change, changeEach, remove, withLock } from "./store.js";

export const make = (tag, className, text, more = {}) =>
  Object.assign(document.createElement(tag), { className, textContent: text, ...more });

// Take an entry out of the outbox, not while it is being sent.
export const discard = (entry) =>
  withLock(async () => {
    const entries = await all();
    await remove(entry.order);
    await changeEach(closedUp(entries, entry));
  });

// Void the round as it is now; the later entries follow.
const voidAllTheSame = (entry) =>
  withLock(async () => {
    const now = { version: entry.refused.version, meant: entry.meant };
    const changes = chained(await all(), entry, now);
    await change(entry.order, { ...now, refused: null, held: 0 });
    await changeEach(changes);
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
  return what ? say("correction", { number }) : say("round", { number: meant });
};

// Return the item of an entry; `changed()` is called after its buttons have changed the outbox.
export const itemOf = (entry, changed) => {
  const { what, refused } = entry;
  const item = make("li", "", "");
  item.append(make("strong", "", titleOf(entry)));
  item.append(" ", make("span", "", entry.shown));
  if (refused) item.append(make("p", "error", refused.sentence));
  const both = make("div", "both", "");
  if (what !== "void")
    both.append(make("a", "button", refused ? say("openIt") : say("changeIt"), { href: formOf(entry) }));
  else if (refused?.version) both.append(repetition(entry, changed));
  both.append(removal(entry, changed));
  item.append(both);
  return item;
};

// Refusals

const conflict = (page, { what, number }) => {
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
  const page = new DOMParser().parseFromString(html, "text/html");
  if (page.querySelector(".clash") || (entry.what === "void" && status === 409))
    return { status, ...conflict(page, entry) };
  const box = page.querySelector("#problem, #summary, .notice[role=alert]");
  const parts = box ? [...box.querySelectorAll("strong, h1, li, h1 + p")] : [];
  return {
    status,
    sentence: parts.map((part) => part.textContent.trim()).join(" ") || box?.textContent.trim() || say("refused"),
  };
};
