// Score rounds as the form does while cards are typed.

import { entryOf, scoresOf } from "../../static/game/scoring.js";

// Take scoring parameters, who went out, and each player's fields; return each player's score.
globalThis.score = (parameters, who, fields) => {
  const [scoring, closer, typed] = [parameters, who, fields].map((each) => JSON.parse(each));
  const entries = new Map(
    Object.entries(typed).map(([player, own]) => [player, entryOf((key) => own[key] ?? "", scoring)]),
  );
  return JSON.stringify(Object.fromEntries(scoresOf({ entries, scoring, who: closer })));
};
