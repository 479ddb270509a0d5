// The outbox: rounds, corrections and voids in IndexedDB that are not sent yet. It survives tabs and releases. Each entry has
// an idempotency key, so the server saves it once, however often it is sent. No DOM here: the service worker sends, too.

import { addressOf, bodyOf, isOwn, nextOf } from "./queue.js";

const STORE = "unsent";
const HELD = 20_000; // milliseconds: the lease of a page that edits an entry, which it renews more often
export const BLINK = 800; // milliseconds: a page that sends its round itself has taken the lock by then
const TIMEOUT = 20_000;
export const BUSY = "busy"; // the lock is taken

const channel = self.BroadcastChannel ? new BroadcastChannel("scorekeeper-unsent") : null;

// Call `act()` when another tab has changed the outbox.
export const onChange = (act) => channel?.addEventListener("message", act);

let opened = null;
const database = () => {
  opened ??= new Promise((done, failed) => {
    const opening = indexedDB.open("scorekeeper", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "order", autoIncrement: true });
    opening.onerror = () => failed(opening.error);
    opening.onsuccess = () => {
      opening.result.onversionchange = () => opening.result.close();
      done(opening.result);
    };
  });
  opened.catch(() => {
    opened = null;
  });
  return opened;
};

// Run `act` in a transaction; resolve once it is committed.
const transact = async (mode, act) => {
  const work = (await database()).transaction(STORE, mode, { durability: "strict" }); // a flat battery loses nothing
  const made = act(work.objectStore(STORE));
  return new Promise((done, failed) => {
    work.oncomplete = () => {
      if (mode === "readwrite") channel?.postMessage("");
      done(made.result);
    };
    work.onabort = work.onerror = () => failed(work.error);
  });
};

export const all = () => transact("readonly", (store) => store.getAll());
// Return the entries of a game that change it, in order: all but players' own points.
export const of = async (game) => (await all()).filter((entry) => entry.game === game && !isOwn(entry));
export const add = async (entry) => {
  navigator.storage?.persist?.().catch(() => {}); // else some browsers delete it after a week without a visit
  return { ...entry, order: await transact("readwrite", (store) => store.add(entry)) };
};
export const remove = (order) => transact("readwrite", (store) => store.delete(order));

// Update several entries, pairs of key and changes, and delete one if given. All or nothing: else the later ones would not
// stand on what is left. An entry that was sent meanwhile is not re-created.
export const changeEach = (pairs, gone) =>
  transact("readwrite", (store) => {
    if (gone) store.delete(gone);
    for (const [order, what] of pairs) {
      const found = store.get(order);
      found.onsuccess = () => found.result && store.put({ ...found.result, ...what });
    }
    return {};
  });
export const change = (order, what) => changeEach([[order, what]]);

// Run `act` under a lock, across tabs and the worker if the browser has Web Locks, else in this tab; BUSY if it is taken.
let busy = false;
export const withLock = async (act) => {
  if (navigator.locks)
    return navigator.locks.request("scorekeeper-unsent", { ifAvailable: true }, (lock) => (lock ? act() : BUSY));
  if (busy) return BUSY;
  busy = true;
  try {
    return await act();
  } finally {
    busy = false;
  }
};

// Return whether an entry must not be sent now: refused, being edited, or being sent by its page. The latter holds the lock,
// so whoever has the lock and finds such an entry knows that its page is gone.
export const isBlocked = ({ refused, held = 0, direct = false }) =>
  Boolean(refused) || Date.now() - held < (direct && navigator.locks ? BLINK : HELD);

export const isTemporary = (status) => status >= 500 || status === 429 || status === 408;

// Return whether a response to an entry came from this server, not from a captive portal, as in hotels.
export const isOurs = ({ status, headers }, text) =>
  status < 400 ? Boolean(headers.get("HX-Push-Url")) : text.includes('<main id="page"');

const ask = async (path, more) => {
  const answer = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout?.(TIMEOUT), ...more });
  if (isTemporary(answer.status)) throw new Error(answer.status);
  return answer;
};

const send = async (entry, token) => {
  const body = new URLSearchParams(bodyOf(entry, token));
  const answer = await ask(addressOf(entry), { method: "POST", body, headers: { "HX-Request": "true" } });
  const html = await answer.text();
  if (!isOurs(answer, html)) throw new Error("no answer of ours");
  return { answer, html };
};

const nextToSend = async () => nextOf(await all(), isBlocked);

// Send all entries in order. `refusal(html, status, entry)` returns what to store of a refused one; `changed(response, entry)` is
// called after each.
// Throws if the network or the server is unreachable; the remaining entries stay for later.
export const sendAll = (refusal, changed) =>
  withLock(async () => {
    let token = null;
    for (let entry = await nextToSend(); entry; entry = await nextToSend()) {
      token ??= await (await ask("/token")).text();
      const { answer, html } = await send(entry, token);
      if (answer.ok) await remove(entry.order);
      else await change(entry.order, { refused: refusal(html, answer.status, entry) });
      await changed(answer, entry);
    }
    return null;
  });
