// What a board shows once the entries of the outbox are saved. No DOM.
//
// A board is {rounds, totals, rating, names, out, facts}: `rounds` are {number, scores, rating, closer, voided}, the oldest
// first; `scores` and `totals` are points by name; `rating` has rating points, null in a game without them; `names` are those
// of the columns, `out` the groups of players whom a limit has eliminated. `facts` come from the server (`facts` in
// web/board/offline_facts.py).

import { raced } from "./race.js";
import { standingOf, withWinner } from "./standing.js";

// Return the points of the rounds that count, by name, or their rating points, on top of what everybody had `before`.
const summed = (rounds, names, before, kind) => {
  const counted = rounds.filter(({ voided }) => !voided);
  const sum = (name) => counted.reduce((total, round) => total + (round[kind]?.[name] ?? 0), before[name] ?? 0);
  return Object.fromEntries(names.map((name) => [name, sum(name)]));
};

// Return {totals, rating} of a board that hides its totals, which the page does not show.
export const hiddenTotals = (rounds, names, facts) => {
  const { begun = {}, rated, wins, race } = facts;
  if (race) return { totals: raced({ rounds, facts: { ...USUAL, players: names, ...facts } }).totals, rating: null };
  const rating = wins === "most_rounds" ? rounds.map(withWinner) : rounds;
  return {
    totals: summed(rounds, names, begun, "scores"),
    rating: rated ? summed(rating, names, rated, "rating") : null,
  };
};

// What the server leaves out.
const USUAL = {
  ...{
    dealing: "rotates",
    since: 0,
    counted: 0,
    hidden: false,
    stopped: false,
    chips: false,
    target: null,
    past: false,
  },
  ...{
    limit: null,
    race: null,
    firstOut: false,
    rounds: null,
    loss: null,
    wins: "highest",
    several: "best_wins",
    tie: "another_round",
    ratingAlone: false,
    grand: null,
  },
};

// Return the entries that continue this version of the board, up to the first that waits for the user or has no scores.
export const counting = (entries, version) => {
  const stop = entries.findIndex(
    ({ refused, what, scores }) => refused || (what !== "void" && what !== "undo" && !scores),
  );
  return (stop < 0 ? entries : entries.slice(0, stop)).filter((entry) => entry.version >= version);
};

// Return by how much each total changes, or the rating points; for a new round also those that do not change.
const gainsOf = (before, after, kind = "scores") => {
  const [old, now] = [before, after].map((round) => (!round || round.voided ? {} : round[kind]));
  const names = Object.keys({ ...old, ...now });
  const gains = names.map((name) => [name, (now[name] ?? 0) - (old[name] ?? 0)]);
  return Object.fromEntries(before ? gains.filter(([, points]) => points) : gains);
};

const added = (before, gains) => {
  const after = { ...before };
  for (const name of Object.keys(gains)) after[name] = (after[name] ?? 0) + gains[name];
  return after;
};

// Return the round as an entry leaves it, null if it takes the round away.
const roundAfter = ({ what, number, meant, scores, rating, closer, back, before }, round) => {
  if (what === "void") return { ...round, voided: true };
  if (what === "undo") return before ? { ...before, number } : null;
  return { number: number ?? meant, scores, ...(rating && { rating }), ...(back && { back }), closer, voided: false };
};

const winnerOf = ({ closer, scores }, dealing) => {
  const alone = (wanted) => {
    const found = Object.keys(scores).filter((name) => scores[name] === wanted(...Object.values(scores)));
    return found.length === 1 ? found[0] : null;
  };
  const found = { winner: closer, most_points: alone(Math.max), fewest_points: alone(Math.min) };
  return found[dealing] ?? null;
};

// Return who deals next; the counterpart of `next_dealer` in rules/scoring/ending.py.
const dealerOf = ({ rounds, facts: { dealing, voidKeeps, first, since, seats } }) => {
  const players = seats.map(([name]) => name);
  const shown = new Map(seats);
  if (dealing === "nobody") return null;
  let dealer = first;
  for (const round of rounds) {
    if (round.voided || round.number <= since) continue;
    if (voidKeeps && !Object.values(round.scores).some(Boolean) && players.includes(dealer)) continue;
    const winner = winnerOf(round, dealing);
    const behind = players.indexOf(dealer) + 1;
    const order = [...players.slice(behind), ...players.slice(0, behind)];
    dealer = players.includes(winner)
      ? winner
      : (order.find((name) => !round.out?.includes(shown.get(name))) ?? order[0]);
  }
  return dealer;
};

// Return the board after an entry, as a step; null if it changes a round that this board does not show.
const saved = (board, entry) => {
  if (entry.what === "undo" && !entry.number)
    return { board: { ...board, facts: { ...board.facts, stopped: false } }, gains: {}, round: null, entry };
  const before = entry.what ? board.rounds.find(({ number }) => number === entry.number) : null;
  if (entry.what && !before) return null;
  // Who was out in a round with other players, or another limit, may change: only the server knows.
  const { race } = board.facts;
  if (board.facts.limit !== null && !(race && (before?.number ?? entry.meant) > (race.since ?? 0))) return null;
  const after = roundAfter(entry, before);
  const byRounds = board.facts.wins === "most_rounds";
  if (board.rating && !byRounds && after && !after.rating) return null; // typed before the page knew of rating points
  // Partners whose totals differ have a column each, and one row in the form: only the server adds them up.
  if (Object.keys(after?.scores ?? {}).some((name) => !(name in board.totals))) return null;
  const gains = gainsOf(before, after);
  const totals = added(board.totals, gains);
  const [one, other] = byRounds ? [withWinner(before), withWinner(after)] : [before, after];
  const rating = board.rating && added(board.rating, gainsOf(one, other, "rating"));
  const changed = before ? board.rounds.map((round) => (round === before ? after : round)) : [...board.rounds, after];
  const next = { ...board, rounds: changed.filter(Boolean), totals, rating };
  return { board: board.facts.race ? raced(next) : next, gains, round: after, entry };
};

// Return what the entries make of a board: `board`, with its `dealer` and `standing`, and for each entry
// `{entry, round, gains}`, up to the first that changes a round which the board does not show.
export const played = (board, entries) => {
  const steps = [];
  const { players = board.names, seats = players.map((name) => [name, name]) } = board.facts;
  const facts = { ...USUAL, players, seats, first: seats[0][0], ...board.facts };
  let present = { ...board, facts, out: [] };
  if (facts.race) present = raced(present);
  for (const entry of entries) {
    const step = saved(present, entry);
    if (!step) break;
    present = step.board;
    steps.push(step);
  }
  return { board: { ...present, dealer: dealerOf(present), standing: standingOf(present) }, steps };
};
