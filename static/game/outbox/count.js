// What a board shows once the entries of the outbox are saved. No DOM.
//
// A board is {rounds, totals, names, facts}: rounds as {number, scores, closer, voided}, the oldest first; `scores` and `totals` are
// points by name, `names` are those of the columns, `out` the groups of those whom a limit has eliminated. `facts` are what the server says about the game (`facts` in web/board/counting.py).

import { eliminated, standingOf } from "./standing.js";

// What the server leaves out.
const USUAL = {
  ...{ dealing: "rotates", since: 0, counted: 0, stopped: false, chips: false, target: null, past: false },
  ...{
    limit: null,
    firstOut: false,
    out: [],
    rounds: null,
    loss: null,
    wins: "highest",
    several: "best_wins",
    tie: "another_round",
  },
};

// Return the entries that continue this version of the board, up to the first that waits for the user or has no scores.
export const counting = (entries, version) => {
  const stop = entries.findIndex(
    ({ refused, what, scores }) => refused || (what !== "void" && what !== "undo" && !scores),
  );
  return (stop < 0 ? entries : entries.slice(0, stop)).filter((entry) => entry.version >= version);
};

const countedOf = (round) => (!round || round.voided ? {} : round.scores);

// Return by how much each total changes; for a new round also those that do not change.
const gainsOf = (before, after) => {
  const [old, now] = [before, after].map(countedOf);
  const names = Object.keys({ ...old, ...now });
  const gains = names.map((name) => [name, (now[name] ?? 0) - (old[name] ?? 0)]);
  return Object.fromEntries(before ? gains.filter(([, points]) => points) : gains);
};

// Return the round as an entry leaves it, null if it takes the round away.
const roundAfter = ({ what, number, meant, scores, closer, before }, round) => {
  if (what === "void") return { ...round, voided: true };
  if (what === "undo") return before ? { ...before, number } : null;
  return { number: number ?? meant, scores, closer, voided: false };
};

const winnerOf = ({ closer, scores }, dealing) => {
  const best = Math.max(...Object.values(scores));
  const most = Object.keys(scores).filter((name) => scores[name] === best);
  return { winner: closer, most_points: most.length === 1 ? most[0] : null }[dealing] ?? null;
};

// Return who deals next; the counterpart of `next_dealer` in rules/scoring/ending.py.
const dealerOf = ({ rounds, facts: { dealing, first, since, players } }) => {
  if (dealing === "nobody") return null;
  let dealer = first;
  for (const round of rounds) {
    if (round.voided || round.number <= since) continue;
    const winner = winnerOf(round, dealing);
    const behind = players.indexOf(dealer) + 1;
    const order = [...players.slice(behind), ...players.slice(0, behind)];
    dealer = players.includes(winner) ? winner : (order.find((name) => !round.out?.includes(name)) ?? order[0]);
  }
  return dealer;
};

// Return the board after an entry, as a step; null if it changes a round that this board does not show.
const saved = (board, entry) => {
  if (entry.what && board.facts.limit !== null) return null; // who was out may change: only the server knows
  if (entry.what === "undo" && !entry.number)
    return { board: { ...board, facts: { ...board.facts, stopped: false } }, gains: {}, round: null, entry };
  const before = entry.what ? board.rounds.find(({ number }) => number === entry.number) : null;
  if (entry.what && !before) return null;
  const after = roundAfter(entry, before);
  const gains = gainsOf(before, after);
  const totals = { ...board.totals };
  for (const name of Object.keys(gains)) totals[name] = (totals[name] ?? 0) + gains[name];
  const changed = before ? board.rounds.map((round) => (round === before ? after : round)) : [...board.rounds, after];
  const out = eliminated(board.out, totals, board.facts);
  if (out.length && after) after.out = out.flat();
  return { board: { ...board, rounds: changed.filter(Boolean), totals, out }, gains, round: after, entry };
};

// Return what the entries make of a board: `board`, with its `dealer` and `standing`, and for each entry
// `{entry, round, gains}`, up to the first that changes a round which the board does not show.
export const played = (board, entries) => {
  const steps = [];
  const { players = board.names } = board.facts;
  const facts = { ...USUAL, players, first: players[0], ...board.facts };
  let present = { ...board, facts, out: facts.out };
  for (const entry of entries) {
    const step = saved(present, entry);
    if (!step) break;
    present = step.board;
    steps.push(step);
  }
  return { board: { ...present, dealer: dealerOf(present), standing: standingOf(present) }, steps };
};
