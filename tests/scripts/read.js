// Reads what is typed into the field of cards as typed.js does, without a page.

import { codeOf } from "../../static/referee/judge.js";
import { readForm } from "../../static/referee/typed.js";

// What a page carries and texts in; of each the cards and what jokers stand for, or what is wrong: sentence and values.
globalThis.readTexts = (carried, texts) =>
  JSON.stringify(
    JSON.parse(texts).map((value) => {
      const form = { elements: { cards: { value, name: "cards" } } };
      const { situation, problems } = readForm(form, JSON.parse(carried), true);
      if (problems.length) return problems.map(({ said, values }) => [said, values]);
      const named = situation.joker_as.map((card) => card && codeOf(card));
      return { cards: situation.cards.map(codeOf), joker_as: named };
    }),
  );
