// A tap on a round of the scoreboard unfolds its details below; without script the link opens its page. Without network, and
// for what is not sent, the details are those that the phone has.

import { isOffline } from "./outbox/direct.js";
import { make } from "./outbox/list.js";
import { offlineRound } from "./outbox/offline-round.js";
import { say } from "./text.js";

const links = () => document.querySelectorAll(".rounds tbody th a");
const mark = () => {
  for (const link of links()) if (!link.hasAttribute("aria-expanded")) link.setAttribute("aria-expanded", "false");
};

const show = (row, parts) => {
  const under = document.createElement("tr");
  const cell = under.insertCell();
  const box = document.createElement("div");
  under.className = "under";
  cell.colSpan = row.cells.length;
  box.append(...parts);
  cell.append(box);
  row.after(under);
  return under;
};

const unfoldHere = async (row) => show(row, await offlineRound(row));

const unfold = async (link, row) => {
  const answer = await fetch(link.href).catch(() => null);
  if (!answer) return unfoldHere(row);
  if (!answer.ok) throw new Error(answer.status);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const lines = page.getElementById("lines");
  const correct = page.querySelector('.actions a[href$="/edit"]'); // like voiding only for those who may write
  correct?.classList.remove("main");
  const change = [correct, page.querySelector(".voiding")].filter(Boolean);
  const whole = make("p", "", "");
  whole.append(make("a", "button", say("wholeRound"), { href: link.href }));
  return htmx.process(show(row, [...lines.childNodes, ...change, whole]));
};

document.addEventListener("click", async (event) => {
  const row = event.target.closest?.(".rounds tbody tr");
  const link = row?.querySelector("th a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || row.hasAttribute("aria-busy")) return;
  event.preventDefault();
  const under = row.nextElementSibling?.matches(".under") ? row.nextElementSibling : null;
  if (under) {
    under.hidden = !under.hidden;
  } else {
    row.setAttribute("aria-busy", "true");
    try {
      if (isOffline() || row.dataset.unsent) await unfoldHere(row);
      else await unfold(link, row);
    } catch {
      location.assign(link.href);
      return;
    } finally {
      row.removeAttribute("aria-busy");
    }
  }
  link.setAttribute("aria-expanded", String(!under?.hidden));
});
document.addEventListener("htmx:after:swap", mark);
mark();
