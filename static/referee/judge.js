// Judge melds and count hands without network, from the rules that the page holds (services/referee/offline_rules.py).
// The functions are those of scorekeeper/rules: referee/questions/meld.py, and judge, wild, faults and repair in melds/.
// tests/scripts compares the two in QuickJS. This module imports nothing.
// A precomputed table would not be smaller: the runs of one suit with up to four jokers are 8,000 to 33,000 entries, 0.5
// to 2.4 kB compressed in each page, and again for each other reading (up to seven) and each house rule. It would replace
// 67 lines, 0.7 kB of a script that is sent once; sets, values and named jokers would still need code.
// A card is a number: its place among spades, hearts, diamonds and clubs, each from ace to king; the joker is 52.

const RANKS = "A23456789TJQK";
const SUITS = "SHDC";
export const JOKER = 52;
const ALL = (1 << 13) - 1;
const ACE_PLACES = {
  low: ["A-2-3"],
  high: ["Q-K-A"],
  low_and_high: ["A-2-3", "Q-K-A"],
  ring: ["A-2-3", "Q-K-A", "K-A-2"],
};
const ROWS = { low: [1, 13], high: [2, 14], low_and_high: [1, 14], ring: [1, 25] };

export const rank = (card) => (card === JOKER ? 0 : (card % 13) + 1);
export const suit = (card) => (card === JOKER ? -1 : Math.floor(card / 13));
const range = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_none, at) => from + at);
const unique = (list) => [...new Set(list)];
const times = (cards, card) => cards.filter((each) => each === card).length;
const inOrder = (cards) => [...cards].sort((one, other) => one - other);
const aces = (cards) => cards.filter((card) => rank(card) === 1);
const same = (cards, quality) => cards.every((card) => quality(card) === quality(cards[0]));
const bitsOf = (cards) => cards.reduce((bits, card) => bits | (1 << (rank(card) - 1)), 0);
const isRed = (card) => Number(suit(card) === 1 || suit(card) === 2);
const count = (bits) => (bits ? (bits & 1) + count(bits >> 1) : 0);
const repeated = (cards) => unique(cards.filter((card) => times(cards, card) > 1));
const isWild = (rules) => (card) => card === JOKER || rules.wild_ranks.includes(rank(card));

// Return the card of a code such as `TS`; undefined if there is none.
export const cardOf = (code) => {
  if (code === "JK") return JOKER;
  const [at, of] = [RANKS.indexOf(code[0]), SUITS.indexOf(code[1])];
  return code.length === 2 && at >= 0 && of >= 0 ? of * 13 + at : undefined;
};
export const codeOf = (card) => (card === JOKER ? "JK" : RANKS[rank(card) - 1] + SUITS[suit(card)]);

const known = new Map();
const windows = (order, length) => {
  const key = order + length;
  if (known.has(key)) return known.get(key);
  const [first, last] = ROWS[order];
  const found = new Map();
  for (const start of range(first, Math.min(last - length + 1, 13) + 1)) {
    const ranks = range(start, start + length).map((place) => ((place - 1) % 13) + 1);
    const bits = ranks.reduce((sum, each) => sum | (1 << (each - 1)), 0);
    found.set(bits, { bits, ranks, aceLow: start === 1 });
  }
  known.set(key, [...found.values()]);
  return known.get(key);
};

// Return the combinations of `size` elements of a list, in its order; with `again` 1, with repetition.
const chosen = (list, size, again = 0) =>
  size
    ? list.flatMap((first, at) => chosen(list.slice(at + 1 - again), size - 1, again).map((rest) => [first, ...rest]))
    : [[]];

const withinLimit = (limit, naturals, jokers) => {
  if (!jokers) return true;
  if (!naturals) return false;
  if (limit === "fewer_than_naturals") return jokers < naturals;
  if (limit === "not_more_than_naturals") return jokers <= naturals;
  return limit === "none" || jokers <= 1;
};

const pointsLaid = (rules, laid, added = [], aceLow = false) => {
  const counted = rules.joker_as_card ? [...laid, ...added] : laid;
  const special = aceLow ? rules.opening_ace_low : rules.opening_ace_high;
  const worth = (card) => (rank(card) === 1 && special !== null ? special : rules.ranks[rank(card) - 1]);
  const points = counted.reduce((sum, card) => sum + worth(card), 0);
  return rules.joker_as_card ? points : points + rules.joker * added.length;
};

// Return what each card of a meld counts: [card, points], and what a joker that counts so stands for.
const addends = (rules, cards, { points, wild, roles = [] }) => {
  const [high, low] = [rules.opening_ace_high ?? rules.ranks[0], rules.opening_ace_low ?? rules.ranks[0]];
  const worth = (card) => (rank(card) === 1 ? high : rules.ranks[rank(card) - 1]);
  const parts = inOrder(cards.filter((card) => !isWild(rules)(card))).map((card) => [card, worth(card)]);
  for (const [place, role] of roles.entries()) {
    if (role === wild[place]) parts.push([role, worth(role)]);
    else parts.push(rules.joker_as_card ? [wild[place], worth(role), role] : [wild[place], rules.joker]);
  }
  const surplus = parts.reduce((sum, part) => sum + part[1], 0) - points;
  const lowAces = surplus ? surplus / (high - low) : 0;
  for (const part of parts.filter(([card, , role]) => rank(role ?? card) === 1).slice(0, lowAces)) part[1] = low;
  return parts;
};

const runSize = (rules, size) =>
  rules.runs && rules.run_shortest <= size && size <= Math.min(rules.run_longest ?? 13, 13);
const setSize = (rules, size) => rules.sets && rules.set_smallest <= size && size <= rules.set_largest;

// Return whether the ace of a run through a window is the one below the two: of all thirteen ranks both ends are possible,
// and around the corner it is at neither.
const hasLowAce = (rules, { ranks, aceLow }) => {
  if (ranks.length === 13) return aceLow || rules.whole_suit_ace_low;
  return aceLow || (rules.corner_ace_low && ranks.slice(1, -1).includes(1));
};

// Return whether no two jokers lie side by side in a row of places, each whether it is a joker's.
const lieApart = (places) => !places.some((joker, at) => joker && places[at + 1]);

// Return the orders in which a run may lie: one of all thirteen ranks begins wherever `order` lets it.
const runOrders = (order, { ranks }) => {
  if (ranks.length < 13) return [ranks];
  const [first, last] = ROWS[order];
  const starts = range(first, Math.min(last - 12, 13) + 1).map((place) => ranks.indexOf(((place - 1) % 13) + 1));
  return starts.map((at) => [...ranks.slice(at), ...ranks.slice(0, at)]);
};

// Return the same of the jokers for `missing` ranks in a run.
const runHasApart = (order, window, missing) =>
  runOrders(order, window).some((ranks) => lieApart(ranks.map((each) => missing.includes(each))));

export const mixesSuits = (rules) => rules.run_suits !== "one";
const alternates = (rules) => rules.run_suits === "alternating";
const mayBeRun = (rules, cards) => mixesSuits(rules) || same(cards, suit);

// Return whether a run of black and red in turn, through `ranks`, begins red (1, else 0); null if cards do not alternate.
const firstIsRed = (cards, ranks) => {
  const found = unique(cards.map((card) => (ranks.indexOf(rank(card)) + isRed(card)) % 2));
  return found.length === 1 ? found[0] : null;
};

// Return the missing cards of such a run: those named, the others in each of two suits of the colour that is due.
const inTurn = (rules, laid, orders, missing, named) => {
  const byRank = new Map(named.filter((card) => missing.includes(rank(card))).map((card) => [rank(card), card]));
  const found = orders.flatMap((ranks) => {
    const red = firstIsRed([...laid, ...byRank.values()], ranks);
    if (red === null || !(rules.side_by_side || lieApart(ranks.map((each) => missing.includes(each))))) return [];
    const due = (each, [black, other]) => ((ranks.indexOf(each) + red) % 2 ? other : black) * 13 + each - 1;
    const [major, minor] = [
      [0, 1],
      [3, 2],
    ];
    return [major, minor].map((pair) => missing.map((each) => byRank.get(each) ?? due(each, pair)));
  });
  return [...new Map(found.map((added) => [String(added), added])).values()];
};

// Return the cards of these ranks in a run of several suits: those that are named, the others all of any one suit.
const inAnySuits = (ranks, named) => {
  const byRank = new Map(named.map((card) => [rank(card), card]));
  const suits = ranks.every((each) => byRank.has(each)) ? [0] : range(0, 4);
  return suits.map((of) => ranks.map((each) => byRank.get(each) ?? of * 13 + each - 1));
};

// Return what jokers add to natural cards of one suit so that they go from ace to ace, 14 cards. One ace counts as the low
// one, one as the high one; a single one as the greater.
const aceToAce = (rules, laid, jokers) => {
  const both = aces(laid).length === 2 ? 1 : 0;
  const allowed =
    rules.runs && rules.ace_to_ace && rules.ace === "low_and_high" && laid.length + jokers === 14 && !alternates(rules);
  if (!allowed || !same(laid, suit) || count(bitsOf(laid)) !== laid.length - both) return [];
  if (both && !rules.ace_to_ace_natural) return [];
  const missing = range(2, 14).filter((each) => !((bitsOf(laid) >> (each - 1)) & 1));
  const inside = range(2, 14).map((each) => missing.includes(each));
  const ends = [
    [[true, true]],
    [
      [true, false],
      [false, true],
    ],
    [[false, false]],
  ][aces(laid).length];
  if (!rules.side_by_side && !ends.some(([low, high]) => lieApart([low, ...inside, high]))) return [];
  const ranks = [...Array(2 - aces(laid).length).fill(1), ...missing];
  const added = ranks.map((each) => suit(laid[0]) * 13 + each - 1);
  const [low, high] = [rules.opening_ace_low ?? rules.ranks[0], rules.opening_ace_high ?? rules.ranks[0]];
  const counted = aces(rules.joker_as_card ? [...laid, ...added] : laid).length;
  const other = counted === 2 ? low - high : counted ? Math.max(0, low - high) : 0;
  return [{ kind: "run", added, points: pointsLaid(rules, laid, added) + other }];
};

const runFills = (rules, laid, jokers, named) => {
  const size = laid.length + jokers;
  const bits = bitsOf(laid);
  if (size === 14) return aceToAce(rules, laid, jokers);
  if (!runSize(rules, size) || !mayBeRun(rules, laid) || count(bits) !== laid.length) return [];
  const order = jokers || bits & 1 ? rules.ace : "low";
  return windows(order, size)
    .filter((window) => !(bits & ~window.bits))
    .flatMap((window) => {
      const missing = window.ranks.filter((each) => !((bits >> (each - 1)) & 1));
      if (!rules.side_by_side && !runHasApart(order, window, missing)) return [];
      const ownSuit = missing.map((each) => suit(laid[0]) * 13 + each - 1);
      const choices = alternates(rules)
        ? inTurn(rules, laid, runOrders(order, window), missing, named)
        : same(laid, suit)
          ? [ownSuit]
          : inAnySuits(missing, named);
      const aceLow = hasLowAce(rules, window);
      return choices.map((added) => ({ kind: "run", added, points: pointsLaid(rules, laid, added, aceLow) }));
    });
};

const setFills = (rules, laid, jokers) => {
  if (!setSize(rules, laid.length + jokers) || !same(laid, rank)) return [];
  const suits = laid.map(suit);
  const differ = rules.set_suits_differ;
  if (differ && !rules.set_copies && unique(suits).length < laid.length) return [];
  const open = range(0, 4).filter((each) => !differ || !suits.includes(each));
  return chosen(open, jokers, differ ? 0 : 1).map((each) => {
    const added = each.map((of) => of * 13 + rank(laid[0]) - 1);
    return { kind: "set", added, points: pointsLaid(rules, laid, added) };
  });
};

const fills = (rules, laid, jokers, named) =>
  laid.length ? [...runFills(rules, laid, jokers, named), ...setFills(rules, laid, jokers)] : [];

// Return the sets of wild cards, by their places, that may count as naturals.
const splitsOf = (rules, naturals, wild, declaredAs) => {
  const ranked = range(0, wild.length).filter((place) => wild[place] !== JOKER);
  if (!ranked.length || !rules.wild_as_itself) return [[]];
  const named = ranked.filter((place) => declaredAs[place] === wild[place]);
  const taken = named.map((place) => wild[place]);
  const free = new Map();
  for (const place of [...ranked].reverse())
    if (declaredAs[place] === null && !taken.includes(wild[place])) free.set(wild[place], place);
  const fits = (card) => mixesSuits(rules) || naturals.every((each) => suit(each) === suit(card));
  const single = [...free].filter(([card]) => fits(card)).map(([, place]) => [...named, place]);
  return [...new Map([named, ...single, [...named, ...free.values()]].map((each) => [String(each), each])).values()];
};

const assigned = (rules, added, wild, declaredAs, own) => {
  const left = [...added];
  for (const [place, card] of declaredAs.entries()) {
    if (card === null || own.includes(place)) continue;
    const at = left.indexOf(card);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  const roles = wild.map((card, place) => (own.includes(place) ? card : (declaredAs[place] ?? left.shift())));
  const isOwn = roles.some((role, place) => role === wild[place] && !own.includes(place));
  return rules.wild_as_itself && isOwn ? null : roles;
};

const findWays = (rules, naturals, wild, declaredAs) => {
  const found = new Map();
  for (const own of splitsOf(rules, naturals, wild, declaredAs)) {
    const jokers = wild.length - own.length;
    const laid = [...naturals, ...own.map((place) => wild[place])];
    const named = declaredAs.filter((card, place) => card !== null && !own.includes(place));
    for (const { kind, added, points } of fills(rules, laid, jokers, named)) {
      const roles = assigned(rules, added, wild, declaredAs, own);
      if (roles) found.set(`${kind} ${roles} ${jokers}`, { kind, roles, points, jokers });
    }
  }
  return [...found.values()];
};

const naturalWay = (rules, cards) => {
  if (setSize(rules, cards.length) && same(cards, rank)) {
    if (rules.set_suits_differ && !rules.set_copies && unique(cards.map(suit)).length < cards.length) return null;
    return { kind: "set", points: pointsLaid(rules, cards) };
  }
  const [whole] = aceToAce(rules, cards, 0);
  if (whole) return { kind: "run", points: whole.points };
  if (!runSize(rules, cards.length) || !mayBeRun(rules, cards)) return null;
  const window = windows(rules.ace, cards.length).find((each) => each.bits === bitsOf(cards));
  const turned = window && alternates(rules) ? runOrders(rules.ace, window) : [];
  if (turned.length && turned.every((ranks) => firstIsRed(cards, ranks) === null)) return null;
  return window ? { kind: "run", points: pointsLaid(rules, cards, [], hasLowAce(rules, window)) } : null;
};

const reason = (code, cards = [], values = {}) => ({ code, cards, values });

const leastOf = (rules) => {
  if (rules.runs !== rules.sets) return rules.runs ? rules.run_shortest : rules.set_smallest;
  return Math.min(rules.run_shortest, rules.set_smallest);
};

const meant = (rules, cards, free) => {
  if (cards.length < 2) {
    if (!cards.length || cards.length + free < leastOf(rules)) return null;
    return rules.runs ? "run" : "set";
  }
  return same(cards, rank) ? "set" : same(cards, suit) ? "run" : null;
};

const oddOnes = (cards, quality) => {
  const often = (value) => cards.filter((card) => quality(card) === value).length;
  const [common, second] = unique(cards.map(quality)).sort((one, other) => often(other) - often(one));
  return often(common) > often(second) ? cards.filter((card) => quality(card) !== common) : cards;
};

const faultsOfNeither = (rules, cards, free) => {
  const least = leastOf(rules);
  const faults =
    cards.length + free < least ? [reason("too_few_cards", cards, { least, count: cards.length + free })] : [];
  if (cards.length < 2) return faults;
  if (rules.runs && mixesSuits(rules)) faults.push(...runFaults(rules, cards, free));
  else if (rules.runs) faults.push(reason("mixed_suits", oddOnes(cards, suit)));
  if (rules.sets) faults.push(reason("mixed_ranks", oddOnes(cards, rank)));
  return faults;
};

const unbroken = (ranks) => count(ranks & ~(((ranks << 1) | (ranks >> 12)) & ALL)) <= 1;

const aceMayStand = (order, ranks) => {
  if (order === "ring" || ranks === ALL) return true;
  const [belowTwo, aboveKing] = [ranks & 2, ranks & (1 << 12)];
  if (belowTwo && aboveKing) return !unbroken(ranks);
  return belowTwo ? order !== "high" : !(aboveKing && order === "low");
};

const misplaced = (order, ranks, free) => {
  const ace = Boolean(ranks & 1);
  if (!free) return [!unbroken(ranks), ace && !aceMayStand(order, ranks)];
  const fits = (by) => windows(by, Math.min(count(ranks) + free, 13)).some((window) => !(ranks & ~window.bits));
  const [closed, allowed] = [fits("ring"), fits(order)];
  const onlyTheAce = closed && !allowed && ace;
  return [!allowed && !onlyTheAce, onlyTheAce || (!closed && ace && !aceMayStand(order, ranks))];
};

// Return whether cards may lie in a run of a size in which black and red take turns, if they must.
const takeTurns = (rules, cards, size) =>
  !alternates(rules) ||
  windows(rules.ace, Math.min(size, 13))
    .filter((window) => !(bitsOf(cards) & ~window.bits))
    .some((window) => runOrders(rules.ace, window).some((ranks) => firstIsRed(cards, ranks) !== null));

const runFaults = (rules, cards, free) => {
  const size = cards.length + free;
  const whole = rules.ace_to_ace && rules.ace === "low_and_high" ? 14 : 13;
  const most = rules.run_longest ?? (free ? whole : null);
  const [gap, ace] = misplaced(rules.ace, bitsOf(cards), free);
  const twice = repeated(cards);
  const rankTwice = cards.filter(
    (card) => !twice.includes(card) && cards.filter((other) => rank(other) === rank(card)).length > 1,
  );
  return [
    !rules.runs && reason("runs_not_allowed", cards),
    size < rules.run_shortest && reason("run_too_short", cards, { least: rules.run_shortest, count: size }),
    most !== null && size > most && reason("run_too_long", cards, { most, count: size }),
    twice.length && reason("card_twice", twice),
    rankTwice.length && reason("rank_twice", rankTwice),
    gap && reason("not_consecutive", cards),
    ace && reason("ace_not_allowed_here", aces(cards), { places: ACE_PLACES[rules.ace] }),
    !(gap || ace || twice.length || rankTwice.length || takeTurns(rules, cards, size)) &&
      reason("colours_not_in_turn", cards),
  ].filter(Boolean);
};

const setFaults = (rules, cards, free) => {
  const size = cards.length + free;
  const twice = repeated(cards);
  return [
    !rules.sets && reason("sets_not_allowed", cards),
    size < rules.set_smallest && reason("set_too_small", cards, { least: rules.set_smallest, count: size }),
    size > rules.set_largest && reason("set_too_large", cards, { most: rules.set_largest, count: size }),
    twice.length && rules.set_suits_differ && !rules.set_copies && reason("same_suit_twice", twice),
  ].filter(Boolean);
};

const FAULTS = { run: runFaults, set: setFaults };
const shapeFaults = (rules, cards, free = 0) =>
  (FAULTS[meant(rules, cards, free)] ?? faultsOfNeither)(rules, cards, free);

// Return why cards are a meld; `laidAs` are the cards that they stand for.
const grounds = (rules, kind, cards, laidAs) => {
  const twice = kind === "set" ? repeated(cards).filter((card) => card !== JOKER) : [];
  const standing = kind === "run" ? aces(laidAs) : [];
  return [
    reason(kind === "run" && !same(laidAs, suit) ? "is_mixed_run" : `is_${kind}`, cards),
    standing.length && reason("ace_allowed_here", standing, { places: ACE_PLACES[rules.ace] }),
    twice.length && reason("suits_may_repeat", twice),
  ].filter(Boolean);
};

const wildFaults = (rules, naturals, wild, declaredAs, shaped, silent) => {
  const tried = shaped.length ? shaped : silent;
  const jokers = tried.length ? Math.min(...tried.map((way) => way.jokers)) : wild.length;
  const laid = naturals.length + wild.length - jokers;
  const faults = [];
  if (!withinLimit(rules.limit, laid, jokers)) {
    const lonely = !laid && withinLimit(rules.limit, 1, jokers);
    faults.push(lonely ? reason("no_natural_card", wild) : reason("too_many_jokers", wild, { jokers, others: laid }));
  }
  if (shaped.length) return faults;
  if (!rules.side_by_side && findWays({ ...rules, side_by_side: true }, naturals, wild, declaredAs).length)
    return [...faults, reason("jokers_side_by_side", wild)];
  const named = declaredAs.filter((card) => card !== null);
  if (silent.length) {
    const wrong = named.filter((card) => !silent.some((way) => way.roles.includes(card)));
    return [...faults, reason("joker_cannot_be", wrong.length ? wrong : named)];
  }
  const cards = named.filter((card) => card !== JOKER);
  return [...faults, ...shapeFaults(rules, inOrder([...naturals, ...cards]), wild.length - cards.length)];
};

const mustBeNamed = ({ declared }, wild, declaredAs, ways) => {
  if (declared === "where_open") return ways.length > 1;
  const kind = { in_sets: "set", in_runs: "run" }[declared];
  if (kind) return ways.filter((way) => way.kind === kind).length > 1;
  const open = (card, place) =>
    declaredAs[place] === null && (card === JOKER || ways.some((way) => way.roles[place] !== card));
  return declared === "always" && wild.some(open);
};

// Return the ways with only one as a set: by an order of suits, a joker that nobody named is the first one missing.
const firstBySuit = ({ suit_order }, wild, declaredAs, ways) => {
  const sets = ways.filter((way) => way.kind === "set");
  if (sets.length < 2 || !suit_order.length) return ways;
  const place = (card) => suit_order.indexOf(SUITS[suit(card)]);
  const key = ({ roles, jokers }) => {
    const open = roles.filter((role, at) => declaredAs[at] === null && role !== wild[at]);
    return [jokers, ...open.map(place).sort((one, other) => one - other)].join();
  };
  const first = sets.reduce((one, other) => (key(other) < key(one) ? other : one));
  return ways.filter((way) => way.kind !== "set" || way === first);
};

// Among cards of wild ranks, try each role: of assignments that only swap roles, `findWays` returns one.
const singleRoles = (wild, ways, possible) => {
  if (wild.length === 1) {
    const alone = unique(ways.map((way) => way.roles[0]));
    return wild[0] === JOKER ? alone : inOrder(alone);
  }
  if (wild.filter((card) => card === JOKER).length !== 1) return [];
  return inOrder(unique(ways.flatMap((way) => way.roles)).filter(possible));
};

// Return the card that each wild card was named, by its place; null if it was not.
export const saidOf = (wild, jokerAs) => {
  const jokers = range(0, wild.length).filter((place) => wild[place] === JOKER);
  const places = jokerAs.length <= jokers.length ? jokers : range(0, wild.length);
  const declaredAs = wild.map(() => null);
  for (const [at, place] of places.entries()) declaredAs[place] = jokerAs[at] ?? null;
  return declaredAs;
};

const judgeNaturals = (rules, cards) => {
  const way = cards.length ? naturalWay(rules, cards) : null;
  const none = { wild: [], ways: [], mayBe: [] };
  if (!way) return { ...none, kind: null, points: 0, reasons: shapeFaults(rules, inOrder(cards)) };
  return { ...none, ...way, reasons: grounds(rules, way.kind, inOrder(cards), cards) };
};

export const judgeMeld = (rules, cards, jokerAs = []) => {
  const wild = cards.filter(isWild(rules));
  if (!wild.length) return judgeNaturals(rules, cards);
  const naturals = inOrder(cards.filter((card) => !isWild(rules)(card)));
  const declaredAs = saidOf(wild, jokerAs);
  const allowed = (ways) => ways.filter((way) => withinLimit(rules.limit, cards.length - way.jokers, way.jokers));
  const shaped = findWays(rules, naturals, wild, declaredAs);
  const silent = findWays(
    rules,
    naturals,
    wild,
    wild.map(() => null),
  );
  const possible = (role) => allowed(findWays(rules, naturals, wild, saidOf(wild, [role]))).length > 0;
  const [some, mayBe] = [allowed(shaped), singleRoles(wild, allowed(silent), possible)];
  const ways = firstBySuit(rules, wild, declaredAs, some);
  if (!ways.length) {
    return {
      kind: null,
      points: 0,
      reasons: wildFaults(rules, naturals, wild, declaredAs, shaped, silent),
      wild,
      ways,
      mayBe,
    };
  }
  const best = ways.reduce((one, other) => (other.points > one.points ? other : one));
  const reasons = grounds(rules, best.kind, [...naturals, ...wild], [...naturals, ...best.roles]);
  const { jokers } = best;
  const roles = best.roles.filter((role, place) => role !== wild[place]);
  const sole = some.length > 1 ? "joker_by_order" : "joker_stands_in";
  if (jokers) reasons.push(ways.length > 1 ? reason("joker_stands_for_one", wild) : reason(sole, wild, { roles }));
  if (jokers) reasons.push(reason("jokers_within_limit", wild, { jokers, others: cards.length - jokers }));
  return { ...best, reasons, wild, ways, mayBe, unnamed: mustBeNamed(rules, wild, declaredAs, ways) };
};

const held = (rules, cards, card) => times(cards, card) < (card === JOKER ? rules.jokers : rules.copies);

// The situation is impossible; `said` is the key of the page's sentence about it.
export class CannotBe extends Error {
  constructor(said, values = {}) {
    super(said);
    Object.assign(this, { said, values });
  }
}

// The situation is possible, but only the server can judge it.
class LeftToServer extends CannotBe {
  constructor() {
    super("leftToServer");
  }
}

const meld = (
  rules,
  carried,
  { cards, joker_as: jokerAs = [], first_round: first, melds_laid_this_turn: before = 0 },
) => {
  if (!cards.length) throw new CannotBe("noCard");
  const jokers = cards.filter(isWild(rules)).length;
  if (jokerAs.length > jokers) throw new CannotBe("tooManyNamed", { jokers });
  const judged = judgeMeld(rules, cards, jokerAs);
  const most = rules.melds_each;
  const notNow = [
    first && rules.first_round_closed && reason(rules.closed_rounds > 1 ? "two_rounds_closed" : "first_round_closed"),
    rules.hand_only && reason("only_hand_closes"),
    most !== null && before >= most && rules.melds_each_after_pile && reason("too_many_melds", [], { most }),
  ].filter(Boolean);
  const valid = judged.kind !== null;
  const faults = [...(valid ? [] : judged.reasons), ...notNow];
  const open = (card, place) =>
    (jokerAs[place] ?? null) === null && judged.ways.some((way) => way.roles[place] !== card);
  const missing = judged.unnamed
    ? judged.wild.flatMap((card, at) =>
        open(card, at) ? [{ ...reason("joker_not_named", [card]), missing: ["joker_as", at] }] : [],
      )
    : [];
  const facts = { valid, may_be_laid_now: valid && !notNow.length };
  if (valid)
    Object.assign(facts, { kind: judged.kind, points: judged.points, declaration_required: Boolean(judged.unnamed) });
  const named = jokerAs.some((card) => (card ?? null) !== null);
  const isLeft = (card) => named || judged.ways.some(({ roles }) => roles.includes(card));
  if (valid && judged.mayBe.length)
    facts.joker_may_be = judged.mayBe.filter((card) => held(rules, cards, card) && isLeft(card)).map(codeOf);
  const silent = (_card, at) => judged.wild[at] === JOKER && (jokerAs[at] ?? null) === null;
  const next = unique(judged.ways.flatMap(({ roles }) => roles.filter(silent))).filter((card) =>
    held(rules, cards, card),
  );
  const cited = faults.map((fault) => carried.rule[fault.code]);
  const doubts = cited.every((rule) => carried.doubtful.includes(rule)) ? cited : [];
  const [kind, ...others] = judged.reasons;
  const because = valid ? [{ ...kind, values: { sum: { parts: addends(rules, cards, judged) } } }, ...others] : [];
  const answered = ruled(faults, because, missing, facts, doubts);
  const alike = unique(judged.ways.map(({ kind, points }) => `${kind} ${points}`)).length === 1;
  return { ...answered, next: inOrder(next), onceNamed: answered.verdict === "undecided" && alike };
};

const ruled = (faults, because, missing, facts, doubts) => ({
  verdict: faults.length ? "illegal" : missing.length ? "undecided" : "legal",
  reasons: [faults, missing, because].find((each) => each.length) ?? [],
  facts,
  doubts,
});

// Return the cards of a hand that can be a meld of `length` with jokers for what is missing: of each stretch, each rank.
const promising = (cards, mixed) => {
  const rows = range(0, 4).map((of) => cards.filter((card) => suit(card) === of));
  const stretches = (mixed ? [...rows, cards] : rows).flatMap((row) =>
    range(3, 14).flatMap((length) =>
      range(0, 13).map((first) => {
        const ranks = range(first, first + length).map((place) => (place % 13) + 1);
        const some = ranks.map((each) => row.find((card) => rank(card) === each)).filter((card) => card !== undefined);
        return { some, length };
      }),
    ),
  );
  const ranks = range(1, 14).map((each) => cards.filter((card) => rank(card) === each));
  const sets = ranks.flatMap((alike) => [1, 2, 3].flatMap((size) => chosen(alike, size)));
  return [...stretches, ...sets.map((some) => ({ some, length: 3 }))].filter(({ some }) => some.length);
};

const holdsMeld = (rules, cards) => {
  const wild = cards.filter(isWild(rules));
  const others = cards.filter((card) => !isWild(rules)(card));
  return promising(others, mixesSuits(rules)).some(
    ({ some, length }) =>
      length - some.length <= wild.length &&
      chosen(wild, length - some.length).some((more) => judgeMeld(rules, [...some, ...more]).kind),
  );
};

// Which melds are best takes the server's solver; a hand without melds is counted here.
const handValue = (rules, carried, { cards }) => {
  if (rules.melds_in_hand_free && holdsMeld(rules, cards)) throw new LeftToServer();
  const ranked = cards.filter((card) => card !== JOKER && isWild(rules)(card));
  const worthOf = (card) =>
    card === JOKER || (rules.wild_as_joker && isWild(rules)(card)) ? rules.joker : rules.ranks[rank(card) - 1];
  const isLoneAce = cards.length === 1 && rules.lone_ace !== null && aces(cards).length === 1;
  const worth = (card) => (isLoneAce ? rules.lone_ace : worthOf(card));
  const points = rules.joker;
  const because = [
    cards.length
      ? reason("cards_cost", cards, { sum: { parts: cards.map((card) => [card, worth(card)]) } })
      : reason("nothing_left"),
    cards.includes(JOKER) && reason("jokers_cost", [JOKER], { points }),
    ranked.length && rules.wild_as_joker && reason("wild_cards_cost", ranked, { points }),
  ].filter(Boolean);
  const { court_values: court } = carried.cites;
  const doubts = [court && cards.some((card) => rank(card) > 10) && court];
  return ruled([], because, [], { points: cards.reduce((sum, card) => sum + worth(card), 0) }, doubts);
};

const QUESTIONS = { meld, "hand-value": handValue };

// Return the ruling under another reading; null if there is none, undefined if only the server has it, and it differs.
const under = (judge, carried, changes, situation) => {
  if (!changes) return null;
  try {
    return judge({ ...carried.judged, ...changes }, carried, situation);
  } catch (error) {
    if (error instanceof LeftToServer) return undefined;
    if (error instanceof CannotBe) return null;
    throw error;
  }
};

// Return whether a reading is open: one `where_laid` only where the cards are a meld by it alone.
const isOpen = ({ judged }, { changes, where_laid: whereLaid }, { cards }) =>
  !whereLaid || (cards.length && judgeMeld({ ...judged, ...changes }, cards).kind && !judgeMeld(judged, cards).kind);

// Return the answer to a question, with the ambiguities that it depends on; throws `CannotBe`.
export const answer = (carried, question, situation) => {
  const judge = QUESTIONS[question];
  const found = judge(carried.judged, carried, situation);
  const says = ({ verdict, facts }) => JSON.stringify([verdict, facts]);
  const doubts = carried.open.flatMap(({ key, readings }) => {
    const tried = readings.map((reading) =>
      isOpen(carried, reading, situation) ? under(judge, carried, reading.changes, situation) : found,
    );
    const others = tried.map((other) => other ?? null);
    const met =
      (found.doubts.includes(key) && others.includes(null)) ||
      tried.some((other) => other === undefined || (other && says(other) !== says(found)));
    const left = tried.map((other) => other === undefined);
    return met ? [{ key, others, left, verdicts: others.map((other) => other?.verdict ?? null) }] : [];
  });
  return { ...found, doubts };
};

// Return the changes that would make a meld of cards that are none.
export const mend = (rules, cards) => {
  const bare = judgeMeld(rules, cards);
  if (bare.kind) return { jokerMayBe: bare.mayBe, drop: [], add: [] };
  const without = (card) => cards.filter((_each, at) => at !== cards.indexOf(card));
  return {
    jokerMayBe: [],
    drop: unique(cards).filter((card) => judgeMeld(rules, without(card)).kind),
    add: range(0, 53).filter((card) => held(rules, cards, card) && judgeMeld(rules, [...cards, card]).kind),
  };
};
