// Whether a game is over and who has won: the counterpart of `standing` in rules/scoring/ending.py. No DOM.

const pastTarget = (totals, { target, past }) =>
  target === null ? [] : Object.keys(totals).filter((name) => totals[name] >= target + Number(past));

// Return the key by which totals are compared: the greatest is the best.
export const meritOf = (total, { wins, target }) =>
  wins === "lowest" ? -total : wins === "highest" || target === null ? total : -Math.abs(total - target);

// Return by what players are placed, for `compare`: those who are out behind the others, who went later before who went earlier.
export const placeOf = (name, total, facts, out) => {
  const group = out.findIndex((names) => names.includes(name));
  return [group < 0 ? 0 : group - out.length, meritOf(total, facts)];
};

// Return a negative number, 0 or a positive one, as `one` stands behind, beside or before `other`.
export const compare = (one, other) => {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at < 0 ? 0 : one[at] < other[at] ? -1 : 1;
};

const bestOf = (totals, ending) => {
  const reached = ending.wins === "closest_reached" ? pastTarget(totals, ending) : [];
  const names = reached.length ? reached : Object.keys(totals);
  const top = Math.max(...names.map((name) => meritOf(totals[name], ending)));
  return names.filter((name) => meritOf(totals[name], ending) === top);
};

// Return whether several had reached the target after an earlier round.
const dealtAgain = (counted, totals, ending) => {
  let before = totals;
  for (const { scores } of counted.slice(1).reverse()) {
    before = Object.fromEntries(Object.entries(before).map(([name, total]) => [name, total - (scores[name] ?? 0)]));
    if (pastTarget(before, ending).length > 1) return true;
  }
  return false;
};

const PLAYING = { ended: false, winners: [], again: false };
const AGAIN = { ...PLAYING, again: true };
const over = (winners) => ({ ended: true, winners, again: false });

// Return the groups of players whom the limit has eliminated, after a round: the counterpart of `Eliminated.after` in
// rules/scoring/elimination.py.
export const eliminated = (groups, totals, { limit, past, players }) => {
  if (limit === null) return [];
  const reached = players.filter((name) => totals[name] >= limit + Number(past));
  const stay = groups.map((group) => group.filter((name) => reached.includes(name)));
  const latest = reached.filter((name) => !stay.flat().includes(name));
  latest.sort((one, other) => totals[other] - totals[one]);
  return [...stay, latest].filter((group) => group.length);
};

const pick = (totals, names) => Object.fromEntries(names.map((name) => [name, totals[name]]));

// Return the standing of a game in which a limit eliminates players; `out` are their groups.
const byLimit = (totals, out, facts) => {
  const still = Object.keys(totals).filter((name) => !out.flat().includes(name));
  const decided = still.length < 2 || (facts.firstOut && out.length);
  return decided ? over(bestOf(pick(totals, still.length ? still : out.at(-1)), facts)) : PLAYING;
};

// Return {ended, winners, again}; `again` if it would have ended, but another round decides.
export const standingOf = ({ rounds, totals: all, facts, out = [] }) => {
  const { players, counted, stopped, loss, several } = facts;
  const counting = rounds.filter(({ voided }) => !voided);
  const totals = Object.fromEntries(players.map((name) => [name, all[name] ?? 0]));
  const [number, best] = [counted + counting.length, bestOf(totals, facts)];
  const won = best.length > 1 && facts.tie === "another_round" ? AGAIN : over(best);
  if (!number) return { ...PLAYING, ended: stopped };
  const still = players.filter((name) => !out.flat().includes(name));
  if (stopped) return over(still.length ? bestOf(pick(totals, still), facts) : best);
  if (loss !== null && Math.min(...Object.values(totals)) < -loss) return won;
  if (facts.rounds !== null) return number < facts.rounds ? PLAYING : won;
  if (facts.limit !== null) return byLimit(totals, out, facts);
  const past = pastTarget(totals, facts);
  if (!past.length) return PLAYING;
  if (several === "deal_again") return past.length === 1 ? over(past) : AGAIN;
  if (several === "one_ahead" && past.length > 1 && !dealtAgain(counting, all, facts)) return AGAIN;
  return won;
};
