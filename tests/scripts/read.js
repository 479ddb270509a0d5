// Read texts of a card field with typed.js, without a page.

import { showFaces } from "../../static/game/text.js";
import { codeOf } from "../../static/referee/judge.js";
import { readForm } from "../../static/referee/typed.js";

// Take a page's rules and texts; return for each the cards and named jokers, or the problem: sentence and values.
globalThis.readTexts = (carried, texts) => {
  showFaces(JSON.parse(carried).faces);
  return JSON.stringify(
    JSON.parse(texts).map((value) => {
      const form = { elements: { cards: { value, name: "cards" } } };
      const { situation, problems } = readForm(form, JSON.parse(carried), true);
      if (problems.length) return problems.map(({ said, values }) => [said, values]);
      const named = situation.joker_as.map((card) => (card === null ? null : codeOf(card)));
      return { cards: situation.cards.map(codeOf), joker_as: named };
    }),
  );
};
