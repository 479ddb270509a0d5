// What happens around the sending of a round's form: it must be complete, only what was filled in is sent, and the draft
// goes once the scoreboard has come. The next round is first put with those that wait to be sent, then sent: whatever
// happens on the way, it is there, and saved once.

import { roundSaved } from "./draft.js";
import { keptFor } from "./kept.js";
import { gameOf, isNext, newId, orderHere, placed, seenBefore, setRound } from "./next.js";
import { add, alone, BUSY, change, comesLater, of, remove, shift } from "./outbox.js";
import { RoundForm } from "./round.js";
import { sendUnsent } from "./unsent.js";

const PATIENCE = 10_000;
const BESIDE = ["csrf_token", "version", "entry_id", "meant", "board"];

let present = null;
let sent = null;
let passing = false; // what is being submitted is kept already
let saving = false;
let waiting = null; // the round among those that wait which this form changes

const enhance = () => {
  const form = document.querySelector("form.round");
  if (present?.form === form) return;
  present?.draft.leave();
  const fresh = form && isNext(form) && "fresh" in form.dataset;
  if (fresh && seenBefore()) form.elements.entry_id.value = newId(); // the page was shown before
  if (fresh && orderHere()) delete form.dataset.fresh; // no draft comes back into a round that waits
  present = form && new RoundForm(form);
  if (!form || !isNext(form)) waiting = null;
  else if (waiting) present.draft.abandon();
  else if (fresh)
    placed(present)
      .then((entry) => {
        waiting = entry;
      })
      .catch(() => {}); // no store: as the server says
};

// Keeping it

const entryOf = (form, submitter) => {
  const data = new FormData(form);
  if (submitter?.name) data.set(submitter.name, submitter.value);
  const points = present.players.map(({ name, result, cell }) => [name, result.textContent || cell.value]);
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
    at: Date.now(),
  };
};

// A round that was changed is another one: if the first was sent meanwhile, or its answer lost, both are shown.
const kept = async (entry) => {
  if (waiting) entry.id = present.form.elements.entry_id.value = newId();
  const same = (await of(entry.game)).find((each) => each.id === entry.id || each.order === waiting?.order);
  const ours = { held: Date.now(), direct: true }; // this page sends it first
  if (!same) return add({ ...entry, ...ours });
  await change(same.order, { ...entry, refused: null, ...ours });
  return { ...entry, order: same.order, before: same };
};

// Sending it

const pass = (form, submitter) => {
  passing = true;
  form.requestSubmit(submitter?.isConnected ? submitter : undefined);
  passing = false;
};

// Let htmx send the form; return the answer's status, 0 if none came.
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
      if (comesLater(status)) event.preventDefault(); // nothing to be shown: it waits
      end(status);
    });
    on("htmx:error", () => end(0));
    pass(form, submitter);
  });

// After this round those come that were entered on top of it.
const follow = ({ game, order, before, version, setup, meant }) =>
  shift({ game, order }, (next) => {
    if (next.version !== (before?.version ?? version) + 1 || next.setup !== setup) return {};
    return { version: version + 1, meant: meant + 1 };
  });

// Nobody sends what comes after it before that is put on top of it.
const sendDirectly = async (form, submitter, entry) => {
  const status = await direct(form, submitter);
  if (!status || status >= 400) return status;
  await follow(entry);
  await remove(entry.order);
  return status;
};

// It waits: go where the totals stand, or without a worker, which alone could show them, stay for the next round.
const leave = (form, entry) => {
  roundSaved({ scope: form.dataset.draft, id: entry.id });
  present.draft.over = true;
  if (navigator.serviceWorker?.controller) {
    navigator.serviceWorker.ready.then(({ sync }) => sync?.register("unsent")).catch(() => {}); // else when a page is open
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
    pass(form, submitter); // nowhere to keep: the draft is all there is
    return;
  }
  const later =
    navigator.onLine === false || document.getElementById("offline") || (await of(entry.game))[0].order !== entry.order;
  const status = later ? BUSY : await alone(() => sendDirectly(form, submitter, entry));
  if (status === BUSY || !status || comesLater(status)) {
    await change(entry.order, { held: 0, direct: false });
    leave(form, entry);
  } else if (status >= 400 && !entry.before)
    await remove(entry.order); // the form says why, and is its draft
  else if (status >= 400) await change(entry.order, { refused: entry.before.refused, held: Date.now(), direct: false });
  sendUnsent();
};

// Before htmx or the browser sends the form.
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
  const board = keptFor(target.dataset.draft, target.elements.version.value);
  if (board) formData.set("board", board);
});
// Somebody else has entered this round, and that is to stand: the draft of it goes.
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
