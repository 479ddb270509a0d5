// What the outbox makes of its entries and of the board.

import { counting, hiddenTotals, played } from "../../static/game/outbox/count.js";
import { mayRejoin } from "../../static/game/outbox/race.js";
import { plotOf } from "../../static/game/outbox/plot.js";
import {
  addressOf,
  bodyOf,
  chained,
  closedUp,
  correctionOf,
  nextOf,
  targetAfter,
} from "../../static/game/outbox/queue.js";

const functions = {
  addressOf,
  bodyOf,
  chained,
  closedUp,
  correctionOf,
  counting,
  hiddenTotals,
  mayRejoin,
  nextOf: (entries) => nextOf(entries, ({ refused }) => Boolean(refused)),
  played,
  plotOf,
  targetAfter,
};

// Call the function of that name with JSON arguments.
globalThis.call = (name, args) => JSON.stringify(functions[JSON.parse(name)](...JSON.parse(args)) ?? null);
