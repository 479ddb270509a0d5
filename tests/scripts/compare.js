// Ask judge.js the questions that Python was asked, and return the differences. Runs in QuickJS and in browsers.

import { showFaces } from "../../static/game/text.js";
import { headline, values as texts } from "../../static/referee/headline.js";
import { answer, CannotBe, cardOf, codeOf, mend } from "../../static/referee/judge.js";

const codes = (cards) => cards.map(codeOf);

const ruled = (table, question, told) => {
  showFaces(table.faces);
  const situation = { ...told, cards: told.cards.map(cardOf) };
  if (told.joker_as) situation.joker_as = told.joker_as.map((code) => code && cardOf(code));
  const ruling = answer(table, question, situation);
  const { verdict, reasons, facts, doubts } = ruling;
  const heading = (other) => other && headline(table, situation.cards, other);
  const said = ({ code, cards, values, missing = [] }) => {
    const told = texts(table.headlines, { cards, values });
    const text = table.said[code].replace(/\{(\w+)\}/g, (_all, name) => told[name]);
    if (!table.said[code].includes("{cards}")) delete told.cards;
    return [code, codes(cards), table.rule[code], told, text, missing];
  };
  const others = doubts.map(({ key, verdicts, others }) => [key, verdicts, others.map(heading)]);
  return [verdict, heading(ruling), reasons.map(said), facts, others, !doubts.length];
};

const found = (table, question, told) => {
  try {
    return ruled(table, question, told);
  } catch (error) {
    if (error instanceof CannotBe) return null;
    return String(error.stack);
  }
};

const mended = (table, cards) => {
  const { jokerMayBe, drop, add } = mend(table.judged, cards.map(cardOf));
  return [jokerMayBe, drop, add].map(codes);
};

// Take tables and questions; return the number of questions, the number of differing answers, three of those.
globalThis.compare = (book) => {
  const [tables, asked] = JSON.parse(book);
  const differences = [];
  for (const [at, question, told, expected, mends] of asked) {
    const table = tables[at];
    const mine = [found(table, question, told), mends && mended(table, told.cards)];
    const [one, other] = [mine, [expected, mends]].map((each) => JSON.stringify(each));
    if (one !== other) differences.push([question, told, table.judged, one, other]);
  }
  return JSON.stringify([asked.length, differences.length, differences.slice(0, 3)]);
};
