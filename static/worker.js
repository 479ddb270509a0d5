// The service worker: static files cache-first by URLs with content hashes, pages network-first with the cache as a
// fallback. `shell`, the precache list, is prepended to this script (web/assets/offline.py), so each release is a new worker.
// Only the list of games and pages of games are cached, under URLs without keys; never pages that manage access.

import { sendAll } from "./game/outbox/store.js";

const FILES = "scorekeeper-files";
const START = "scorekeeper-start"; // precached pages
const SEEN = "scorekeeper-seen"; // cached pages, least recently stored first
const GAMES = 20;
const PATIENCE = 4_000; // milliseconds until a cached page is shown instead of waiting for a slow network
const GAME = /^\/games\/(?!new$)([\w-]+)(?:$|\/(?:big|rounds\/(?:new|open)|referee(?:\/(?:meld|hand-value))?)$)/;

// Return the tag that has a page's language and the letters of its cards.
const languageOf = (html) => /<html[^>]*>/.exec(html)?.[0] ?? "";
const gameOf = (path) => GAME.exec(path)?.[1];
const kept = (path) => path === "/" || Boolean(gameOf(path));
const pathOf = (request) => new URL(request.url).pathname;

// Caching

const forget = async (wanted) => {
  const seen = await caches.open(SEEN);
  for (const request of await seen.keys())
    if (wanted(gameOf(pathOf(request)), pathOf(request))) await seen.delete(request);
};

const put = async (path, html, headers) => {
  if (!kept(path)) return;
  const seen = await caches.open(SEEN);
  const stored = new Headers(headers);
  for (const name of ["Content-Encoding", "Content-Length", "ETag", "Vary"]) stored.delete(name);
  stored.set("X-Seen", new Date().toISOString());
  await seen.put(path, new Response(html, { headers: stored })); // delete and put: moves it to the end
  const games = [...new Set((await seen.keys()).map((request) => gameOf(pathOf(request))).filter(Boolean))];
  const tooMany = new Set(games.slice(0, Math.max(0, games.length - GAMES)));
  if (tooMany.size) await forget((game) => tooMany.has(game));
};

// A 403 or 404 removes what was cached with that access; the list of games removes games that are not on it.
const take = async (path, answer) => {
  const game = gameOf(path);
  if (answer.status === 403 || answer.status === 404)
    await forget((each, where) => where === path || (each === game && !path.endsWith("/rounds/new")));
  if (answer.status !== 200 || answer.redirected) return;
  const html = await answer.text();
  if (html.includes('id="entering"')) return; // true for this moment only
  await put(path, html, answer.headers);
  if (path !== "/") return;
  const known = new Set([...html.matchAll(/href="\/games\/([\w-]+)"/g)].map(([, id]) => id));
  await forget((each) => each && !known.has(each));
};

// Responses

const fromNetwork = async (event, path) => {
  const answer = await fetch(event.request);
  if (kept(path)) event.waitUntil(take(path, answer.clone()));
  return answer;
};

const timeOf = (when) => {
  const today = when.toDateString() === new Date().toDateString();
  const wanted = [...navigator.languages.filter((each) => each.startsWith(shell.language)), shell.language];
  const locale = Intl.DateTimeFormat.supportedLocalesOf(wanted)[0] ?? "de"; // as in app.js
  return when.toLocaleString(locale, today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
};

// The page that was cached last is in the reader's language.
const languageNow = async () => {
  const pages = await (await caches.open(SEEN)).matchAll();
  const seen = (answer) => answer.headers.get("X-Seen") ?? "";
  const latest = pages.reduce((one, other) => (seen(other) > seen(one) ? other : one)); // put() need not append
  return languageOf(await latest.text());
};

// Add a notice to a cached page that says how old it is, and whether the reader has another language now.
const shown = async (answer) => {
  const [at, html] = [answer.headers.get("X-Seen"), await answer.text()];
  const words = [shell.words.asAt.replace("{time}", timeOf(new Date(at)))];
  if (languageOf(html) !== (await languageNow())) words.push(shell.words.otherLanguage);
  const notice = `<p class="notice warn" id="offline" role="status" lang="${shell.language}" data-seen="${at}">${words.join(" ")}</p>`;
  return new Response(html.replace("<main ", `${notice}<main `), { headers: answer.headers });
};

const after = (time) => new Promise((done) => setTimeout(done, time));

const page = async (event, path) => {
  const known = kept(path) && (await (await caches.open(SEEN)).match(path));
  const coming = fromNetwork(event, path);
  event.waitUntil(coming.catch(() => {})); // a late response is still cached
  try {
    const answer = await (known ? Promise.race([coming, after(PATIENCE)]) : coming);
    if (answer && !(known && answer.status >= 502)) return answer; // a gateway error counts as offline
  } catch {
    // offline
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

// A page posts what it shows: saved rounds and live updates come as parts, which the worker cannot cache as pages. A big view
// posts no `html`: the scoreboard is fetched.
// The form of the next round and the referee's offline pages are fetched once, and again when players, rules or language
// change.
const received = async ({ path, html, form, judges, setup, language }) => {
  const start = await caches.open(START);
  if (html) await put(path, html, (await start.match("/offline", { ignoreVary: true }))?.headers);
  else await take(path, await fetch(path));
  const ahead = judges ? shell.ahead.map((part) => `${path}/${part}`) : [];
  for (const each of [form, ...ahead].filter(Boolean)) {
    const known = (await (await (await caches.open(SEEN)).match(each))?.text()) ?? "";
    if (known.includes(`data-setup="${setup}"`) && languageOf(known) === language) continue;
    const answer = await fetch(each);
    if (answer.ok) await take(each, answer); // a page that this game or device has not takes nothing away
  }
};
addEventListener("message", (event) => event.waitUntil(received(event.data).catch(() => {})));

// Releases

const install = async () => {
  const files = await caches.open(FILES);
  const missing = [];
  for (const each of shell.files) if (!(await files.match(each))) missing.push(each);
  await files.addAll(missing);
  await (await caches.open(START)).addAll(shell.pages.map((path) => new Request(path, { cache: "reload" })));
  await skipWaiting();
};

// Delete files that neither this release nor a cached page needs.
const tidy = async () => {
  const needed = new Set(shell.files);
  for (const name of [START, SEEN])
    for (const answer of await (await caches.open(name)).matchAll())
      for (const [each] of (await answer.text()).matchAll(/\/static\/[^"]+/g)) needed.add(each);
  const files = await caches.open(FILES);
  for (const request of await files.keys())
    if (!needed.has(request.url.replace(location.origin, ""))) await files.delete(request);
};

// The pages send the outbox; with Background Sync the worker does so when no page is visible. The next page reads the `html`
// of a refusal (`refusal` in static/game/outbox/list.js): a worker has no parser.
const refusal = (html, status) => ({ html, status, sentence: shell.words.refused });
const sendUnseen = async () => {
  const pages = await clients.matchAll({ type: "window" });
  if (!pages.some((each) => each.visibilityState === "visible")) await sendAll(refusal, () => {});
};
addEventListener("sync", (event) => event.waitUntil(sendUnseen()));

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(clients.claim().then(tidy)));
