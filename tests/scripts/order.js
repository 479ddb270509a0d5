// Put cards into the order of display-order.js.

import { displayOrder } from "../../static/referee/display-order.js";
import { cardOf, codeOf } from "../../static/referee/judge.js";

const text = ({ card, role }) => (card === undefined ? "_" : codeOf(card) + (role === null ? "" : `=${codeOf(role)}`));

// Take the rules of a page and lists of [cards, what the jokers were named]; return each as text.
globalThis.orders = (rules, asked) =>
  JSON.stringify(
    JSON.parse(asked).map(([cards, named]) =>
      displayOrder(
        JSON.parse(rules),
        cards.map(cardOf),
        named.map((code) => code && cardOf(code)),
      )
        .map(text)
        .join(" "),
    ),
  );
