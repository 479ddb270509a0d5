// Games with a limit: who is out after each round, and with which total a player comes back in. The counterpart of
// rules/scoring/elimination.py. No DOM.
//
// Their own data is `facts.race` (`_race` in web/board/offline_facts.py): the state after round `since`, who came `back` in
// before which of the later rounds, and how players `rejoin`.

// Return the groups of players who are out after a round.
const eliminated = (groups, totals, { limit, past, players }) => {
  const reached = players.filter((name) => totals[name] >= limit + Number(past));
  const stay = groups.map((group) => group.filter((name) => reached.includes(name)));
  const latest = reached.filter((name) => !stay.flat().includes(name));
  latest.sort((one, other) => totals[other] - totals[one]);
  return [...stay, latest].filter((group) => group.length);
};

const stillIn = ({ out, facts }) => facts.players.filter((name) => !out.flat().includes(name));

// Return the total with which players come back in, null if nobody does.
export const rejoinAt = ({ totals, out, facts }) => {
  const { rejoin } = facts.race ?? {};
  const still = stillIn({ out, facts }).map((name) => totals[name]);
  return rejoin && still.length ? Math.max(...still) + Number(rejoin.plusOne) : null;
};

// Return who may come back in before the next round of a board.
export const mayRejoin = (board) => {
  const { out, cameBack, facts } = board;
  const total = rejoinAt(board);
  if (total === null || total >= facts.limit + Number(facts.past)) return [];
  const { needs, times } = facts.race.rejoin;
  if (stillIn(board).length < needs) return [];
  return out.flat().filter((name) => times === null || (cameBack[name] ?? 0) < times);
};

const comeBack = (board, names) => {
  const [total, back] = [rejoinAt(board), names.filter((name) => board.out.flat().includes(name))];
  if (total === null) return board;
  const [totals, cameBack] = [{ ...board.totals }, { ...board.cameBack }];
  for (const name of back) [totals[name], cameBack[name]] = [total, (cameBack[name] ?? 0) + 1];
  const out = board.out.map((group) => group.filter((name) => !back.includes(name))).filter((group) => group.length);
  return { ...board, totals, cameBack, out };
};

const played = (board, { number, scores, back = board.facts.race.back?.[number] ?? [] }) => {
  const begun = comeBack(board, back);
  const totals = { ...begun.totals };
  for (const name of Object.keys(scores)) totals[name] = (totals[name] ?? 0) + scores[name];
  return { ...begun, totals, out: eliminated(begun.out, totals, board.facts) };
};

// Return the board with its rounds played again: its totals and who is out, also after each round.
export const raced = (board) => {
  const { begun, since = 0, out = [], cameBack = {} } = board.facts.race;
  let state = { ...board, totals: begun, out, cameBack };
  const rounds = board.rounds.map((round) => {
    if (round.voided || round.number <= since) return round;
    state = played(state, round);
    return { ...round, out: state.out.flat(), totals: state.totals };
  });
  return { ...state, rounds };
};
