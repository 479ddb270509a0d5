// What a board shows once the entries of the outbox are saved. No DOM.
//
// A board is {rounds, totals, seats, dealer, dealing}: rounds as {number, scores, closer, voided}, the oldest first; `scores`
// and `totals` are points by name; `dealing` is "winner" or "most_points" if the last round decides who deals.

// Return the entries that continue this version of the board, up to the first that waits for the user or has no scores.
export const counting = (entries, version) => {
  const stop = entries.findIndex((entry) => entry.refused || (entry.what !== "void" && !entry.scores));
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

const roundAfter = ({ what, number, meant, scores, closer }, before) =>
  what === "void" ? before && { ...before, voided: true } : { number: number ?? meant, scores, closer, voided: false };

const winnerOf = ({ closer, scores }, dealing) => {
  const best = Math.max(...Object.values(scores));
  const most = Object.keys(scores).filter((name) => scores[name] === best);
  return { winner: closer, most_points: most.length === 1 ? most[0] : null }[dealing] ?? null;
};

// Return the last winner who dealt, null if none did, and how often the deal has gone round since.
const lastDealing = (rounds, { dealing, seats }) => {
  const winners = rounds.filter(({ voided }) => !voided).map((round) => winnerOf(round, dealing));
  const since = [...winners].reverse().findIndex((winner) => seats.includes(winner));
  return since < 0 ? { winner: null, since: winners.length } : { winner: winners.at(-1 - since), since };
};

// Return who deals after a change of the rounds; the counterpart of `next_dealer` in rules/scoring/ending.py.
const dealerAfter = (board, rounds) => {
  const { dealer, seats } = board;
  if (!dealer) return dealer;
  const [old, now] = [board.rounds, rounds].map((each) => lastDealing(each, board));
  if (old.winner && !now.winner) return dealer; // who dealt at first is not known here
  const from = seats.indexOf(now.winner ?? dealer) + now.since - (now.winner ? 0 : old.since);
  return seats[(from + seats.length) % seats.length];
};

const saved = (board, entry) => {
  const before = entry.what ? board.rounds.find(({ number }) => number === entry.number) : null;
  const after = entry.what && !before ? null : roundAfter(entry, before);
  if (!after) return null; // a round that this board does not show
  const gains = gainsOf(before, after);
  const totals = { ...board.totals };
  for (const name of Object.keys(gains)) totals[name] = (totals[name] ?? 0) + gains[name];
  const rounds = before ? board.rounds.map((round) => (round === before ? after : round)) : [...board.rounds, after];
  const next = { ...board, seats: entry.what ? board.seats : Object.keys(entry.scores) };
  return { board: { ...next, rounds, totals, dealer: dealerAfter(next, rounds) }, gains, round: after, entry };
};

// Return what the entries make of a board: `board`, and for each entry `{entry, round, gains}`, up to the first that changes
// a round which the board does not show.
export const played = (board, entries) => {
  const steps = [];
  let present = board;
  for (const entry of entries) {
    const step = saved(present, entry);
    if (!step) break;
    present = step.board;
    steps.push(step);
  }
  return { board: present, steps };
};
