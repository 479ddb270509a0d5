// The outbox: rounds in IndexedDB that are not sent yet. It survives tabs and releases. Each round has an idempotency key, so
// the server saves it once, however often it is sent. No DOM here: the service worker sends, too.

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
  const work = (await database()).transaction(STORE, mode);
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
export const of = async (game) => (await all()).filter((entry) => entry.game === game);
export const add = async (entry) => {
  navigator.storage?.persist?.().catch(() => {}); // else some browsers delete it after a week without a visit
  return { ...entry, order: await transact("readwrite", (store) => store.add(entry)) };
};
export const remove = (order) => transact("readwrite", (store) => store.delete(order));

// Update an entry if it still exists; one that was sent meanwhile is not re-created.
export const change = (order, what) =>
  transact("readwrite", (store) => {
    const found = store.get(order);
    found.onsuccess = () => found.result && store.put({ ...found.result, ...what });
    return found;
  });

// Update the entries of the same game after this one with what `how(entry)` returns.
export const shift = async ({ game, order }, how) => {
  for (const entry of await of(game)) if (entry.order > order) await change(entry.order, how(entry));
};

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

// Return the oldest entry that may be sent; a blocked one blocks all later ones of its game.
export const nextToSend = async () => {
  const stopped = new Set();
  for (const entry of await all()) {
    if (!stopped.has(entry.game) && !isBlocked(entry)) return entry;
    stopped.add(entry.game);
  }
  return null;
};

export const isTemporary = (status) => status >= 500 || status === 429 || status === 408;

const ask = async (path, more) => {
  const answer = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout?.(TIMEOUT), ...more });
  if (isTemporary(answer.status)) throw new Error(answer.status);
  return answer;
};

const send = async ({ game, id, version, meant, fields }, token) => {
  const body = new URLSearchParams([
    ...fields,
    ["csrf_token", token],
    ["entry_id", id],
    ["version", version],
    ["meant", meant],
  ]);
  const answer = await ask(`${game}/rounds`, { method: "POST", body, headers: { "HX-Request": "true" } });
  if (answer.ok && !answer.headers.get("HX-Push-Url")) throw new Error("no answer of ours"); // a captive portal, as in hotels
  return answer;
};

// Send all entries in order. `refusal(html, status)` returns what to store of a refused one; `changed(response, entry)` is
// called after each.
// Throws if the network or the server is unreachable; the remaining entries stay for later.
export const sendAll = (refusal, changed) =>
  withLock(async () => {
    let token = null;
    for (let entry = await nextToSend(); entry; entry = await nextToSend()) {
      token ??= await (await ask("/token")).text();
      const answer = await send(entry, token);
      if (answer.ok) await remove(entry.order);
      else await change(entry.order, { refused: refusal(await answer.text(), answer.status) });
      await changed(answer, entry);
    }
    return null;
  });
