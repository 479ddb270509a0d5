// The scoreboard as this tab saw it last, in sessionStorage. A response to a round saved on top of that version has only the
// differences, which are merged here; otherwise the response has the whole board.

import { restore } from "./outbox/board.js";

const KEY = "scorekeeper-board";

// Return what identifies the board of a page, or of its copy, which has rounds and may be changed; else undefined.
const boardOf = (page) => {
  const { game, version } = page.querySelector("[data-board] ~ * .rounds") ? page.getElementById("live").dataset : {};
  return game && `${game.split("/").at(-1)}/${version}`;
};

const read = () => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY));
  } catch {
    return null;
  }
};

const parsed = (html) => new DOMParser().parseFromString(html, "text/html");

// Return a copy of the page without its transient parts: messages, unfolded rows, highlights, what is not sent.
export const boardSnapshot = () => {
  const page = document.getElementById("page").cloneNode(true);
  restore(page);
  page.querySelector(".more")?.prepend(...page.querySelectorAll("#told form")); // their place when there is no message
  for (const passing of page.querySelectorAll("#told > *, .under")) passing.remove();
  for (const marked of page.querySelectorAll(".fresh")) marked.classList.remove("fresh");
  for (const link of page.querySelectorAll("a[aria-expanded]")) link.removeAttribute("aria-expanded");
  return page;
};

export const keep = () => {
  const board = boardOf(document);
  if (!board) return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ board, html: boardSnapshot().outerHTML }));
  } catch {
    // no storage, or full: the server will send the whole board
  }
};

// Return `version` if that board of the form's game is cached, else an empty string.
export const cachedVersion = (scope, version) => (read()?.board === `${scope.split("/")[0]}/${version}` ? version : "");

// Merge the differences into the cached board; return the HTML of the whole page. `token` is a valid CSRF token.
const mergeNews = (news, board, token) => {
  const page = parsed(board.html);
  const rows = news.querySelector("table.news");
  page.querySelector(".rounds tbody").prepend(...rows.tBodies[0].rows);
  page.querySelector(".rounds tfoot").replaceWith(rows.tFoot);
  page.getElementById("opened")?.remove(); // that of the round which is saved now
  for (const part of news.querySelectorAll("#page > [id]"))
    if (part.id === "opened") page.getElementById("headline").after(part);
    else page.getElementById(part.id).replaceWith(part);
  // The message has the buttons for undo and redo, and there is nothing to redo.
  const [undo, redo] = ["undo", "redo"].map((each) => page.querySelector(`.more form[action$="/${each}"]`));
  undo.querySelector("button").removeAttribute("disabled");
  undo.dataset.undoes = ""; // the new round
  redo.querySelector("button").setAttribute("disabled", "");
  page.querySelector("#told [role=status]").after(undo, redo);
  const { version } = page.getElementById("live").dataset;
  for (const field of page.querySelectorAll('[name="version"]')) field.setAttribute("value", version);
  for (const field of page.querySelectorAll('[name="csrf_token"]')) field.setAttribute("value", token);
  return (news.querySelector("title")?.outerHTML ?? "") + page.getElementById("page").outerHTML;
};

document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if (!ctx.text.includes('class="news"')) return;
  ctx.text = mergeNews(parsed(ctx.text), read(), ctx.sourceElement.elements.csrf_token.value);
});
document.addEventListener("htmx:after:swap", keep);
keep();
