// The round's form on a touch screen: a keypad and a card grid fill its fields; results, missing players and a draft are
// kept up to date. Without this script it is a plain form.

import { afterTap } from "./after-tap.js";
import { CardGrid } from "./cards.js";
import { Draft } from "./draft.js";
import { keepInSight } from "./in-sight.js";
import { Keypad } from "./keypad.js";
import { chosenIn, goTo, goToNamed, namedSum, Player, sumInHand } from "./player.js";
import { excused, ratingOf, scoresOf } from "./scoring.js";
import { addSteps } from "./steps.js";
import { say, shown } from "./text.js";

export class RoundForm {
  constructor(form) {
    this.form = form;
    this.scoring = JSON.parse(form.dataset.scoring);
    this.players = [...form.querySelectorAll(".entry")].map((element) => new Player(form, element));
    this.dock = form.querySelector(".dock");
    const find = (selector) => this.dock.querySelector(selector);
    [this.said, this.results, this.keys] = [".said", ".results", ".keys"].map(find);
    [this.next, this.save] = [".next", ".actions .main"].map(find);
    this.build();
    this.listen();
    this.draft = new Draft(form, () => this.update());
    if ("fresh" in form.dataset) this.draft.restore();
    else this.draft.keep();
    this.update();
    goToNamed(this.players);
  }

  build() {
    const write = (change) => this.write(change);
    const [begin, forward, more] = [() => this.begin(), () => this.forward(), () => Boolean(this.following())];
    this.keypad = new Keypad(this.keys, { write, begin, forward, more });
    const held = [...this.form.querySelectorAll(".held-cards")];
    this.grid = new CardGrid(this.dock, { scoring: this.scoring, fields: held, write });
    this.dock.querySelector(".actions").before(this.grid.element);
    this.grid.show(null);
    for (const field of this.form.querySelectorAll(".cell, .held-cards")) field.inputMode = "none";
    for (const field of this.form.querySelectorAll(".count")) addSteps(field);
  }

  listen() {
    const { form, dock } = this;
    // Keep the focus in the field while keys are tapped.
    for (const kind of ["pointerdown", "mousedown"])
      dock.addEventListener(kind, (event) => event.target.closest(".key, .next") && event.preventDefault());
    this.next.addEventListener("click", () => this.forward());
    form.addEventListener("focusin", (event) => this.enter(event.target));
    form.addEventListener("focusout", (event) => this.tidy(event.target));
    form.addEventListener("input", () => this.changed());
    form.addEventListener("change", (event) => this.chosen(event));
    form.addEventListener("keydown", (event) => this.pressed(event));
    form.addEventListener("toggle", (event) => this.folded(event.target), true);
    form.querySelector(".who")?.addEventListener("pointerdown", () => {
      this.tapped = true;
    });
  }

  get who() {
    return this.form.elements.who?.value ?? "-"; // a game that does not ask it
  }

  missing(player) {
    return !player.away && player.entry(this.scoring) === null && !excused(player.id, this);
  }

  get firstMissing() {
    return this.players.find((player) => this.missing(player));
  }

  // Return the next missing player: the first after the current one, else the first of all; null if none is missing.
  following() {
    const present = this.players.findIndex((player) => player.element.contains(this.active));
    const order = [...this.players.slice(present + 1), ...this.players.slice(0, Math.max(present, 0))];
    return this.players.length > 1 ? order.find((player) => this.missing(player)) : undefined;
  }

  enter(field) {
    if (!field.matches(".cell, .held-cards")) return;
    if (field !== this.active) this.keypad.fresh = true;
    this.active = field;
    afterTap(() => {
      const cards = this.active.matches(".held-cards");
      this.keys.hidden = cards;
      this.grid.show(cards ? this.active : null);
      this.update();
      keepInSight(this.active, this.dock);
    });
  }

  begin() {
    if (!this.active?.matches(".cell")) goTo((this.firstMissing ?? this.players[0]).cell);
    else if (document.activeElement !== this.active) this.active.focus({ preventScroll: true });
  }

  forward() {
    const field = sumInHand(this.form, this.active) ?? this.following()?.cell;
    if (field) goTo(field);
    else this.form.requestSubmit(this.save);
  }

  tidy(field) {
    if (!field.matches?.(".cell")) return;
    const tidied = field.value.replace(/[+\-−–\s]+$/, "");
    if (tidied === field.value) return;
    field.value = tidied;
    afterTap(() => this.changed());
  }

  // A tap on a name moves to the first player; arrow keys only change the choice.
  chosen(event) {
    if (event.target.name === "who" && this.tapped && this.firstMissing) goTo(this.firstMissing.cell);
    this.tapped = false;
    this.changed();
  }

  folded(details) {
    if (!details.open || details.contains(this.active)) return;
    const used = [...details.querySelectorAll(".cell, .held-cards")];
    goTo(used.find((field) => field.value) ?? used[0]);
  }

  pressed(event) {
    this.tapped = false;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const field = event.target;
    if (field.matches(".cell") && event.key === "Enter") {
      event.preventDefault();
      this.active = field;
      this.forward();
    } else if (field.matches('[type="radio"], [type="checkbox"]') && /^[0-9+-]$/.test(event.key)) {
      event.preventDefault();
      goTo((this.firstMissing ?? this.players[0]).cell);
      this.keypad.type(event.key.replace("-", "−"));
    }
  }

  // Replace the active field's text, and dispatch an input event.
  write(change) {
    const field = this.active;
    field.value = change(field.value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.scrollLeft = field.scrollWidth;
    keepInSight(field, this.dock);
  }

  changed() {
    this.said.textContent = "";
    for (const player of this.players) player.cell.removeAttribute("aria-invalid");
    this.draft.keep();
    this.update();
  }

  update() {
    const { scoring, who, players } = this;
    const chosen = chosenIn(this.form);
    const entries = new Map(players.map((player) => [player.id, player.entry(scoring)]));
    const scores = scoresOf({ entries, scoring, who, ...chosen });
    this.finals = players.map((player) => player.final(scores.get(player.id)));
    this.rating = ratingOf({ entries, scoring, who, ...chosen });
    for (const player of players) {
      const present = player.element.contains(this.active);
      player.show(scores.get(player.id), { present, closer: player.id === who, entry: entries.get(player.id) });
    }
    this.twice = players.find((player) => entries.get(player.id)?.twice);
    if (this.twice) this.said.textContent = say("twice", this.twice);
    this.offer(namedSum(sumInHand(this.form, this.active)) ?? this.following());
    this.grid.update();
    const words = players.map(({ name }, at) => (this.finals[at] === null ? [] : `${name} ${shown(this.finals[at])}`));
    clearTimeout(this.telling);
    this.telling = setTimeout(() => this.results.replaceChildren(words.flat().join(", ")), 900);
  }

  offer(following) {
    this.next.hidden = !following;
    this.save.classList.toggle("main", !following);
    this.next.classList.toggle("main", Boolean(following));
    if (following) this.next.textContent = say("next", following);
  }

  // Announce who is missing or has a conflicting entry, and focus it; return true if the form is complete.
  complete() {
    const { firstMissing, twice } = this;
    if (twice) goTo(twice.cell);
    else if (!this.who) {
      this.said.textContent = this.form.dataset.who ?? say("who");
      this.form.querySelector('[name="who"]').focus();
      this.form.querySelector(".who").scrollIntoView({ block: "nearest" });
    } else if (firstMissing) {
      this.said.textContent = say("missing", firstMissing); // first: it changes the dock's height
      firstMissing.cell.ariaInvalid = "true";
      goTo(firstMissing.cell);
    }
    return Boolean(this.who) && !firstMissing && !twice;
  }
}
