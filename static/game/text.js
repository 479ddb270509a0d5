// Format and parse sentences, numbers and cards.

const SUM = /^[+-]?\d{1,9}([+-]\d{1,9}){0,40}$/;
const SIGNS = { "♠": "S", "♤": "S", "♥": "H", "♡": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C" };

// The letters of other countries' cards, by which they are typed, and the letters on the reader's own cards.
const TYPED = { E: "A", Á: "A", D: "Q", B: "J", G: "J", KN: "J" };
const own = globalThis.document?.documentElement.dataset.letters?.split(" ") ?? [..."AKQJ"];
const LETTERS = { T: "10", A: own[0], K: own[1], Q: own[2], J: own[3] };
const NUMBERS = { T: "10", A: "1", K: "13", Q: "12", J: "11" };
const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const COLOURS = { S: "K", H: "R", D: "O", C: "B" };
const CARD = "(?:10|Kn|[2-9A-ZÁ])[♠♥♦♣]";
const TILE = "[KROB](?:1[0-3]|[1-9])(?![\\p{L}\\p{N}_])";
const NUMBERED = /^([KROYB])(1[0-3]|[1-9])$/;

// Whether cards are tiles with numbers in four colours, `R7` (rules/letters.py).
let shownFaces = globalThis.document?.body?.dataset.faces;
export const numbered = () => shownFaces === "numbers";
export const showFaces = (faces) => {
  shownFaces = faces;
};

// Return a rank of a code as the reader's cards show it.
export const rankSign = (rank) => (numbered() ? NUMBERS : LETTERS)[rank] ?? rank;

// Return a suit of a code as people write it, and a card of a code: `10♣`, `B10`.
export const suitOf = (sign) => SIGNS[sign];
export const suitSign = (suit) => (numbered() ? COLOURS : SUITS)[suit];
export const cardSign = (card) =>
  numbered() ? suitSign(card[1]) + rankSign(card[0]) : rankSign(card[0]) + suitSign(card[1]);

// Return the pattern of a card in a sentence.
export const cardPattern = () => (numbered() ? TILE : CARD);

// Return a card's whole name; what is no card stays as it is.
export const cardName = (card) => {
  const read = code(card);
  if (!numbered() || !/^[A2-9TJQK][SHDC]$/.test(read)) return words[read] ?? card;
  return words[`tile${read[1]}`]?.replace("{number}", rankSign(read[0])) ?? card;
};

// Return a sentence in the page's language (web/assets/script_words.py), with its `{name}` filled in.
export const say = (key, values = {}) => words[key].replace(/\{(\w+)\}/g, (_all, name) => values[name]);

// Format a time; without the date if it is today.
export const timeOf = (when) => {
  const today = when.toDateString() === new Date().toDateString();
  const { lang } = document.documentElement;
  const wanted = [...navigator.languages.filter((each) => each.startsWith(lang)), lang];
  const locale = Intl.DateTimeFormat.supportedLocalesOf(wanted)[0] ?? "de"; // as in app.js
  return when.toLocaleString(locale, today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
};

export const plain = (text) => text.replace(/\s+/g, "").replace(/[−–‐‑]/g, "-");

export const readSum = (text) =>
  SUM.test(plain(text))
    ? plain(text)
        .match(/[+-]?\d+/g)
        .reduce((sum, part) => sum + Number(part), 0)
    : NaN;

export const shown = (number) => (number < 0 ? `−${-number}` : String(number));

// Negate the last number of a sum.
export const negated = (text) =>
  text.replace(/([+\-−–]?)(\d*)$/, (_all, sign, digits, at) => {
    if (!sign || sign === "+") return `−${digits}`;
    return at ? `+${digits}` : digits;
  });

// A joker as a word of any language, as `_JOKER` of rules/letters.py.
const JOKER =
  /(?<![\p{L}\p{N}_])(?:j[oó](?:k(?:er\p{L}{0,4})?)?|jkr|[zž]o(?:l(?:[ií][kc]\p{L}{0,3})?)?)(?![\p{L}\p{N}_])/giu;

export const withJokerCodes = (text) => text.normalize("NFC").replace(JOKER, "JK");

export const splitCards = (text) =>
  withJokerCodes(text)
    .split(/[\s,;]+/)
    .filter(Boolean);

const numberCode = (_all, colour, number) =>
  "A23456789TJQK"[number - 1] + { K: "S", R: "H", O: "D", Y: "D", B: "C" }[colour];

export const code = (card) => {
  const read = plainCode(card);
  return numbered() ? read.replace(NUMBERED, numberCode) : read;
};

const plainCode = (card) =>
  card
    .replace(/[\ufe0e\ufe0f]/g, "")
    .replace(/[♠♤♥♡♦♢♣♧]/, (sign) => SIGNS[sign])
    .toUpperCase()
    .replace(/^10/, "T")
    .replace(/^(KN|[EÁDBG])(?=[SHDC]$)/, (letter) => TYPED[letter]);
