// The geometry of the chart of totals: the counterpart of sheets/curves.py and web/board/chart.py. No DOM.

import { compare, placeOf, withWinner } from "./standing.js";

const LINES = 4; // more players have a panel each
const GAP = 16;
const STRETCH = 3; // the multiple of the totals' range up to which the target is shown
const STRETCH_OF_PANELS = 1.5;

// Round half to even, as Python does.
const rounded = (number) => Math.round(number) - Number(Math.abs(number % 1) === 0.5 && Math.round(number) % 2 !== 0);
const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

// Return the smallest of 1, 2, 5, 10, 20, 50 and so on that fits.
const step = (fits) => {
  for (let power = 1; ; power *= 10) for (const digit of [1, 2, 5]) if (fits(digit * power)) return digit * power;
};

// Return what decides who is ahead, by name, and from it what a round brings: the totals, or rating points, or rounds won.
const decidingOf = (totals, rating, { wins }) => {
  if (wins === "most_rounds") return [rating, (round) => withWinner(round).rating];
  return wins === "rating" ? [rating, ({ rating: rated }) => rated] : [totals, ({ scores }) => scores];
};

// Return the course of everybody who took part, the best first; `names` are in the order of the columns.
const curvesOf = ({ rounds, totals, rating, facts, out = [] }, names) => {
  const [drawn, pointsOf] = decidingOf(totals, rating, facts);
  const part = names.filter((name) => rounds.some(({ scores }) => name in scores));
  const curves = part.map((name, seat) => {
    const start = rounds.findIndex(({ scores }) => name in scores);
    const points = rounds.slice(start).map((round) => pointsOf(round)[name] ?? 0);
    const after = facts.race && rounds.slice(start).map((round) => round.totals[name]); // coming back in changes them
    if (after) return { name, style: seat % LINES, start, totals: [after[0] - points[0], ...after] };
    const sums = [drawn[name] - sum(points)];
    for (const each of points) sums.push(sums.at(-1) + each);
    return { name, style: seat % LINES, start, totals: sums };
  });
  const rank = (name) => (facts.players.includes(name) ? placeOf(name, totals[name], facts, out, rating) : [-Infinity]);
  return curves.sort((one, other) => compare(rank(other.name), rank(one.name)));
};

const targetOf = ({ target: points, limit, rounds, wins }, all, panels) => {
  if (wins === "rating" || wins === "most_rounds") return null;
  const target = limit ?? points;
  const range = Math.max(0, ...all) - Math.min(0, ...all);
  const most = (panels ? STRETCH_OF_PANELS : STRETCH) * Math.max(range, 1);
  return rounds === null && target !== null && target <= most ? target : null;
};

// Return the heights of labels near the wanted ones, at least GAP apart; the least-squares solution (pool adjacent violators).
const spread = (wanted, low, high) => {
  const order = [...wanted.keys()].sort((one, other) => wanted[one] - wanted[other]);
  const pools = [];
  for (const [rank, index] of order.entries()) {
    let [mean, size] = [wanted[index] - rank * GAP, 1];
    while (pools.length && pools.at(-1)[0] > mean) {
      const [other, more] = pools.pop();
      [mean, size] = [(mean * size + other * more) / (size + more), size + more];
    }
    pools.push([mean, size]);
  }
  const top = Math.max(low, high - (wanted.length - 1) * GAP);
  const flat = pools.flatMap(([mean, size]) => Array(size).fill(Math.min(Math.max(mean, low), top)));
  const heights = [];
  for (const [rank, index] of order.entries()) heights[index] = rounded(flat[rank]) + rank * GAP;
  return heights;
};

const pathOf = (points) => {
  const steps = points.slice(1).map(([x, y], at) => {
    const down = y - points[at][1];
    return `${x - points[at][0]}${down < 0 ? "" : " "}${down} `;
  });
  return `M${points[0].join(" ")}l${steps.join("")}`.replace(/[ l]+$/, "");
};

// Return the line from the end of a player's line to its label.
const leaderOf = ([x, y], right, label) => {
  const bend = x === right || label === y ? "" : `H${right}`;
  return `M${x} ${y}${bend}${label === y ? `H${right + 10}` : `L${right + 10} ${label}`}`;
};

// Return the chart of a board: `lines`, and the labels beside and below them; null if no round counts, or if a limit or the
// players have changed since the first: only the server has the totals of that time.
export const plotOf = (board, names) => {
  const rounds = board.rounds.filter(({ voided }) => !voided);
  if (!rounds.length || (board.facts.race && !rounds.every(({ totals }) => totals))) return null;
  const curves = curvesOf({ ...board, rounds }, names);
  const panels = curves.length > LINES;
  const all = curves.flatMap(({ totals }) => totals);
  const aim = targetOf(board.facts, all, panels);
  const low = Math.min(0, ...all);
  const high = Math.max(0, aim ?? 0, low + 1, ...all);
  const margin = 8 * Math.max(String(low).length, String(high).length) + 4;
  const [left, top, width, height] = panels ? [margin, 6, 144 - margin, 48] : [42, 14, 184, 132];
  const x = (index) => left + rounded((width * index) / rounds.length);
  const y = (total) => top + rounded((height * (high - total)) / (high - low));
  const right = left + width;
  const paths = curves.map(({ start, totals }) => totals.map((total, at) => [x(start + at), y(total)]));
  const ends = paths.map((path) => path.at(-1));
  const labels = spread(
    ends.map((end) => end[1]),
    GAP / 2,
    top + height,
  );
  const lines = curves.map(({ name, style, totals }, at) => ({
    ...{ name, style, total: totals.at(-1), path: pathOf(paths[at]), end: ends[at], label: [right + 10, labels[at]] },
    leader: leaderOf(ends[at], right, labels[at]),
  }));
  const gap = panels ? GAP : 3 * GAP;
  const each = step((by) => Math.floor(high / by) - Math.ceil(low / by) < 1 + Math.floor(height / gap));
  const ticks = [];
  for (let tick = Math.ceil(low / each) * each; tick <= high; tick += each) ticks.push([y(tick), tick]);
  const totals = aim === null ? [] : [[y(aim), aim]];
  totals.push(...ticks.filter(([at]) => aim === null || Math.abs(at - y(aim)) >= gap));
  const every = step((by) => by * width >= 2 * GAP * rounds.length);
  const marked = rounds.map(({ number }, at) => [x(at + 1), number]).filter(([, number]) => number % every === 0);
  const below = [...marked.filter(([at]) => right - at >= 2 * GAP), [right, rounds.at(-1).number]];
  const target = aim === null ? null : y(aim);
  const goal = board.facts.limit === null ? "target" : "limit";
  return { lines, panels, totals, rounds: panels ? [] : below, target, goal, zero: y(0), left, width };
};
