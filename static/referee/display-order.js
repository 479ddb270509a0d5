// The order in which the cards of a meld are shown: a port of scorekeeper/rules/melds/display_order.py. tests/scripts
// compares the two. A place is `{ card, role }`; without a card it is a gap.

import { JOKER, judgeMeld, mixesSuits, rank, saidOf, suit } from "./judge.js";

const RANKS = 13;
const bySuit = ({ as }) => suit(as);
const spot = ({ as }) => rank(as);
const sorted = (list, ...keys) =>
  [...list].sort((one, other) => keys.reduce((found, key) => found || key(one) - key(other), 0));
const placeOf = ({ card, as, known }) => ({ card, role: known && as !== card ? as : null });

const lyingOf = (rules, cards, jokerAs) => {
  const { wild, ways } = judgeMeld(rules, cards, jokerAs);
  const best = Math.max(...ways.map(({ points }) => points));
  const named = saidOf(wild, jokerAs).map((card) => (card === JOKER ? null : card));
  const said = ways.findLast(({ points }) => points === best)?.roles ?? named;
  const left = [...wild.keys()];
  return cards.map((card) => {
    const place = left.find((at) => wild[at] === card);
    if (place === undefined) return { card, as: card, known: true };
    left.splice(left.indexOf(place), 1);
    const as = said[place] ?? (card === JOKER ? null : card);
    return { card, as, known: new Set(ways.map((way) => way.roles[place])).size < 2 };
  });
};

// Return the rank after the widest gap; of equals the ace, or the two where the ace is high.
const startOf = (ranks, preferred) => {
  const ordered = [...ranks].sort((one, other) => one - other);
  const width = (each) => (each - ordered.at(ordered.indexOf(each) - 1) - 1 + RANKS) % RANKS;
  const behind = (each) => (each - preferred + RANKS) % RANKS;
  return sorted(ordered, (each) => -width(each), behind)[0];
};

const rowOf = (rules, placed, free, gaps) => {
  const ranks = new Set(placed.map(spot));
  const start = startOf(ranks, rules.ace === "high" ? 2 : 1);
  const row = sorted(placed, (each) => (spot(each) - start + RANKS) % RANKS, bySuit);
  if (ranks.size === RANKS && spot(row[0]) === 1 && spot(row[1]) === 1) row.push(row.shift());
  const left = [...free];
  const shown = row.flatMap((each, at) => {
    const missing = at && gaps ? Math.max(0, ((spot(each) - spot(row[at - 1]) + RANKS) % RANKS) - 1) : 0;
    const filling = left.splice(0, missing);
    return [...filling.map(placeOf), ...(missing > filling.length ? [{}] : []), placeOf(each)];
  });
  return [...shown, ...left.map(placeOf)];
};

// Return the places of cards that are not laid: by suit and rank, jokers last.
export const handOrder = (cards) => [...cards].sort((one, other) => one - other).map((card) => ({ card, role: null }));

// Return the places of cards, a meld or not; `jokerAs` is what its jokers were named, in their order.
export const displayOrder = (rules, cards, jokerAs = []) => {
  const lying = lyingOf(rules, cards, jokerAs);
  const placed = lying.filter(({ as }) => as !== null);
  if (new Set(placed.map(spot)).size < 2) {
    const sure = placed.filter(({ known }) => known);
    return [...sorted(sure, bySuit), ...lying.filter((each) => !sure.includes(each))].map(placeOf);
  }
  const oneSuit = new Set(placed.map(bySuit)).size === 1;
  return rowOf(
    rules,
    placed,
    lying.filter(({ as }) => as === null),
    oneSuit || mixesSuits(rules),
  );
};
