// The details of a round below its row, without network: its points, each a link to correct it, and the form to void it.

import { say, shown } from "../text.js";
import { discard, formOf, make } from "./list.js";
import { sendUnsent } from "./notice.js";
import { correctionOf, isUndone } from "./queue.js";
import { closed, namesOf, readRow } from "./rows.js";
import { of } from "./store.js";

const gameHere = () => document.getElementById("live")?.dataset.game;
const mayWrite = () => document.querySelector("#totals[data-board], .actions a[href$='/rounds/new']");

const linesOf = ({ scores, rating, closer }, href) => {
  const [list, seats] = [make("dl", "shares", ""), namesOf(document)];
  for (const [name, points] of Object.entries(scores)) {
    const at = seats.indexOf(name);
    const [share, term, value, bold] = [make("div", "", ""), make("dt", "", ""), make("dd", "", ""), make("b", "", "")];
    term.append(make("bdi", "", name));
    if (name === closer) term.append(" ", make("span", "out", "♠"), make("small", "", ` ${closed()}`));
    const label = say("changePoints", { points: shown(points), name });
    bold.append(href ? make("a", "", shown(points), { href: `${href}-p${at}`, ariaLabel: label }) : shown(points));
    value.append(bold);
    if (rating) value.append(make("p", "hint rated", say("ratingPoints", { points: rating[name] })));
    share.append(term, value);
    list.append(share);
  }
  return list;
};

// The form is sent by static/game/outbox/void.js.
const voiding = (game, number) => {
  const [fold, form] = [make("details", "fold voiding", ""), make("form", "", "", { method: "post" })];
  form.setAttribute("action", `${game}/rounds/${number}/void`);
  const version = make("input", "", "", { type: "hidden", name: "version" });
  version.value = document.getElementById("live").dataset.version;
  const why = make("div", "field", "");
  const field = make("input", "", "", { id: `why-${number}`, name: "why", dir: "auto", autocomplete: "off" });
  why.append(make("label", "", say("why"), { htmlFor: field.id }), field);
  form.append(version, why, make("button", "button danger", say("voidIt")));
  fold.append(make("summary", "", say("voidRound")), make("p", "", say("voidMeans")), form);
  return fold;
};

const removal = (entry) => {
  const button = make("button", "button quiet", say("discard"), { type: "button" });
  button.addEventListener("click", () => discard(entry).then(sendUnsent));
  return button;
};

// Return the elements below a row of the scoreboard.
export const offlineRound = async (row) => {
  const game = gameHere();
  const entries = await of(game).catch(() => []);
  const entry = entries.find(({ order }) => String(order) === row.dataset.unsent);
  const round = readRow(row, namesOf(document));
  if (!mayWrite()) return [linesOf(round, null)];
  if (entry && !entry.what)
    return [
      linesOf(round, formOf(entry)),
      make("a", "button", say("changeIt"), { href: formOf(entry) }),
      removal(entry),
    ];
  const unsent = correctionOf(entries, round.number);
  const known = !isUndone(entries, round.number) && (await globalThis.caches?.match(`${game}/rounds/new`));
  const href = unsent ? formOf(unsent) : `${game}/rounds/new#round-${round.number}`;
  const parts = [linesOf(round, known && href)];
  if (known) parts.push(make("a", "button", say("correct"), { href }));
  else parts.push(make("p", "hint", say("correctionNeedsNetwork", { number: round.number })));
  if (!round.voided) parts.push(voiding(game, round.number));
  return parts;
};
