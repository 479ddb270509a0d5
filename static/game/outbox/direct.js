// A form whose content is in the outbox is sent by htmx if nothing else waits, so that the page shows the answer; otherwise
// it stays there.

import { isOwn } from "./queue.js";
import { add, BUSY, change, isOurs, isTemporary, of, remove, withLock } from "./store.js";

const PATIENCE = 10_000;

// The fields of a form that are no content, or are given anew whenever it is sent.
export const BESIDE = ["csrf_token", "version", "entry_id", "meant", "board"];

let passing = false;

// Return whether the form that is being submitted is in the outbox already.
export const isPassing = () => passing;
export const isOffline = () => navigator.onLine === false || Boolean(document.getElementById("offline"));

// Let the browser, or htmx, send the form.
export const pass = (form, submitter) => {
  passing = true;
  form.requestSubmit(submitter?.isConnected ? submitter : undefined);
  passing = false;
};

// Call `act` instead of sending the forms whose action matches `pattern`, one at a time, with form, submitter and the groups.
export const onSubmit = (pattern, act) => {
  let busy = false;
  // Runs before htmx and the browser handle the event.
  document.addEventListener(
    "submit",
    (event) => {
      const { target: form, submitter } = event;
      const [found, ...groups] = pattern.exec(form.getAttribute("action")) ?? [];
      if (passing || !found) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (busy) return;
      busy = true;
      act(form, submitter, ...groups)
        .catch(() => {})
        .finally(() => {
          busy = false;
        });
    },
    true,
  );
};

// Let htmx send the form; resolve to the status, 0 if there was no response.
const sent = (form, submitter) =>
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
      const { response, text } = event.detail.ctx;
      const taken = isOurs(response, text) && !isTemporary(response.status);
      if (!taken) event.preventDefault(); // do not show the answer: the entry stays in the outbox
      end(taken ? response.status : 0);
    });
    on("htmx:error", () => end(0));
    pass(form, submitter);
  });

// Put an entry into the outbox; this page sends it first.
export const put = (entry) => add({ ...entry, held: Date.now(), direct: true });

// Have an entry sent later, by the worker or by a page. Return null, the status of an entry that stays.
export const stay = async ({ order }) => {
  await change(order, { held: 0, direct: false });
  navigator.serviceWorker?.ready.then(({ sync }) => sync?.register("unsent")).catch(() => {}); // else a page sends it
  return null;
};

// Send the form of an entry. Return the status; null if the entry stays in the outbox.
export const sendForm = async (form, submitter, entry) => {
  const { game, order } = entry;
  const later = isOffline() || (!isOwn(entry) && (await of(game))[0]?.order !== order);
  const status = later
    ? BUSY
    : await withLock(async () => {
        const answer = await sent(form, submitter);
        if (answer && answer < 400) await remove(order);
        return answer;
      });
  if (status !== BUSY && status) return status;
  return stay(entry);
};
