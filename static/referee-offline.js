// Without network, judge melds and count hands on the phone, from the rules that the page holds; with network the server
// answers. Served as one file with its imports.

import { answer, CannotBe } from "./referee/judge.js";
import { nameJoker, readForm } from "./referee/typed.js";
import { fill, made, Words } from "./referee/verdict.js";

const PATIENCE = 5_000; // no answer for so long is none, at a table
const page = JSON.parse(document.querySelector("[name=carried]").content);
const words = new Words(page);
let waiting = null;
let joker = "";

const templateOf = (id) => document.getElementById(id).content.cloneNode(true);

// Put a problem's sentence at its field, as the server's page does (_parts.html).
const wrongAt = (field, sentence, number) => {
  const id = `${field.id}-error${number}`;
  field.ariaInvalid = "true";
  field.setAttribute("aria-describedby", `${field.getAttribute("aria-describedby") ?? ""} ${id}`.trim());
  field.closest(".row").append(made("p", { class: "error", id }, sentence));
};

const nothingWrong = (form) => {
  for (const sentence of form.querySelectorAll(".error")) sentence.remove();
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    field.ariaInvalid = null;
    const ids = (field.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && !id.includes("-error"));
    if (ids.length) field.setAttribute("aria-describedby", ids.join(" "));
    else field.removeAttribute("aria-describedby");
  }
};

// Show the result above the form; an answer folds the form.
const show = (form, parts, folded, open = false) => {
  const main = document.getElementById("page");
  const [where, templates] = [main.querySelector(".where"), [...main.querySelectorAll(":scope > template")]];
  const fold = () =>
    made("details", { class: "fold again-form", open: open ? "" : null }, made("summary", {}, page.words.change), form);
  main.replaceChildren(where, ...parts, folded ? fold() : form, ...templates);
  main.querySelector("[autofocus]").focus();
  scrollTo(0, 0);
  document.dispatchEvent(new Event("referee:answered"));
};

const refused = (form, problems) => {
  const told = new Map();
  for (const { field, said, values } of problems)
    told.set(`${field.id} ${said} ${Object.values(values)}`, { field, said, values });
  const lines = [...told.values()].map(({ field, said, values }) => {
    const number = field.closest(".row").querySelectorAll(".error").length + 1;
    wrongAt(field, words.say(said, values), number);
    return made("li", {}, made("a", { href: `#${field.id}` }, words.say(said, values)));
  });
  const title = made("p", {}, made("strong", {}, page.words.cannot));
  const summary = { class: "notice bad", role: "alert", tabindex: "-1", autofocus: "", id: "summary" };
  show(form, [made("div", summary, title, made("ul", {}, lines))], false);
};

const claimsIn = (form) =>
  [...form.querySelectorAll("[name^=claim-]")].map((field) => {
    const words = form.elements[field.name.replace("claim", "words")].value.trim().replace(/\s+/g, " ");
    return { name: field.labels[0].textContent, says: field.value, words: words.replace(/(?! )[\p{C}\p{Z}]/gu, "") };
  });

const answered = (form, situation) => {
  const found = answer(page.carried, page.question, situation);
  const rules = new URL(form.action).pathname.replace(/referee\/.*/, "rules");
  const missing = found.onceNamed ? [] : found.reasons.filter((reason) => reason.missing);
  const asked = new Set(missing.map(({ code }) => code));
  for (const [at, code] of [...asked].entries())
    wrongAt(form.elements.cards, fill(page.carried.said[code], {}), at + 1);
  const discreet = form.elements.discreet?.checked ? [templateOf("discreet-told")] : [];
  const books = page.words.book && !discreet.length;
  const again = books ? made("button", { class: "button", form: "asking" }, page.words.again) : null;
  const told = made(
    "div",
    { class: "here" },
    made("p", { class: "hint" }, page.words.here, books ? ` ${page.words.book}` : null),
    again,
  );
  const section = words.section(found, situation, claimsIn(form), told);
  show(
    form,
    [...discreet, section, ...words.reasons(found, rules), ...words.doubts(found, situation.cards)],
    true,
    missing.length > 0,
  );
};

const judgeHere = (form) => {
  nothingWrong(form);
  if (joker) nameJoker(form.elements.cards, joker);
  const { situation, problems } = readForm(form, page.carried, page.must);
  if (problems.length) return refused(form, problems);
  try {
    answered(form, situation);
  } catch (error) {
    if (!(error instanceof CannotBe)) throw error;
    refused(form, [{ field: form.elements.cards, said: error.said, values: error.values }]);
  }
};

const isAsked = (event) => event.target.id === "asking";

document.addEventListener(
  "submit",
  (event) => {
    if (!isAsked(event)) return;
    joker = event.submitter?.name === "joker" ? event.submitter.value : "";
    if (navigator.onLine) {
      waiting = setTimeout(() => {
        event.target.dispatchEvent(new Event("htmx:abort"));
        judgeHere(event.target);
      }, PATIENCE);
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    judgeHere(event.target);
  },
  true,
);
document.addEventListener("htmx:finally:request", () => clearTimeout(waiting), true);
document.addEventListener(
  "htmx:error",
  (event) => {
    if (!isAsked(event) || event.detail.ctx?.response) return;
    event.stopImmediatePropagation();
    judgeHere(event.target);
  },
  true,
);
