// Whether a game is over and who has won: the counterpart of `standing` in rules/scoring/ending.py. No DOM.

const pastTarget = (totals, { target, past }) =>
  target === null ? [] : Object.keys(totals).filter((name) => totals[name] >= target + Number(past));

// Return the key by which players are compared, see `compare`: by their total, and their rating points if those decide.
const meritOf = (total, { wins, target, ratingAlone }, rating = 0) => {
  if (wins === "rating" || wins === "most_rounds") return [rating, ratingAlone ? 0 : total];
  return [wins === "lowest" ? -total : wins === "highest" || target === null ? total : -Math.abs(total - target)];
};

// Return a round with the rating 1 for its winner, who alone is above 0; the counterpart of `won_by` in
// rules/scoring/rating.py.
export const withWinner = (round) => {
  if (!round) return round;
  const above = Object.keys(round.scores).filter((name) => round.scores[name] > 0);
  const rated = Object.keys(round.scores).map((name) => [name, Number(above.length === 1 && name === above[0])]);
  return { ...round, rating: Object.fromEntries(rated) };
};

// Return the key by which players are placed, for `compare`: those who are out come last, in the reverse order of their
// elimination.
export const placeOf = (name, total, facts, out, rating) => {
  const group = out.findIndex((names) => names.includes(name));
  return [group < 0 ? 0 : group - out.length, ...meritOf(total, facts, rating?.[name])];
};

// Return a negative number, 0 or a positive one, as `one` stands behind, beside or before `other`.
export const compare = (one, other) => {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at < 0 ? 0 : one[at] < other[at] ? -1 : 1;
};

const bestOf = (totals, ending, rating) => {
  const reached = ending.wins === "closest_reached" ? pastTarget(totals, ending) : [];
  const names = reached.length ? reached : Object.keys(totals);
  const merit = (name) => meritOf(totals[name], ending, rating?.[name]);
  return names.filter((name) => names.every((other) => compare(merit(name), merit(other)) >= 0));
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

const pick = (totals, names) => Object.fromEntries(names.map((name) => [name, totals[name]]));

// Return the standing of a game in which a limit eliminates players; `out` are their groups.
const byLimit = (totals, out, facts) => {
  const still = Object.keys(totals).filter((name) => !out.flat().includes(name));
  const decided = still.length < 2 || (facts.firstOut && out.length);
  return decided ? over(bestOf(pick(totals, still.length ? still : out.at(-1)), facts)) : PLAYING;
};

// Return the totals with the bonuses of the end of the game: the counterpart of `grand_totals` in rules/scoring/ending.py.
const grandTotals = (totals, rounds, facts) => {
  const { game, box, shutout } = facts.grand;
  const names = Object.keys(totals);
  const won = (name) => rounds.filter(({ scores }) => scores[name] > 0).length;
  const past = pick(totals, pastTarget(totals, facts));
  const reached = Object.keys(past).length ? bestOf(past, facts) : [];
  const grand = (name) => {
    const winner = reached.includes(name);
    const alone = winner && names.every((other) => other === name || !won(other));
    const doubled = alone && shutout === "double_points" ? totals[name] : 0;
    const bonus = winner ? game * (alone && shutout === "double_game_bonus" ? 2 : 1) : 0;
    return totals[name] + doubled + bonus + box * won(name);
  };
  return Object.fromEntries(names.map((name) => [name, grand(name)]));
};

// Return {ended, winners, again}; `again` if it would have ended, but another round decides.
export const standingOf = (board) => {
  const { rounds, totals: all, facts } = board;
  const found = byTotals(board);
  if (!found.ended || !facts.grand || !found.winners.length) return found;
  const totals = Object.fromEntries(facts.players.map((name) => [name, all[name] ?? 0]));
  return over(
    bestOf(
      grandTotals(
        totals,
        rounds.filter(({ voided }) => !voided),
        facts,
      ),
      facts,
    ),
  );
};

const byTotals = ({ rounds, totals: all, rating, facts, out = [] }) => {
  const { players, counted, stopped, loss, several } = facts;
  const counting = rounds.filter(({ voided }) => !voided);
  const totals = Object.fromEntries(players.map((name) => [name, all[name] ?? 0]));
  const [number, best] = [counted + counting.length, bestOf(totals, facts, rating)];
  const won = best.length > 1 && facts.tie === "another_round" ? AGAIN : over(best);
  if (!number) return { ...PLAYING, ended: stopped };
  const still = players.filter((name) => !out.flat().includes(name));
  if (stopped) return over(still.length ? bestOf(pick(totals, still), facts, rating) : best);
  if (loss !== null && Math.min(...Object.values(totals)) < -loss) return won;
  if (facts.rounds !== null) return number < facts.rounds ? PLAYING : won;
  if (facts.limit !== null) return byLimit(totals, out, facts);
  const past = pastTarget(totals, facts);
  if (!past.length) return PLAYING;
  if (several === "deal_again") return past.length === 1 ? over(past) : AGAIN;
  if (several === "one_ahead" && past.length > 1 && !dealtAgain(counting, all, facts)) return AGAIN;
  return won;
};
