// The service worker: static files by their addresses, which change with their content; pages from the network first, and
// without it as they were seen last. `shell` stands above this script (web/assets/offline.py): another release, another worker.
// Only pages of games and the list of them are kept, under addresses without keys; never what one may do elsewhere.

import { sendAll } from "./game/outbox.js";

const FILES = "scorekeeper-files";
const START = "scorekeeper-start"; // what works without network from the start
const SEEN = "scorekeeper-seen"; // pages as they were seen last, the oldest first
const GAMES = 20;
const PATIENCE = 4_000; // a network that is there but brings nothing
const GAME = /^\/games\/(?!new$)([\w-]+)(?:$|\/(?:big|rounds\/new|referee(?:\/(?:meld|hand-value))?)$)/;

const gameOf = (path) => GAME.exec(path)?.[1];
const kept = (path) => path === "/" || Boolean(gameOf(path));
const pathOf = (request) => new URL(request.url).pathname;

// What is kept

const forget = async (wanted) => {
  const seen = await caches.open(SEEN);
  for (const request of await seen.keys())
    if (wanted(gameOf(pathOf(request)), pathOf(request))) await seen.delete(request);
};

const put = async (path, html, headers) => {
  if (!kept(path)) return;
  const seen = await caches.open(SEEN);
  const told = new Headers(headers);
  for (const name of ["Content-Encoding", "Content-Length", "ETag", "Vary"]) told.delete(name);
  told.set("X-Seen", new Date().toISOString());
  await seen.put(path, new Response(html, { headers: told })); // stands last, also if it was there
  const games = [...new Set((await seen.keys()).map((request) => gameOf(pathOf(request))).filter(Boolean))];
  const tooMany = new Set(games.slice(0, Math.max(0, games.length - GAMES)));
  if (tooMany.size) await forget((game) => tooMany.has(game));
};

// A right that has ended takes along what was seen by it; the first page says which games there are.
const take = async (path, answer) => {
  const game = gameOf(path);
  if (answer.status === 403 || answer.status === 404)
    await forget((each, where) => where === path || (each === game && !path.endsWith("/rounds/new")));
  if (answer.status !== 200 || answer.redirected) return;
  const html = await answer.text();
  await put(path, html, answer.headers);
  if (path !== "/") return;
  const known = new Set([...html.matchAll(/href="\/games\/([\w-]+)"/g)].map(([, id]) => id));
  await forget((each) => each && !known.has(each));
};

// Answers

const fromNetwork = async (event, path) => {
  const answer = await fetch(event.request);
  if (kept(path)) event.waitUntil(take(path, answer.clone()));
  return answer;
};

const timeOf = (when) => {
  const today = when.toDateString() === new Date().toDateString();
  const locale = navigator.languages.find((each) => each.startsWith(shell.language)) ?? shell.language;
  return when.toLocaleString(locale, today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
};

// A page as it was seen last says so, and of when it is.
const shown = async (answer) => {
  const at = answer.headers.get("X-Seen");
  const words = shell.words.asAt.replace("{time}", timeOf(new Date(at)));
  const notice = `<p class="notice warn" id="offline" role="status" data-seen="${at}">${words}</p>`;
  return new Response((await answer.text()).replace("<main ", `${notice}<main `), { headers: answer.headers });
};

const after = (time) => new Promise((done) => setTimeout(done, time));

const page = async (event, path) => {
  const known = kept(path) && (await (await caches.open(SEEN)).match(path));
  const coming = fromNetwork(event, path);
  event.waitUntil(coming.catch(() => {})); // what comes late is kept all the same
  try {
    const answer = await (known ? Promise.race([coming, after(PATIENCE)]) : coming);
    if (answer && !(known && answer.status >= 502)) return answer; // a proxy whose server is away is no network, either
  } catch {
    // no network
  }
  if (known) return shown(known);
  const start = await caches.open(START);
  return (
    (await start.match(path, { ignoreVary: true })) ??
    (await start.match("/offline", { ignoreVary: true })) ??
    Response.error()
  );
};

const file = async (request) =>
  (await (await caches.open(FILES)).match(request, { ignoreVary: true })) ?? fetch(request);

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(event, pathname));
});

// A page tells what it shows now: a saved round and what others write come in parts, which pass us by.
// The form of the next round and what the referee can be asked here are fetched once, and again when players or rules
// are others.
const told = async ({ path, html, form, setup }) => {
  const start = await caches.open(START);
  await put(path, html, (await start.match("/offline", { ignoreVary: true }))?.headers);
  for (const each of [form, ...shell.ahead.map((part) => `${path}/${part}`)].filter(Boolean)) {
    const known = await (await caches.open(SEEN)).match(each);
    if (!known || !(await known.text()).includes(`data-setup="${setup}"`)) await take(each, await fetch(each));
  }
};
addEventListener("message", (event) => event.waitUntil(told(event.data).catch(() => {})));

// Releases

const install = async () => {
  const files = await caches.open(FILES);
  const missing = [];
  for (const each of shell.files) if (!(await files.match(each))) missing.push(each);
  await files.addAll(missing);
  await (await caches.open(START)).addAll(shell.pages.map((path) => new Request(path, { cache: "reload" })));
  await skipWaiting();
};

// Files go when neither this release nor a page that is kept needs them.
const tidy = async () => {
  const needed = new Set(shell.files);
  for (const name of [START, SEEN])
    for (const answer of await (await caches.open(name)).matchAll())
      for (const [each] of (await answer.text()).matchAll(/\/static\/[^"]+/g)) needed.add(each);
  const files = await caches.open(FILES);
  for (const request of await files.keys())
    if (!needed.has(request.url.replace(location.origin, ""))) await files.delete(request);
};

// Rounds are sent by the pages; where the browser has Background Sync, also when none is seen.
const refusal = (html) => {
  const there = html.includes('class="clash"');
  return { there, sentence: there ? shell.words.meanwhile : shell.words.refused };
};
const sendUnseen = async () => {
  const pages = await clients.matchAll({ type: "window" });
  if (!pages.some((each) => each.visibilityState === "visible")) await sendAll(refusal, () => {});
};
addEventListener("sync", (event) => event.waitUntil(sendUnseen()));

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(clients.claim().then(tidy)));
