// Client-side scoring, the counterpart of rules/scoring/scoring.py, with the game's parameters from `data-scoring`.
// It does not touch the DOM.

import { compared, isVoid } from "./showdown.js";
import { code, readSum, splitCards } from "./text.js";

const RANKS = "A23456789TJQK";
const FORMS = [["points"], ["plus", "minus"], ["melds", "laid_off", "low_aces", "hand"]];

// Return the value of cards in a text; NaN if one is invalid.
const worth = (text, values) =>
  splitCards(text).reduce((sum, card) => {
    const name = code(card);
    const isCard = name === "JK" || /^[A2-9TJQK][SHDC]$/.test(name);
    return sum + (isCard ? values[name === "JK" ? name : name[0]] : NaN);
  }, 0);

// Return whether a hand in a text may hold a meld: three of a rank, or a stretch of a suit with jokers for what is missing;
// where the suits of a run may differ (`mixed`), of any suits.
const mayHoldMeld = (text, mixed) => {
  const cards = splitCards(text).map(code);
  const naturals = cards.filter((card) => card !== "JK");
  const jokers = cards.length - naturals.length;
  const isRun = (ranks) =>
    [...RANKS].some((_rank, first) =>
      [...RANKS].slice(2).some((_more, at) => {
        const stretch = Array.from({ length: at + 3 }, (_none, step) => RANKS[(first + step) % 13]);
        const there = stretch.filter((rank) => ranks.has(rank)).length;
        return there && there + jokers >= stretch.length;
      }),
    );
  const isSet = (rank) => {
    const there = naturals.filter((card) => card[0] === rank).length;
    return there && there + jokers > 2;
  };
  const rows = [..."SHDC"].map((suit) => naturals.filter((card) => mixed || card[1] === suit));
  return rows.some((row) => isRun(new Set(row.map((card) => card[0])))) || [...RANKS].some(isSet);
};

// Return the value of a meld in a line where an ace below a two counts `lowAce`, any other one `highAce`: the ace of a run
// lies below the two if it cannot lie above a king, or if the run has all thirteen ranks. In a `ring`, a joker that the run does
// not need above is the king; with `cornerAceLow` the ace of a run there counts `lowAce` unless the run may end with it.
const worthOfMeld = (line, { values, lowAce, highAce, wholeSuitAceLow, ring, cornerAceLow }) => {
  const cards = splitCards(line).map(code);
  const naturals = cards.filter((card) => card !== "JK");
  const places = naturals.map((card) => RANKS.indexOf(card[0]) + 1);
  const others = places.filter((place) => place !== 1);
  const oneSuit = naturals.every((card) => card[1] === naturals[0][1]) && new Set(places).size === places.length;
  const spare = cards.length - Math.max(...others);
  const fitsLow = oneSuit && others.length && spare >= 0;
  const holdsAll = (first) => places.every((place) => (place - first + 13) % 13 < cards.length);
  const fitsRing = oneSuit && others.length && [...RANKS].some((_rank, at) => holdsAll(at + 1));
  const isLowThere = cornerAceLow ? fitsRing && Math.min(...others) + cards.length < 15 : fitsLow && (!ring || !spare);
  const isLow = cards.length < 13 ? isLowThere : fitsLow && wholeSuitAceLow;
  return worth(line, { ...values, A: isLow ? lowAce : highAce });
};

// Return the value of what a player has laid; null if it depends on a laid-off ace whose place only the server can find.
const worthOfLaid = (text, scoring) => {
  const { values, lowAce, highAce } = scoring;
  if (lowAce === undefined) return worth(text("melds"), values) + worth(text("laid_off"), values);
  const lines = text("melds").split("\n");
  const laid = lines.reduce((sum, line) => sum + worthOfMeld(line, scoring), 0);
  const [off, low] = [text("laid_off"), text("low_aces")];
  const total = laid + worth(off, { ...values, A: highAce }) + worth(low, values) * 0;
  const aces = splitCards(off).filter((card) => code(card)[0] === "A").length;
  if (Number.isNaN(total) || !aces) return total;
  return low ? total - splitCards(low).length * (highAce - lowAce) : null;
};

const number = (text) => (text ? readSum(text) : 0);

const counted = (form, text, scoring) => {
  if (form === "points") return { points: number(text("points")) };
  if (form === "plus") return { table: number(text("plus")), hand: number(text("minus")) };
  const { values, loneAce, fullHand, dealt } = scoring;
  const held = splitCards(text("hand")).map(code);
  const isLoneAce = loneAce !== undefined && held.length === 1 && held[0][0] === "A";
  const hand = worth(text("hand"), isLoneAce ? { ...values, A: loneAce } : values);
  if (fullHand !== undefined && held.length === dealt && !Number.isNaN(hand))
    return { table: worthOfLaid(text, scoring), hand: fullHand, flat: true };
  // The server finds the best melds.
  const whole = scoring.knock && !text("melds") && !text("laid_off");
  const open = scoring.meldsInHandFree && (whole || mayHoldMeld(text("hand"), scoring.runSuitsMixed));
  return {
    table: worthOfLaid(text, scoring),
    hand: open && !Number.isNaN(hand) ? null : hand,
  };
};

// Return what a player owes who has not opened: null if only the server can tell whether the cards could have.
const owed = (form, text, { unopened }) => {
  const opened = unopened && text("opened");
  if (!opened) return {};
  if (opened === "could") return { owes: unopened[1] };
  return { owes: form === "melds" ? null : unopened[0] };
};

// Return a player's entry, reading fields by `text(key)`: null if it is empty, "odd" if it cannot be scored yet. Its
// `hand` is null where only the server finds the melds in hand that cost nothing.
// `twice`: penalties of `cost` are given beside points, which include them.
export const entryOf = (text, scoring) => {
  const given = FORMS.filter((keys) => keys.some((key) => text(key)));
  const penalties = Object.entries(scoring.penalties).map(([key, points]) => [number(text(key)), points]);
  const cost = penalties.reduce((sum, [count, points]) => sum + count * points, 0);
  if (!given.length) return Object.keys(scoring.penalties).some((key) => text(key)) ? "odd" : null;
  if (given.length > 1 || Number.isNaN(cost)) return "odd";
  const entry = counted(given[0][0], text, scoring);
  if (Object.values(entry).some(Number.isNaN) || entry.table < 0 || entry.hand < 0) return "odd";
  if (!("points" in entry)) return { ...entry, penalties: cost, ...owed(given[0][0], text, scoring) };
  return { ...entry, twice: penalties.some(([count]) => count), cost };
};

const closed = (entry) => entry === null || entry === "odd" || entry.hand === null || entry.owes === null;

// Return the player who collects the others' cards, null if nobody does, "open" if it is undecided yet.
const collectorOf = ({ entries, scoring, who, lowest }) => {
  if (!scoring.closerCollects) return null;
  if (entries.has(who)) return who;
  if (scoring.noCloser !== "lowest_hand") return null;
  const all = [...entries.values()];
  if (all.some((entry) => entry && "points" in Object(entry))) return null;
  if (all.some(closed)) return "open";
  const fewest = Math.min(...all.map((entry) => entry.hand));
  const equal = [...entries.keys()].filter((player) => entries.get(player).hand === fewest);
  return equal.length === 1 ? equal[0] : (equal.find((player) => player === lowest) ?? "open");
};

// Return what an entry pays for the hand, minus the deduction from each hand, and for not having opened.
const paid = ({ hand, owes }, less, { unopenedOnTop }) => {
  const left = hand ? hand - less : 0;
  return owes === undefined ? left : owes + (unopenedOnTop ? left : 0);
};

const factorOf = ({ scoring, way }) => scoring.ways?.[way] ?? 1;

// Return what is taken off each hand where nobody went out, and the others pay only what they have more than the lowest.
const takenOff = ({ entries, scoring, who }) => {
  if (!scoring.lowestTakenOff || entries.has(who)) return 0;
  return Math.min(...[...entries.values()].map((entry) => entry?.hand ?? 0));
};

const collected = (round, collector) => {
  const { entries, scoring } = round;
  const others = [...entries].filter(([player]) => player !== collector).map(([, entry]) => entry);
  if (others.some(closed)) return null;
  const hidden = others.some((entry) => "points" in entry);
  if (hidden && !scoring.closerFollowsPoints && !(scoring.handsCost && entries.get(collector))) return null;
  const less = takenOff(round);
  const hands = others.reduce((sum, entry) => sum + paid(entry, less, scoring), 0);
  const given = others.reduce((sum, entry) => sum - (entry.points ?? 0), 0);
  return hands * factorOf(round) + given;
};

// Return each player's rating points, null if they are open; null in a game without them. The counterpart of
// rules/scoring/rating.py; `round` as for `scoresOf`.
export const ratingOf = ({ entries, scoring, who, way }) => {
  const { rating } = scoring;
  if (!rating) return null;
  const times = scoring.ways?.[way] ?? 1;
  const left = (entry) => {
    if (!("points" in entry)) return entry.hand * (rating.multiplied ? times : 1);
    return Math.floor(Math.max(0, -entry.points) / (rating.multiplied ? 1 : times));
  };
  const rate = (player, entry) => {
    if (player === who) return rating.ways[way] ?? rating.win;
    if (!who || closed(entry)) return null;
    return rating.bands.find(([most]) => left(entry) <= most)?.[1] ?? 0;
  };
  return new Map([...entries].map(([player, entry]) => [player, rate(player, entry)]));
};

export const excused = (player, round) => (player === round.who && round.scoring.closerMayBeLeftOut) || isVoid(round);

// Return each player's score, null if it is undecided yet. `round` has the entries by player, who went out, the
// chosen lowest player, the key of the special way in which the closer went out, and the scoring parameters.
export const scoresOf = (round) => {
  const { entries, scoring, who } = round;
  if (scoring.knock) return compared(round);
  const collector = collectorOf(round);
  const score = (player, entry) => {
    if (!who || entry === "odd" || collector === "open") return entry?.points ?? null;
    if (entry && "points" in entry) return entry.points;
    if (player === collector) return collected(round, player);
    if (entry === null) return excused(player, round) ? 0 : null;
    const nobody = !entries.has(who) && scoring.noCloser === "nobody";
    const free = nobody || !scoring.handsCost || (player === who && scoring.closerIsFree);
    if ((!free && entry.hand === null) || (scoring.tableScores && entry.table === null)) return null;
    if (!free && entry.owes === null) return null;
    const hand = free ? 0 : paid(entry, takenOff(round), scoring) * (scoring.handsAdd ? 1 : -1);
    const bonus = player === who ? (scoring.bonus ?? 0) : 0;
    const times = entry.flat ? 1 : factorOf(round);
    return (scoring.tableScores ? entry.table : 0) + hand * times + entry.penalties + bonus;
  };
  return new Map([...entries].map(([player, entry]) => [player, score(player, entry)]));
};
