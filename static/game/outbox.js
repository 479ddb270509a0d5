// Rounds that are saved on this device and not sent yet. They lie in IndexedDB, which outlives tabs and releases; each has
// the id under which the server saves it once, however often it is sent. No page in here: the service worker sends, too.

const STORE = "unsent";
const HELD = 20_000; // whoever changes a round says so more often
export const BLINK = 800; // a page that sends a round itself has begun by then
const TIMEOUT = 20_000;
export const BUSY = "busy"; // somebody else is sending

const channel = self.BroadcastChannel ? new BroadcastChannel("scorekeeper-unsent") : null;

// `act()` when rounds were put here, or went, in another tab.
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

// Do something to the store; done when it is on the disk.
const within = async (mode, act) => {
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

export const all = () => within("readonly", (store) => store.getAll());
export const of = async (game) => (await all()).filter((entry) => entry.game === game);
export const add = async (entry) => ({ ...entry, order: await within("readwrite", (store) => store.add(entry)) });
export const remove = (order) => within("readwrite", (store) => store.delete(order));

// Change a round that is still here; one that was sent meanwhile does not come back.
export const change = (order, what) =>
  within("readwrite", (store) => {
    const found = store.get(order);
    found.onsuccess = () => found.result && store.put({ ...found.result, ...what });
    return found;
  });

// What comes after a round in its game was entered on top of it.
export const shift = async ({ game, order }, how) => {
  for (const entry of await of(game)) if (entry.order > order) await change(entry.order, how(entry));
};

// One at a time: of all tabs and the worker where the browser has locks, else of this tab.
let busy = false;
export const alone = async (act) => {
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

// Is it in somebody's hands? `direct` is a page that sends it itself: with the lock held for it, so whoever has that lock, and
// still finds the round, knows that the page is gone.
export const waits = ({ refused, held = 0, direct = false }) =>
  Boolean(refused) || Date.now() - held < (direct && navigator.locks ? BLINK : HELD);

// The oldest round that may go: in each game what comes after one that waits does so, too.
export const first = async () => {
  const stopped = new Set();
  for (const entry of await all()) {
    if (!stopped.has(entry.game) && !waits(entry)) return entry;
    stopped.add(entry.game);
  }
  return null;
};

export const comesLater = (status) => status >= 500 || status === 429 || status === 408;

const ask = async (path, more) => {
  const answer = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout?.(TIMEOUT), ...more });
  if (comesLater(answer.status)) throw new Error(answer.status);
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
  if (answer.ok && !answer.headers.get("HX-Push-Url")) throw new Error("no answer of ours"); // as of a hotel's network
  return answer;
};

// Send what there is, in order; `refusal(html, status)` is what is kept of a refusal, `changed(answer, entry)` is called after each round.
// Throws if the network or the server is away: then everything stays, to be sent later.
export const sendAll = (refusal, changed) =>
  alone(async () => {
    let token = null;
    for (let entry = await first(); entry; entry = await first()) {
      token ??= await (await ask("/token")).text();
      const answer = await send(entry, token);
      if (answer.ok) await remove(entry.order);
      else await change(entry.order, { refused: refusal(await answer.text(), answer.status) });
      await changed(answer, entry);
    }
    return null;
  });
