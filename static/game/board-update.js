// Apply a newer board to the page: replace the whole scoreboard, or the parts that another page has, or only notify a user
// who is typing.

import { clockNumber } from "./clock.js";
import { inPlace, morph } from "./morph.js";
import { ring } from "./sound.js";
import { say } from "./text.js";

const marker = () => document.getElementById("live");

const voice = document.createElement("div");
voice.className = "vh";
voice.setAttribute("aria-live", "polite");
document.body.append(voice);

const show = (elements) => {
  for (const element of elements) {
    element.classList.add("fresh");
    setTimeout(() => element.classList.remove("fresh"), 4_000);
  }
};

const replaceBoard = (fresh) => {
  const page = document.getElementById("page");
  const token = page.querySelector("[name=csrf_token]")?.value ?? "";
  for (const field of fresh.querySelectorAll("[name=csrf_token]")) field.setAttribute("value", token);
  inPlace(page, () => show(morph(page, fresh)));
};

// Update the parts that another page shares with the scoreboard.
const updateParts = (page, fresh) => {
  page.dataset.facts = fresh.dataset.facts;
  for (const old of page.querySelectorAll("#totals, #headline, #next-deal, #clock, #live")) {
    const part = fresh.querySelector(`#${old.id}`);
    if (part) show(morph(old, part));
    else old.remove();
  }
};

// Show on the page of the open round who has entered their points.
const updateOpened = (page, fresh) => {
  const opened = fresh.querySelector("section.opened");
  page.querySelector(".own-round")?.replaceChildren(...(opened ? [opened] : []));
};

// Notify a user who is typing, and change nothing else.
const notifyWriter = (form, news, more) => {
  form.parentElement.querySelector(".elsewhere")?.remove();
  const notice = document.createElement("div");
  notice.className = "notice warn elsewhere";
  notice.innerHTML =
    "<p><strong></strong> <span></span></p><a class='button'></a> <button type='button' class='button quiet'></button>";
  const [strong, span, link, button] = ["strong", "span", "a", "button"].map((tag) => notice.querySelector(tag));
  strong.textContent = news;
  span.textContent = more;
  link.textContent = say("toBoard");
  link.href = marker().dataset.game;
  button.textContent = say("stay");
  button.addEventListener("click", () => inPlace(document.getElementById("page"), () => notice.remove()));
  inPlace(document.getElementById("page"), () => form.before(notice));
};

// Notify a user who is typing that the access was withdrawn; return whether there is one.
export const accessRevoked = () => {
  const form = document.querySelector("form.round");
  if (form) notifyWriter(form, say("shownOut"), say("stillHere"));
  return Boolean(form);
};

// Apply the response of `/board`, if it is newer.
export const applyBoard = (html) => {
  const answer = new DOMParser().parseFromString(html, "text/html");
  const fresh = answer.getElementById("page");
  const { news, version, etag, opened = 0 } = fresh.querySelector("#live").dataset;
  const later = Number(version) > Number(marker().dataset.version);
  const changed = Number(opened) > Number(marker().dataset.opened ?? 0);
  if (!later && !changed && Number(fresh.querySelector("#clock")?.dataset.number ?? 0) <= clockNumber()) return;
  if (later) {
    voice.textContent = news ?? "";
    ring(1);
  }
  const page = document.getElementById("page");
  const form = page.querySelector("form.round");
  if (form) {
    Object.assign(marker().dataset, { version, etag, ...(changed && { opened }) });
    updateOpened(page, fresh);
    if (later) notifyWriter(form, news, say("elsewhere"));
  } else if (page.querySelector(".totals:not(.big .totals)")) replaceBoard(fresh);
  else {
    updateParts(page, fresh);
    updateOpened(page, fresh);
  }
};
