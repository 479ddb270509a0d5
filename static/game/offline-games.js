// The offline fallback page: lists the cached games, with links to their last state.

import { timeOf } from "./text.js";

const card = (path, title, at) => {
  const [item, link, name, facts] = ["li", "a", "strong", "span"].map((tag) => document.createElement(tag));
  link.className = "card";
  link.href = path;
  name.textContent = title;
  facts.className = "facts";
  facts.textContent = timeOf(new Date(at));
  link.append(name, facts);
  item.append(link);
  return item;
};

const listed = async (box) => {
  const seen = await caches.open("scorekeeper-seen");
  for (const request of [...(await seen.keys())].reverse()) {
    const { pathname } = new URL(request.url);
    if (!/^\/games\/[\w-]+$/.test(pathname)) continue;
    const answer = await seen.match(request);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    box.querySelector("ul").append(card(pathname, page.querySelector("h1").textContent, answer.headers.get("X-Seen")));
    box.hidden = false;
  }
};

const box = document.getElementById("kept-games");
if (box && window.caches) listed(box);
