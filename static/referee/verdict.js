// Render an answer found on the phone as the server's page shows it (templates/referee/_verdict.html).

import { cardName, cardPattern, showFaces } from "../game/text.js";
import { displayOrder, handOrder } from "./display-order.js";
import { headline, headlineParts, signs, values } from "./headline.js";
import { cardOf, codeOf, mend } from "./judge.js";

const COLOURS = { S: "black", H: "red", D: "orange", C: "blue" };
const TONES = { legal: "good", illegal: "bad", undecided: "open" };
const MANY = 4;
const MOST_SHOWN = 15; // as _MOST in asked_cards.py

export const made = (tag, attributes, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(name, value);
  element.append(...children.flat().filter((child) => child !== null));
  return element;
};
const p = (className, ...children) => made("p", { class: className }, ...children);
const shortened = (text) => (text.length > 120 ? `${text.slice(0, 119)}…` : text);
const bdi = (text) => made("bdi", {}, shortened(text));
// Return a sum that breaks into lines only beside + and =.
const unbroken = (sum) => sum.replace(/(?<![+=]) (?![+=])/g, "\u00a0");
const between = (nodes, text) => nodes.flatMap((node, at) => (at ? [text, node] : [node]));

// Return text with cards in it, each with its whole name for screen readers, as bdi_cards of web/text.py.
const bdiCards = (text) => {
  const parts = shortened(text).split(new RegExp(`(?<![\\p{L}\\p{N}_])(${cardPattern()})`, "u"));
  const named = (sign) => made("span", { role: "img", "aria-label": cardName(sign) }, sign);
  return made(
    "bdi",
    {},
    parts.map((part, at) => (at % 2 ? named(part) : part)).filter((part) => part !== ""),
  );
};

// Return a sentence with its values as nodes; names and typed text are isolated from its direction (bdi).
export const fill = (sentence, values, isolated = bdi) =>
  sentence.split(/\{(\w+)\}/).flatMap((part, at) => {
    if (at % 2 === 0) return [part];
    const value = values[part];
    if (typeof value === "string") return [isolated(value)];
    return typeof value === "number" ? [String(value)] : value;
  });

// Return the headline of an answer as nodes.
const headlineNodes = (carried, cards, found) => {
  const { template, values: shown } = headlineParts(carried, cards, found);
  return fill(template, shown, bdiCards);
};

export class Words {
  constructor({ words, carried }) {
    Object.assign(this, { words, carried });
    showFaces(carried.faces);
  }

  say(key, values = {}) {
    return fill(this.words[key], values);
  }

  points(number) {
    const { points } = this.words;
    const form = new Intl.PluralRules(document.documentElement.lang).select(number);
    return fill(points[form] ?? points.other, { num: number });
  }

  face(card) {
    const code = codeOf(card);
    if (code === "JK") return made("span", { class: "face joker" }, this.words.joker);
    const named = { role: "img", "aria-label": cardName(code) };
    return made("span", { class: `face ${COLOURS[code[1]]}`, ...named }, signs(code));
  }

  faces(cards) {
    return between(
      cards.map((card) => this.face(card)),
      " ",
    );
  }

  // Return the cards that were asked about, as they lie; a hand is cut after MOST_SHOWN cards, a meld is whole.
  asked({ cards, joker_as: jokerAs }, isMeld) {
    const places = isMeld ? displayOrder(this.carried.judged, cards, jokerAs) : handOrder(cards);
    let width = 0;
    const fits = ({ card }) => {
      width += codeOf(card) === "JK" ? 2 : 1;
      return width <= MOST_SHOWN;
    };
    const fitting = isMeld ? places : places.filter(fits);
    const shown = fitting.map(({ card, role }) => {
      if (card === undefined) return made("span", { class: "face gap" }, made("span", { class: "vh" }, this.words.gap));
      return role === null ? this.face(card) : made("span", { class: "as" }, this.face(card), " = ", this.face(role));
    });
    return p(
      "asked-cards",
      made("span", { class: "group" }, between(shown, " "), fitting.length < places.length ? " …" : null),
    );
  }

  anyOf(cards) {
    const shown = cards.map((card) => [this.face(card)]);
    return shown.length < 2
      ? shown[0]
      : this.say("or", { some: between(shown.slice(0, -1), ", ").flat(), last: shown.at(-1) });
  }

  mends(cards) {
    const { jokerMayBe, drop, add } = mend(this.carried.judged, cards);
    return [
      jokerMayBe.length ? this.say("mendJoker", { cards: this.anyOf(jokerMayBe) }) : null,
      drop.length ? this.say("mendDrop", { cards: this.anyOf(drop) }) : null,
      add.length
        ? this.say(add.length > MANY ? "mendMany" : "mendAdd", { cards: this.anyOf(add.slice(0, MANY)) })
        : null,
    ].filter(Boolean);
  }

  facts({ facts }) {
    if (!("valid" in facts)) return [];
    const cards = facts.joker_may_be?.map(cardOf) ?? [];
    return [
      facts.valid && facts.may_be_laid_now === false && this.say("notNow"),
      cards.length && !facts.declaration_required && this.say("mayBe", { cards: this.anyOf(cards) }),
    ].filter(Boolean);
  }

  supported({ verdict }, unsettled, claims) {
    if (!claims.some(({ says }) => says) || verdict === "undecided") return null;
    const right = claims.filter((claim) => claim.says === verdict).map(({ name }) => bdi(name));
    if (unsettled) return this.say("nobodyOpen");
    if (!right.length) return this.say("nobody");
    return this.say(right.length === 1 ? "one" : "all", { names: between(right, ", ") });
  }

  joker({ reasons, facts, next }) {
    const only = facts.joker_may_be?.map(cardOf) ?? [];
    const cards = only.length ? only : next;
    if (!reasons.some(({ missing }) => missing) || !cards.length) return [];
    const button = (card) =>
      made("button", { class: "button", form: "asking", name: "joker", value: codeOf(card) }, this.face(card));
    return [
      p(null, only.length ? this.words.standsFor : this.words.nextStandsFor),
      p(
        "jokers",
        cards.flatMap((card) => [button(card), " "]),
      ),
    ];
  }

  // Return the headline under another reading of the source, one that has another verdict first.
  otherwise({ verdict, doubts, ...found }, cards) {
    if (verdict === "undecided") return null;
    const here = headline(this.carried, cards, { verdict, ...found });
    const others = doubts.flatMap(({ key, others }) => {
      const { readings } = this.carried.open.find((each) => each.key === key);
      return others.map((other, at) => ({ other, ...readings[at] }));
    });
    const differing = others.filter(({ other }) => other && headline(this.carried, cards, other) !== here);
    const first = differing.find(({ other }) => other.verdict !== verdict) ?? differing[0];
    if (!first || (first.other.verdict === verdict && verdict !== "legal")) return null;
    const values = { condition: [first.condition], text: [first.text] };
    const key = first.condition ? "condition" : "otherwise";
    return this.say(key, { ...values, headline: headlineNodes(this.carried, cards, first.other) });
  }

  // Return the headline with the facts; the nodes of `told` stand at its end.
  section(answer, situation, claims, told) {
    const { verdict, facts, doubts } = answer;
    const { cards } = situation;
    const counts = !("valid" in facts);
    const others = doubts.flatMap(({ verdicts }) => verdicts);
    const unsettled = verdict !== "undecided" && others.some((other) => other && other !== verdict);
    const tone = counts ? "plain" : TONES[answer.onceNamed ? "legal" : verdict];
    const otherwise = this.otherwise(answer, cards);
    const supported = this.supported(answer, unsettled, claims);
    return made(
      "section",
      { class: `verdict ${tone}`, id: "verdict", tabindex: "-1", autofocus: "", "aria-labelledby": "word" },
      made("p", { class: "word", id: "word" }, headlineNodes(this.carried, cards, answer)),
      cards.length ? this.asked(situation, !counts) : null,
      otherwise ? p("otherwise", otherwise) : null,
      this.facts(answer).map((line) => p(null, line)),
      supported ? p("supported", supported) : null,
      claims
        .filter(({ words }) => words)
        .map(({ name, says, words }) => p("claim", this.say(`says ${says}`, { name, words }))),
      counts || facts.valid ? [] : this.mends(cards).map((line) => p("mend", line)),
      this.joker(answer),
      told,
    );
  }

  rule(key, rules) {
    const [text, section] = this.carried.texts[key];
    const source = [
      made("span", { lang: this.carried.language }, this.carried.source + (section ? `, ${section}` : "")),
      "\u00a0· ",
      made("a", { href: `${rules}#${key}` }, this.words.allRules),
    ];
    return made(
      "div",
      { class: "rule" },
      made("h3", {}, this.say("rule", { key: [key] })),
      p(null, text),
      p("hint", source),
    );
  }

  reasons({ verdict, reasons, onceNamed }, rules) {
    const heading = verdict === "undecided" ? this.words.first : this.words.why;
    const seen = new Map(
      reasons.map((reason) => [JSON.stringify([reason.code, reason.cards.map(codeOf), reason.values]), reason]),
    );
    const lines = [...seen.values()].map((reason) => {
      const { code, cards } = reason;
      const rule = this.carried.rule[code];
      const numbers = Object.entries(reason.values).filter(([, value]) => typeof value === "number"); // not isolated
      const spoken = { ...values(this.carried.headlines, reason), ...Object.fromEntries(numbers) };
      if (spoken.sum) spoken.sum = unbroken(spoken.sum);
      const named = /\{(?:cards|sum)\}/.test(this.carried.said[code]);
      const faces = cards.length && !named ? [" ", ...this.faces(cards)] : [];
      const id = rule ? [" ", made("span", { class: "id" }, rule)] : [];
      return made("li", {}, p(null, fill(this.carried.said[code], spoken, bdiCards), faces, id));
    });
    const cited = [...new Set([...seen.values()].map(({ code }) => this.carried.rule[code]).filter(Boolean))];
    const told = cited.map((rule) => this.rule(rule, rules));
    if (!lines.length) return [];
    return [
      made("h2", {}, onceNamed ? this.words.still : heading),
      made("ol", { class: "reasons" }, lines),
      ...(told.length
        ? [made("details", { class: "fold explain" }, made("summary", {}, this.words.explain), told)]
        : []),
    ];
  }

  doubts({ doubts }, cards) {
    if (!doubts.length) return [];
    const parts = doubts.map(({ key, others: found, left }) => {
      const { text, default: taken, readings } = this.carried.open.find((each) => each.key === key);
      const others = readings.map((other, at) => {
        const ruling = found[at] ? [" ", made("strong", {}, headlineNodes(this.carried, cards, found[at]))] : [];
        return made(
          "li",
          {},
          other.text,
          ruling,
          left[at] ? p("hint", this.words.leftToServer) : null,
          other.option ? p("hint", `${this.words.houseRule} ${other.option}`) : null,
        );
      });
      return made(
        "div",
        { class: "doubt" },
        p(null, text, " ", made("span", { class: "id" }, key)),
        p(null, taken),
        made("ul", {}, others),
      );
    });
    return [made("details", { class: "fold" }, made("summary", {}, this.words.open), parts)];
  }
}
