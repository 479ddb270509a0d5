// Two hands compared after a knock: the counterpart of rules/scoring/showdown.py. It does not touch the DOM.

import { code } from "./text.js";

export const isVoid = ({ who, scoring }) => Boolean(scoring.knock && who) && !/^p\d/.test(who);

// Return the bonuses of the way in which a closer with `left` points ends the round, the opponent having `theirs`, and
// whether the closer scores: the counterpart of `ending_of` and `bonuses` in rules/scoring/showdown.py.
const endingOf = ({ scoring, way }, left, theirs) => {
  const { bonuses, ways, undercutOnTie } = scoring.knock;
  if (way in ways) return { bonus: (bonuses.gin ?? 0) + ways[way], wins: true };
  if (!left) return { bonus: bonuses.gin ?? 0, wins: true };
  const less = left < theirs || (left === theirs && !undercutOnTie);
  return less ? { bonus: 0, wins: true } : { bonus: bonuses.undercut ?? 0, wins: false };
};

// Return each player's score of two compared hands, null if it is undecided yet.
export const compared = (round) => {
  const { entries, scoring, who, upcard } = round;
  const all = [...entries.values()];
  if (isVoid(round)) return new Map([...entries].map(([player, entry]) => [player, entry?.points ?? 0]));
  if (!who || all.some((entry) => entry === null || entry === "odd" || entry.hand === null || "points" in entry))
    return new Map([...entries].map(([player, entry]) => [player, entry?.points ?? null]));
  const other = [...entries.keys()].find((player) => player !== who);
  const [left, theirs] = [entries.get(who).hand, entries.get(other).hand];
  const { bonus, wins } = endingOf(round, left, theirs);
  const doubled = scoring.knock.suit && code(upcard ?? "")[1] === scoring.knock.suit;
  const points = (Math.abs(theirs - left) + bonus) * (doubled ? 2 : 1);
  return new Map([...entries.keys()].map((player) => [player, (player === who) === wins ? points : 0]));
};
