// Format and parse sentences, numbers and cards.

const SUM = /^[+-]?\d{1,9}([+-]\d{1,9}){0,40}$/;
const SIGNS = { "♠": "S", "♤": "S", "♥": "H", "♡": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C" };

// The letters of other countries' cards, by which they are typed, and the letters on the reader's own cards.
const TYPED = { E: "A", Á: "A", D: "Q", B: "J", G: "J", KN: "J" };
const own = globalThis.document?.documentElement.dataset.letters?.split(" ") ?? [..."AKQJ"];
const LETTERS = { T: "10", A: own[0], K: own[1], Q: own[2], J: own[3] };

// Return a rank of a code as the reader's cards show it.
export const rankSign = (rank) => LETTERS[rank] ?? rank;

// Return a card's whole name; what is no card stays as it is.
export const cardName = (card) => words[code(card)] ?? card;

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

export const code = (card) =>
  card
    .replace(/[\ufe0e\ufe0f]/g, "")
    .replace(/[♠♤♥♡♦♢♣♧]/, (sign) => SIGNS[sign])
    .toUpperCase()
    .replace(/^10/, "T")
    .replace(/^(KN|[EÁDBG])(?=[SHDC]$)/, (letter) => TYPED[letter]);
