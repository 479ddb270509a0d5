// A newer board is put into the page: the whole scoreboard, the parts that another page has, or for somebody who is
// typing no more than a word.

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

const takeIn = (fresh) => {
  const page = document.getElementById("page");
  const token = page.querySelector("[name=csrf_token]")?.value ?? "";
  for (const field of fresh.querySelectorAll("[name=csrf_token]")) field.setAttribute("value", token);
  inPlace(page, () => show(morph(page, fresh)));
};

// Other pages have parts of it, and show those.
const takeParts = (page, fresh) => {
  for (const old of page.querySelectorAll("#totals, #headline, #clock, #live")) {
    const part = fresh.querySelector(`#${old.id}`);
    if (part) show(morph(old, part));
    else old.remove();
  }
};

// Somebody is typing: say what happened, and touch nothing.
const tellWriter = (form, news, more) => {
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

// What this device may do has been taken from it. Return whether somebody is typing here, and was told.
export const shownOut = () => {
  const form = document.querySelector("form.round");
  if (form) tellWriter(form, say("shownOut"), say("stillHere"));
  return Boolean(form);
};

// The board's answer, which is all that there is to be shown.
export const received = (html) => {
  const answer = new DOMParser().parseFromString(html, "text/html");
  const fresh = answer.getElementById("page");
  const { news, version, etag } = fresh.querySelector("#live").dataset;
  const later = Number(version) > Number(marker().dataset.version);
  if (!later && Number(fresh.querySelector("#clock")?.dataset.number ?? 0) <= clockNumber()) return;
  if (later) {
    voice.textContent = news ?? "";
    ring(1);
  }
  const page = document.getElementById("page");
  const form = page.querySelector("form.round");
  if (form) {
    Object.assign(marker().dataset, { version, etag });
    if (later) tellWriter(form, news, say("elsewhere"));
  } else if (page.querySelector(".totals:not(.big .totals)")) takeIn(fresh);
  else takeParts(page, fresh);
};
