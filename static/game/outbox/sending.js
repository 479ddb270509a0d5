// Submission of a round's form: it must be complete, empty fields are not sent, and the draft is deleted once the scoreboard
// has come. A round or correction is put into the outbox first and then sent: so it is never lost, and saved exactly once.

import { cachedVersion } from "../board-cache.js";
import { roundSaved } from "../draft.js";
import { backIn, pointsOf, ratedOf } from "../player.js";
import { RoundForm } from "../round.js";
import { say } from "../text.js";
import { asCorrection, fillCorrection } from "./correction.js";
import { BESIDE, isPassing, pass, put, sendForm } from "./direct.js";
import { showSaved } from "./just-saved.js";
import { sendUnsent } from "./notice.js";
import { isOwnForm, saveOwn } from "./own.js";
import { chained, targetAfter } from "./queue.js";
import { change, changeEach, of, remove } from "./store.js";
import { gameOf, inUrl, newId, numberOf, placeForm, servedFromCache, setRound } from "./target.js";

let present = null;
let sent = null;
let saving = false;
let waiting = null; // the outbox entry that this form edits
let left = null; // the correction of this page that stays in the outbox

const place = async (round, offline) => {
  waiting = await placeForm(round);
  if (offline && !waiting) await fillCorrection(round);
};

// The network is back: the page of the correction is better than the cached form.
const online = (form, number) => {
  const [player = ""] = /p\d+$/.exec(location.hash) ?? [];
  location.replace(`${gameOf(form)}/rounds/${number}/edit#${player}`);
};

const enhance = () => {
  const form = document.querySelector("form.round");
  if (present?.form === form) return;
  present?.draft.leave();
  const { order, number } = inUrl();
  const fresh = form && ("fresh" in form.dataset || ("taken" in form.dataset && Boolean(order)));
  const offline = fresh && Boolean(number) && !numberOf(form); // the form of the next round
  if (offline && !order && !servedFromCache()) return online(form, number);
  if (offline) asCorrection(form, number);
  else if (fresh && servedFromCache()) form.elements.entry_id.value = newId(); // a cached page: its id may be used already
  if (fresh && order) delete form.dataset.fresh; // an outbox entry replaces the draft
  present = form && new RoundForm(form);
  if (!form || (waiting && (waiting.number ?? null) !== numberOf(form))) waiting = null;
  else if (waiting) present.draft.abandon();
  else if (fresh) place(present, offline).catch(() => {}); // no IndexedDB: keep the server's values
};

// Storing

const entryOf = (form, submitter) => {
  const data = new FormData(form);
  if (submitter?.name) data.set(submitter.name, submitter.value);
  const { players, who } = present;
  const points = players.map(({ name, result, cell }) => [name, result.textContent || cell.value]);
  const number = numberOf(form);
  return {
    game: gameOf(form),
    id: form.elements.entry_id.value,
    ...(number && { what: "correct", number, posted: players.map(({ posted }) => posted) }),
    ...("other" in form.dataset && { page: location.pathname }), // this round's fields are not those of the next round
    version: Number(form.elements.version.value),
    meant: Number(form.elements.meant.value),
    setup: document.getElementById("live").dataset.setup,
    fields: [...data].filter(([name]) => !BESIDE.includes(name)),
    shown: points
      .filter(([, value]) => value)
      .map((each) => each.join(" "))
      .join(" · "),
    scores: pointsOf(present),
    back: backIn(present),
    ...(present.rating && { rating: ratedOf(present) }),
    closer: players.find(({ id }) => id === who)?.name ?? null,
    at: Date.now(),
  };
};

// Return the entry that this form edits, if another tab has saved it since.
const overtaken = async () => {
  const found = waiting && (await of(waiting.game)).find(({ order }) => order === waiting.order);
  return found && found.at !== waiting.at ? found : null;
};

// An edited entry gets a new id: if the old one was sent meanwhile, the server reports a conflict and shows both. The later
// entries stand on the edited one.
const kept = async (entry) => {
  if (waiting) entry.id = present.form.elements.entry_id.value = newId();
  const entries = await of(entry.game);
  const same = entries.find((each) => each.id === entry.id || each.order === waiting?.order);
  if (!same) return put(entry);
  const changed = { ...entry, refused: null, held: Date.now(), direct: true };
  await changeEach([[same.order, changed], ...chained(entries, same, entry)]);
  return { ...entry, order: same.order, before: same };
};

// Sending

// Leave the entry in the outbox: go to the scoreboard, or stay for the next round if no service worker can show that.
const leave = (form, entry) => {
  roundSaved({ scope: form.dataset.draft, id: entry.id });
  present.draft.over = true;
  showSaved(entry);
  if (navigator.serviceWorker?.controller) {
    location.assign(entry.game);
    return;
  }
  document.getElementById("alert").replaceChildren();
  sent = null;
  if (entry.what) {
    waiting = left = entry;
    present.draft.tell(say("unsentGoes"));
  } else {
    form.reset();
    form.elements.entry_id.value = newId();
    setRound(form, targetAfter(entry));
    present.active = null;
    present.draft.over = false;
    present.update();
  }
  sendUnsent();
};

const save = async (form, submitter) => {
  if (isOwnForm(form)) return saveOwn(present, submitter);
  let entry = null;
  try {
    const other = await overtaken();
    if (other) {
      waiting = other;
      present.draft.tell(say("otherTabSaved", other));
      return;
    }
    entry = await kept(entryOf(form, submitter));
  } catch {
    pass(form, submitter); // no IndexedDB: the draft is the only copy
    return;
  }
  const status = await sendForm(form, submitter, entry);
  if (status === null) leave(form, entry);
  else if (status >= 400 && !entry.before)
    await remove(entry.order); // the form shows why, and has the draft
  else if (status >= 400) await change(entry.order, { refused: entry.before.refused, held: Date.now(), direct: false });
  sendUnsent();
};

// Runs before htmx and the browser handle the event.
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (form !== present?.form || isPassing()) return;
    const complete = !saving && present.complete();
    if (complete) sent = { form, scope: form.dataset.draft, id: present.draft.id };
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!complete) return;
    saving = true;
    save(form, event.submitter).finally(() => {
      saving = false;
    });
  },
  true,
);
document.addEventListener("formdata", ({ target, formData }) => {
  if (target !== present?.form) return;
  for (const [name, value] of [...formData]) if (value === "") formData.delete(name);
  const board = cachedVersion(target.dataset.draft, target.elements.version.value);
  if (board) formData.set("board", board);
});
// The user keeps the round that another phone entered: delete this draft.
document.addEventListener("click", ({ target }) => {
  if (!present || !target.closest("[data-dropped]")) return;
  roundSaved({ scope: present.form.dataset.draft, id: present.draft.id });
  if (waiting) remove(waiting.order);
});
// The correction of this page stayed in the outbox and is sent now: what is typed from here on is another one.
document.addEventListener("scorekeeper:sent", ({ detail: entry }) => {
  if (entry.order !== left?.order || !present || numberOf(present.form) !== entry.number) return;
  const { form, draft } = present;
  waiting = left = null;
  form.elements.entry_id.value = newId();
  setRound(form, targetAfter(entry));
  draft.over = false;
  draft.tell(say("correctionSent"), say("toBoard"), () => location.assign(entry.game));
});
// The response to the form, not to a link that was tapped meanwhile.
document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  if (sent && sent.form === ctx.sourceElement) sent.answer = ctx;
});
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (sent?.answer && sent.answer === ctx) {
    if (!document.querySelector("form.round:not([data-fresh])")) roundSaved(sent);
    sent = null;
  }
  enhance();
});
enhance();
