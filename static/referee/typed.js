// Read the typed fields of a question exactly as the server does (notation.py and forms/fields.py in web/referee).

import { code, numbered, readSum, withJokerCodes } from "../game/text.js";
import { cardOf, codeOf } from "./judge.js";
import { signs } from "./headline.js";

const RANK = "10|KN|[A2-9TJQKEÁDBG]";
const CARD = `(?:(?:${RANK})(?:[SHDC]|[♠♤♥♡♦♢♣♧][\\ufe0e\\ufe0f]?)|JK)`;
const TILE = "[KROYB](?:1[0-3]|[1-9])";
const glued = () => new RegExp(`^(?:${numbered() ? `${TILE}|` : ""}${CARD}){2,}$`, "iu");
const one = () => new RegExp(`${numbered() ? `${TILE}|` : ""}${CARD}`, "giu");
const APART = new RegExp(`(^|[\\s,;=+])(${RANK})\\s+([SHDC♠♤♥♡♦♢♣♧])(?![^\\s,;=+])`, "giu");
const MOST = { cards: 200, number: 99_999 };

const typedCards = (text) => {
  const together = withJokerCodes(text.replace(/\s*=\s*/g, "=")).replace(APART, "$1$2$3");
  return together
    .split(/[\s,;]+/)
    .filter(Boolean)
    .flatMap((token) => {
      const [card, ...stands] = token.split("=");
      const cards = glued().test(card) ? card.match(one()) : [card];
      return cards.map((each, at) => ({
        card: each,
        stands: stands.length && at === cards.length - 1 ? stands.join("=") : null,
      }));
    });
};

const read = (text) => cardOf(code(text.trim()));

// Let the first joker that is not named stand for the tapped card.
export const nameJoker = (field, card) => {
  field.value = withJokerCodes(field.value).replace(/\bjk\b(?!\s*=)/i, `JK=${card}`);
};

const problem = (field, said, values = {}) => ({ field, said, values });

const unknown = (field, cards) =>
  cards
    .filter((card) => card !== null && read(card) === undefined)
    .map((card) => {
      const shown = [...card].slice(0, 20).join("").replace(/\p{C}/gu, "�");
      return problem(field, "unknownCard", { card: shown });
    });

const tooOften = (field, cards, { jokers, copies }) => {
  const most = (card) => (codeOf(card) === "JK" ? jokers : copies);
  const kinds = [...new Set(cards)].filter((card) => cards.filter((each) => each === card).length > most(card));
  const place = (card) => cards.flatMap((each, at) => (each === card ? [at] : []))[most(card)];
  return kinds
    .sort((one, other) => place(one) - place(other))
    .map((card) => {
      if (!most(card) && codeOf(card) === "JK") return problem(field, "noJokers");
      return problem(field, "tooOften", { card: signs(codeOf(card)), copies: most(card) });
    });
};

const readNumber = (field, situation) => {
  const text = field.value.trim();
  if (!text) return [];
  const number = readSum(text);
  if (Number.isNaN(number)) return [problem(field, "noNumber", { text })];
  situation[field.name] = number;
  return [];
};

// Return the situation of a form and its problems: `{ situation, problems }`.
export const readForm = (form, { judged: rules }, must) => {
  const { cards: field, first_round: first, melds_laid_this_turn: laid } = form.elements;
  const situation = { first_round: Boolean(first?.checked) };
  const missing = must && !field.value.trim() ? [problem(field, "whichCards")] : [];
  const problems = [...missing, ...(laid ? readNumber(laid, situation) : [])];
  if (problems.length) return { situation, problems };
  const typed = typedCards(field.value);
  const isWild = (card) =>
    /^jk$/i.test(card) || rules.wild_ranks.some((rank) => code(card).slice(0, -1) === "A23456789TJQK"[rank - 1]);
  const named = typed.filter(({ card, stands }) => stands !== null || isWild(card)).map(({ stands }) => stands || null);
  const jokerAs = must && named.some(Boolean) ? named : [];
  for (const list of [typed, jokerAs])
    if (list.length > MOST.cards) problems.push(problem(field, "tooMany", { max_length: MOST.cards }));
  if (typed.length <= MOST.cards)
    problems.push(
      ...unknown(
        field,
        typed.map(({ card }) => card),
      ),
    );
  if (jokerAs.length <= MOST.cards) problems.push(...unknown(field, jokerAs));
  const number = situation.melds_laid_this_turn ?? 0;
  if (number < 0) problems.push(problem(laid, "atLeast", { ge: 0 }));
  if (number > MOST.number) problems.push(problem(laid, "atMost", { le: MOST.number }));
  if (problems.length) return { situation, problems };
  situation.cards = typed.map(({ card }) => read(card));
  situation.joker_as = jokerAs.map((card) => card && read(card));
  return { situation, problems: tooOften(field, situation.cards, rules) };
};
