// The scoreboard as this tab saw it last. Who saves a round on top of it is sent only what is new, which is put into it
// here; whoever saw another version, or none, gets the whole board.

const KEY = "scorekeeper-board";
const SEEN = "[data-board]"; // says game and version

const read = () => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY));
  } catch {
    return null;
  }
};

const parsed = (html) => new DOMParser().parseFromString(html, "text/html");

// The page without what passes: what was told, what is unfolded or marked.
export const cleaned = () => {
  const page = document.getElementById("page").cloneNode(true);
  const undo = page.querySelector('#told form[action$="/undo"]');
  if (undo) page.querySelector(".more").prepend(undo); // where it is when nothing was done just now
  for (const passing of page.querySelectorAll("#told > *, .under")) passing.remove();
  for (const marked of page.querySelectorAll(".fresh")) marked.classList.remove("fresh");
  for (const link of page.querySelectorAll("a[aria-expanded]")) link.removeAttribute("aria-expanded");
  return page;
};

export const keep = () => {
  const board = document.querySelector(SEEN)?.dataset.board;
  if (!board) return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ board, html: cleaned().outerHTML }));
  } catch {
    // no storage, or full: the whole board will come
  }
};

// The version that is kept if it is this one of the game that a form is for.
export const keptFor = (scope, version) => (read()?.board === `${scope.split("/")[0]}/${version}` ? version : "");

// Put what is new into the board that is kept; return the whole page's HTML. `token` was good just now.
const merged = (news, board, token) => {
  const page = parsed(board.html);
  const rows = news.querySelector("table.news");
  page.querySelector(".rounds tbody").prepend(...rows.tBodies[0].rows);
  page.querySelector(".rounds tfoot").replaceWith(rows.tFoot);
  for (const part of news.querySelectorAll("#page > [id]")) page.getElementById(part.id).replaceWith(part);
  // What was just done is undone from the card, and there is nothing to bring forward.
  const undo = page.querySelector('.more form[action$="/undo"]');
  undo.querySelector("button").removeAttribute("disabled");
  page.querySelector("#told [role=status]").after(undo);
  page.querySelector('.more form[action$="/redo"] button').setAttribute("disabled", "");
  const version = page.querySelector(SEEN).dataset.board.split("/")[1];
  for (const field of page.querySelectorAll('[name="version"]')) field.setAttribute("value", version);
  for (const field of page.querySelectorAll('[name="csrf_token"]')) field.setAttribute("value", token);
  return (news.querySelector("title")?.outerHTML ?? "") + page.getElementById("page").outerHTML;
};

document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if (!ctx.text.includes('class="news"')) return;
  ctx.text = merged(parsed(ctx.text), read(), ctx.sourceElement.elements.csrf_token.value);
});
document.addEventListener("htmx:after:swap", keep);
keep();
