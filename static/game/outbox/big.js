// The big view has no list of rounds: it takes that from the scoreboard that the worker has cached, which may also be newer.

import { isOffline } from "./direct.js";
import { pageSeen } from "./target.js";

const PARTS = ["totals", "headline", "next-deal", "live"];
const versionOf = (page) => Number(page.getElementById("live").dataset.version);

// Return the page from which unsent entries are counted: this one, for the big view the cached scoreboard, if it is not older.
// A newer one is shown first.
export const sourceOf = async (game, entries) => {
  if (!document.querySelector(".big") || !(entries.length || isOffline())) return document;
  const seen = await pageSeen(game).catch(() => null);
  if (!seen || versionOf(seen) < versionOf(document)) return document;
  if (versionOf(seen) > versionOf(document))
    for (const id of PARTS) document.getElementById(id)?.replaceWith(seen.getElementById(id)?.cloneNode(true) ?? "");
  return seen;
};
