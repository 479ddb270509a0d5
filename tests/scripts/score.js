// Score rounds as the form does while cards are typed.

import { entryOf, ratingOf, scoresOf } from "../../static/game/scoring.js";

const roundOf = (parameters, closer, fields, kind = "null") => {
  const [scoring, who, typed, way] = [parameters, closer, fields, kind].map((each) => JSON.parse(each));
  const entries = new Map(
    Object.entries(typed).map(([player, own]) => [player, entryOf((key) => own[key] ?? "", scoring)]),
  );
  return { entries, scoring, who, way };
};

// Take scoring parameters, who went out, and each player's fields; return each player's score.
globalThis.score = (...given) => JSON.stringify(Object.fromEntries(scoresOf(roundOf(...given))));

// The same for rating points, with the way of closing behind; null in a game without them.
globalThis.rate = (...given) => {
  const rating = ratingOf(roundOf(...given));
  return JSON.stringify(rating && Object.fromEntries(rating));
};
