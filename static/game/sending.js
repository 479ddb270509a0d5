// Submission of a round's form: it must be complete, empty fields are not sent, and the draft is deleted once the scoreboard
// has come. A new round is put into the outbox first and then sent: so it is never lost, and saved exactly once.

import { roundSaved } from "./draft.js";
import { cachedVersion } from "./board-cache.js";
import { gameOf, isNext, newId, orderInUrl, placeForm, servedFromCache, setRound } from "./round-target.js";
import { add, withLock, BUSY, change, isTemporary, of, remove, shift } from "./outbox.js";
import { RoundForm } from "./round.js";
import { sendUnsent } from "./unsent.js";

const PATIENCE = 10_000;
const BESIDE = ["csrf_token", "version", "entry_id", "meant", "board"];

let present = null;
let sent = null;
let passing = false; // the form being submitted is in the outbox already
let saving = false;
let waiting = null; // the outbox entry that this form edits

const enhance = () => {
  const form = document.querySelector("form.round");
  if (present?.form === form) return;
  present?.draft.leave();
  const fresh = form && isNext(form) && "fresh" in form.dataset;
  if (fresh && servedFromCache()) form.elements.entry_id.value = newId(); // a cached page: its id may be used already
  if (fresh && orderInUrl()) delete form.dataset.fresh; // an outbox entry replaces the draft
  present = form && new RoundForm(form);
  if (!form || !isNext(form)) waiting = null;
  else if (waiting) present.draft.abandon();
  else if (fresh)
    placeForm(present)
      .then((entry) => {
        waiting = entry;
      })
      .catch(() => {}); // no IndexedDB: keep the server's values
};

// Storing

const entryOf = (form, submitter) => {
  const data = new FormData(form);
  if (submitter?.name) data.set(submitter.name, submitter.value);
  const { players, finals, who } = present;
  const points = players.map(({ name, result, cell }) => [name, result.textContent || cell.value]);
  return {
    game: gameOf(form),
    id: form.elements.entry_id.value,
    version: Number(form.elements.version.value),
    meant: Number(form.elements.meant.value),
    setup: document.getElementById("live").dataset.setup,
    fields: [...data].filter(([name]) => !BESIDE.includes(name)),
    shown: points
      .filter(([, value]) => value)
      .map((each) => each.join(" "))
      .join(" · "),
    scores: finals.includes(null) ? null : Object.fromEntries(players.map(({ name }, index) => [name, finals[index]])),
    closer: players.find(({ id }) => id === who)?.name ?? null,
    at: Date.now(),
  };
};

// An edited entry gets a new id: if the old one was sent meanwhile, the server reports a conflict and shows both.
const kept = async (entry) => {
  if (waiting) entry.id = present.form.elements.entry_id.value = newId();
  const same = (await of(entry.game)).find((each) => each.id === entry.id || each.order === waiting?.order);
  const ours = { held: Date.now(), direct: true }; // this page sends it first
  if (!same) return add({ ...entry, ...ours });
  await change(same.order, { ...entry, refused: null, ...ours });
  return { ...entry, order: same.order, before: same };
};

// Sending

const pass = (form, submitter) => {
  passing = true;
  form.requestSubmit(submitter?.isConnected ? submitter : undefined);
  passing = false;
};

// Let htmx send the form; resolve to the status, 0 if there was no response.
const direct = (form, submitter) =>
  new Promise((done) => {
    const heard = new AbortController();
    const on = (kind, act) =>
      document.addEventListener(kind, (event) => event.detail.ctx?.sourceElement === form && act(event), {
        signal: heard.signal,
      });
    const end = (status) => {
      heard.abort();
      done(status);
    };
    on("htmx:config:request", ({ detail }) => {
      detail.ctx.request.timeout = PATIENCE;
    });
    on("htmx:after:request", (event) => {
      const { status } = event.detail.ctx.response;
      if (isTemporary(status)) event.preventDefault(); // do not show the error: the round stays in the outbox
      end(status);
    });
    on("htmx:error", () => end(0));
    pass(form, submitter);
  });

// Update the entries that were entered on top of this round.
const follow = ({ game, order, before, version, setup, meant }) =>
  shift({ game, order }, (next) => {
    if (next.version !== (before?.version ?? version) + 1 || next.setup !== setup) return {};
    return { version: version + 1, meant: meant + 1 };
  });

// Update the following entries before the lock is released.
const sendDirectly = async (form, submitter, entry) => {
  const status = await direct(form, submitter);
  if (!status || status >= 400) return status;
  await follow(entry);
  await remove(entry.order);
  return status;
};

// Leave the round in the outbox: go to the scoreboard, or stay for the next round if no service worker can show that.
const leave = (form, entry) => {
  roundSaved({ scope: form.dataset.draft, id: entry.id });
  present.draft.over = true;
  if (navigator.serviceWorker?.controller) {
    navigator.serviceWorker.ready.then(({ sync }) => sync?.register("unsent")).catch(() => {}); // else a page sends it
    location.assign(entry.game);
    return;
  }
  document.getElementById("alert").replaceChildren();
  form.reset();
  form.elements.entry_id.value = newId();
  setRound(form, { version: entry.version + 1, meant: entry.meant + 1 });
  present.active = null;
  present.draft.over = false;
  present.update();
  sent = null;
  sendUnsent();
};

const save = async (form, submitter) => {
  let entry = null;
  try {
    entry = await kept(entryOf(form, submitter));
  } catch {
    pass(form, submitter); // no IndexedDB: the draft is the only copy
    return;
  }
  const later =
    navigator.onLine === false || document.getElementById("offline") || (await of(entry.game))[0].order !== entry.order;
  const status = later ? BUSY : await withLock(() => sendDirectly(form, submitter, entry));
  if (status === BUSY || !status || isTemporary(status)) {
    await change(entry.order, { held: 0, direct: false });
    leave(form, entry);
  } else if (status >= 400 && !entry.before)
    await remove(entry.order); // the form shows why, and has the draft
  else if (status >= 400) await change(entry.order, { refused: entry.before.refused, held: Date.now(), direct: false });
  sendUnsent();
};

// Runs before htmx and the browser handle the event.
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (form !== present?.form || passing) return;
    const keepIt = isNext(form);
    const complete = !saving && present.complete();
    if (complete) sent = { scope: form.dataset.draft, id: present.draft.id };
    if (complete && !keepIt) return;
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
document.addEventListener("htmx:after:swap", () => {
  if (sent && !document.querySelector("form.round")) roundSaved(sent);
  sent = null;
  enhance();
});
enhance();
