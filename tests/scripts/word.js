// Word answers with verdict.js, into a minimal page.

import { answer, CannotBe, cardOf } from "../../static/referee/judge.js";
import { Words } from "../../static/referee/verdict.js";

const ESCAPED = { "&": "&amp;", "<": "&lt;", '"': "&quot;" };
const html = (node) => (typeof node === "object" ? node.html : String(node).replace(/[&<"]/g, (sign) => ESCAPED[sign]));

class Element {
  constructor(tag) {
    Object.assign(this, { tag, attributes: "", inner: "" });
  }

  setAttribute(name, value) {
    this.attributes += ` ${name}="${html(value)}"`;
  }

  append(...nodes) {
    this.inner += nodes.map(html).join("");
  }

  get html() {
    return `<${this.tag}${this.attributes}>${this.inner}</${this.tag}>`;
  }
}

globalThis.words = {};
globalThis.document = { createElement: (tag) => new Element(tag), documentElement: { lang: "en" } };
globalThis.Intl = {
  PluralRules: class {
    select(number) {
      return number === 1 ? "one" : "other";
    }
  },
};

// Take a page and situations; return the HTML of each verdict, null for an impossible situation.
globalThis.worded = (told, situations) => {
  const page = JSON.parse(told);
  const words = new Words(page);
  const claims = [{ name: "Ida <i>", says: "legal", words: "" }];
  const shown = (situation) => {
    const cards = situation.cards.map(cardOf);
    const named = situation.joker_as?.map((code) => code && cardOf(code));
    const asked = { ...situation, cards, joker_as: named };
    const found = answer(page.carried, page.question, asked);
    const parts = [
      words.section(found, asked, claims, null),
      ...words.reasons(found, "/rules"),
      ...words.doubts(found, cards),
    ];
    return parts.map(html).join("");
  };
  const shownOrNot = (situation) => {
    try {
      return shown(situation);
    } catch (error) {
      if (error instanceof CannotBe) return null;
      throw error;
    }
  };
  return JSON.stringify(JSON.parse(situations).map(shownOrNot));
};
