// Word the headline of an answer found on the phone: a port of scorekeeper/rules/referee/headlines and of the cutting in
// services/wording.py. tests/scripts compares the two.

import { cardSign, numbered, rankSign } from "../game/text.js";
import { codeOf } from "./judge.js";

const LONGEST = 60;
const MOST_PARTS = 10;
const LONGEST_SUM = 80;
const SHORTEST = 4;

// Return a card as people read it: `10♣`, `7♥`, `JK`.
export const signs = (code) => (code === "JK" ? code : cardSign(code));

const filled = (template, values) => template.replace(/\{(\w+)\}/g, (_all, name) => values[name]);
const cut = (text, longest) => (text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/[, ]+$/, "")}…`);

// Return a card of a sum: `K♥`, `joker as 9♥`.
const counted = (headlines, card, role) =>
  role === undefined
    ? shown(headlines, [card])
    : filled(headlines.as, { card: shown(headlines, [card]), role: shown(headlines, [role]) });

// Return a card with its points, `K♥ 10`; a tile alone, `R7`, if they are the number on it.
const addend = (headlines, [card, points, role]) => {
  const text = counted(headlines, card, role);
  return numbered() && signs(codeOf(role ?? card)).slice(1) === String(points) ? text : `${text} ${points}`;
};

// Return a sum: `K♥ 10 + joker as 9♥ 9 = 19`; one of many cards by their points: `3 × 10 + 50 = 80`.
const addedUp = (headlines, parts) => {
  const total = ` = ${parts.reduce((sum, [, points]) => sum + points, 0)}`;
  const text = parts.map((part) => addend(headlines, part)).join(" + ");
  if (parts.length <= MOST_PARTS && text.length <= LONGEST_SUM) return parts.length === 1 ? text : text + total;
  const counts = new Map();
  for (const [, points] of parts) counts.set(points, (counts.get(points) ?? 0) + 1);
  const ordered = [...counts].sort(([one], [other]) => one - other);
  const shortly = ordered.map(([points, count]) => (count > 1 ? `${count} × ${points}` : String(points)));
  return shortly.join(" + ") + total;
};

// Return a row of ranks, `K-A-2`, with the letters of the reader's cards and no-break hyphens.
const row = (ranks) => ranks.split("-").map(rankSign).join("\u2011");

// Return a value of a sentence as text: an array is a list of cards or of rows of ranks, an object is a sum.
export const shown = (headlines, value) => {
  if (typeof value === "number") return String(value).replace("-", "−");
  if (value?.parts) return addedUp(headlines, value.parts);
  if (!Array.isArray(value)) return value;
  const word = (card) => (codeOf(card) === "JK" ? headlines.joker : signs(codeOf(card)));
  const cards = value.map((card) => (typeof card === "string" ? row(card) : word(card)));
  if (cards.length < 2) return cards.join("");
  return filled(headlines.and, { some: cards.slice(0, -1).join(", "), last: cards.at(-1) });
};

// Return the values cut, the longest first, until the sentence fits; numbers stay whole.
const fitted = (template, values) => {
  const texts = { ...values };
  const textNames = () => Object.keys(texts).filter((name) => typeof texts[name] === "string");
  for (;;) {
    const over = filled(template, texts).length - LONGEST;
    const [longest, ...others] = textNames().sort((one, other) => texts[other].length - texts[one].length);
    if (over <= 0 || !longest || texts[longest].length <= SHORTEST) return texts;
    const length = texts[longest].length;
    const rest = Math.min(others.length ? texts[others[0]].length : 0, length - 1);
    texts[longest] = cut(texts[longest], Math.max(length - over, rest, SHORTEST));
  }
};

// Return the values of a reason as text; each of its cards once, as `cards`.
export const values = (headlines, { cards, values: told }) =>
  Object.fromEntries(
    Object.entries({ cards: [...new Set(cards)], ...told }).map(([name, value]) => [name, shown(headlines, value)]),
  );

const result = (headlines, cards, { facts, verdict, onceNamed }) => {
  if (!("valid" in facts)) return [facts.points === 1 ? "left_in_hand_one" : "left_in_hand", { points: facts.points }];
  if (verdict !== "legal" && !onceNamed) return null;
  const code = `${facts.kind}_of_${cards.length}`;
  return code in headlines
    ? [code, { points: facts.points }]
    : [`${facts.kind}_of`, { size: cards.length, points: facts.points }];
};

// Return the headline as its template and the values to fill in; `found` is an answer of judge.js about `cards`.
export const headlineParts = (carried, cards, found) => {
  const { headlines, said } = carried;
  const [first] = found.reasons;
  const twoJokers = first.code === "too_many_jokers" && first.values.jokers === 2 && first.values.others === 1;
  const [code, given] = result(headlines, cards, found) ?? [
    twoJokers ? "one_joker_too_many" : first.code,
    { ...first.values, cards: [...new Set(first.cards)] },
  ];
  const template = (headlines[code] ?? said[code]).replace(/\.$/, "");
  const named = Object.entries(given).filter(([name]) => template.includes(`{${name}}`));
  const isCount = (value) => typeof value === "number" && value >= 0;
  const texts = named.map(([name, value]) => [name, isCount(value) ? value : shown(headlines, value)]);
  return { template, values: fitted(template, Object.fromEntries(texts)) };
};

// Return the headline as text.
export const headline = (carried, cards, found) => {
  const { template, values } = headlineParts(carried, cards, found);
  return cut(filled(template, values), LONGEST);
};
