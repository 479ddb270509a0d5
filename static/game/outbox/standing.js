// Whether a game is over and who has won: the counterpart of `standing` in rules/scoring/ending.py. No DOM.

const pastTarget = (totals, { target, past }) =>
  target === null ? [] : Object.keys(totals).filter((name) => totals[name] >= target + Number(past));

// Return the key by which totals are compared: the greatest is the best.
export const meritOf = (total, { wins, target }) =>
  wins === "highest" || target === null ? total : -Math.abs(total - target);

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

// Return {ended, winners, again}; `again` if it would have ended, but another round decides.
export const standingOf = ({ rounds, totals: all, facts }) => {
  const { players, counted, stopped, loss, several } = facts;
  const counting = rounds.filter(({ voided }) => !voided);
  const totals = Object.fromEntries(players.map((name) => [name, all[name] ?? 0]));
  const [number, best] = [counted + counting.length, bestOf(totals, facts)];
  const won = best.length > 1 && facts.tie === "another_round" ? AGAIN : over(best);
  if (!number) return { ...PLAYING, ended: stopped };
  if (stopped) return over(best);
  if (loss !== null && Math.min(...Object.values(totals)) < -loss) return won;
  if (facts.rounds !== null) return number < facts.rounds ? PLAYING : won;
  const past = pastTarget(totals, facts);
  if (!past.length) return PLAYING;
  if (several === "deal_again") return past.length === 1 ? over(past) : AGAIN;
  if (several === "one_ahead" && past.length > 1 && !dealtAgain(counting, all, facts)) return AGAIN;
  return won;
};
