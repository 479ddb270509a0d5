// The round's form, by thumb: a keypad and a card grid that fill the form's own fields, the result counted along,
// who is missing said at once, and a draft that outlives the tab. Without this script the form works all the same.
(() => {
  const PREFIX = "scorekeeper-round-";
  const SUM = /^[+-]?\d{1,9}([+-]\d{1,9}){0,40}$/;
  const SIGNS = { "♠": "S", "♤": "S", "♥": "H", "♡": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C" };

  // Numbers and cards

  const plain = (text) => text.replace(/\s+/g, "").replace(/[−–‐‑]/g, "-");
  const readSum = (text) =>
    SUM.test(plain(text)) ? plain(text).match(/[+-]?\d+/g).reduce((sum, part) => sum + Number(part), 0) : NaN;
  const shown = (number) => (number < 0 ? `−${-number}` : String(number));
  const splitCards = (text) => text.split(/[\s,;]+/).filter(Boolean);
  const code = (card) =>
    card.replace(/[\ufe0e\ufe0f]/g, "").replace(/[♠♤♥♡♦♢♣♧]/, (sign) => SIGNS[sign]).toUpperCase().replace(/^10/, "T");

  // Storage may be missing, forbidden or full; then there is no draft, and nothing else is lost.

  const store = (action, key, value) => {
    try {
      return localStorage[action](PREFIX + key, value);
    } catch {
      return null;
    }
  };

  const draftOf = (key) => {
    try {
      return JSON.parse(store("getItem", key));
    } catch {
      return null; // not ours, or cut short: as if there were none
    }
  };
  // Another tab may have begun another draft of this round: that one stays.
  const forget = ({ key, id }) => draftOf(key)?.values?.entry_id === id && store("removeItem", key);

  class Player {
    constructor(form, element, index) {
      this.form = form;
      this.element = element;
      this.id = `p${index}`;
      this.cell = element.querySelector(":scope > .cell");
      this.result = document.createElement("b");
      this.result.className = "result";
      this.result.dataset.result = "";
      this.result.setAttribute("aria-hidden", "true"); // told by the live line
      this.cell.before(this.result);
    }

    text(key) {
      return this.form.elements[`${this.id}-${key}`]?.value.trim() ?? "";
    }

    // What a field of cards is worth; NaN if one of them is none.
    worth(key, values) {
      return splitCards(this.text(key)).reduce((sum, card) => {
        const name = code(card);
        const isCard = name === "JK" || /^[A2-9TJQK][SHDC]$/.test(name);
        return sum + (isCard ? values[name === "JK" ? name : name[0]] : NaN);
      }, 0);
    }

    // The entry as the server reads it: null if there is none, "odd" if it cannot be counted yet.
    entry(scoring) {
      const number = (key) => (this.text(key) ? readSum(this.text(key)) : 0);
      const given = [["points"], ["plus", "minus"], ["melds", "laid_off", "hand"]].filter((keys) => keys.some((key) => this.text(key)));
      const counts = Object.keys(scoring.penalties).map((key) => [key, number(key)]);
      const penalised = counts.some(([, count]) => count);
      if (!given.length) return counts.some(([key]) => this.text(key)) ? "odd" : null;
      if (given.length > 1) return "odd";
      let entry;
      if (given[0][0] === "points") {
        entry = penalised ? "odd" : { points: number("points") };
      } else if (given[0][0] === "plus") {
        entry = { table: number("plus"), hand: number("minus") };
      } else {
        const values = scoring.values;
        entry = { table: this.worth("melds", values) + this.worth("laid_off", values), hand: this.worth("hand", values) };
      }
      if (entry === "odd" || Object.values(entry).some(Number.isNaN) || entry.table < 0 || entry.hand < 0) return "odd";
      entry.penalties = counts.reduce((sum, [key, count]) => sum + count * scoring.penalties[key], 0);
      return Number.isNaN(entry.penalties) ? "odd" : entry;
    }
  }

  class RoundForm {
    constructor(form) {
      this.form = form;
      this.scoring = JSON.parse(form.dataset.scoring);
      this.players = [...form.querySelectorAll(".entry")].map((element, index) => new Player(form, element, index));
      this.suit = "♠";
      this.build();
      this.listen();
      if ("fresh" in form.dataset) this.restore();
      else this.keep();
      this.update();
    }

    part(id) {
      return document.getElementById(id).content.cloneNode(true);
    }

    build() {
      this.form.classList.add("on");
      this.dock = this.form.querySelector(".dock");
      this.dock.prepend(this.part("dock-parts"));
      this.find = (selector) => this.dock.querySelector(selector);
      this.said = this.find(".said");
      this.keys = this.find(".keys");
      this.grid = this.find(".grid");
      this.find(".actions").append(this.part("next-part"));
      this.next = this.find(".next");
      this.save = this.find(".actions .main");
      for (const field of this.form.querySelectorAll(".cell, .held-cards")) field.inputMode = "none";
      for (const field of this.form.querySelectorAll(".count")) {
        const steps = this.part("step-parts");
        const [less, more] = steps.children;
        const label = field.labels[0]?.textContent ?? "";
        for (const step of [less, more]) step.setAttribute("aria-label", `${label}: ${step.getAttribute("aria-label")}`);
        field.before(less);
        field.after(more);
      }
    }

    listen() {
      const form = this.form;
      // A tap keeps the cursor where it is, so that keys and cards go to the field they belong to.
      this.dock.addEventListener("pointerdown", (event) => event.target.closest(".key, .next") && event.preventDefault());
      this.dock.addEventListener("mousedown", (event) => event.target.closest(".key, .next") && event.preventDefault());
      this.dock.addEventListener("click", (event) => this.tap(event));
      form.addEventListener("focusin", (event) => this.enter(event.target));
      form.addEventListener("focusout", (event) => this.tidy(event.target));
      form.addEventListener("input", () => this.changed());
      form.addEventListener("change", (event) => this.chosen(event));
      form.addEventListener("keydown", (event) => this.pressed(event));
      form.addEventListener("click", (event) => this.step(event.target.closest("[data-step]")));
      form.addEventListener("toggle", (event) => this.folded(event.target), true);
      form.querySelector(".who").addEventListener("pointerdown", () => (this.tapped = true));
    }

    // Who and what

    get who() {
      return this.form.elements.who.value;
    }

    excused(player) {
      return player.id === this.who && this.scoring.closerMayBeLeftOut;
    }

    missing(player) {
      return player.entry(this.scoring) === null && !this.excused(player);
    }

    // The player to go to next: the first missing one after the present one, else before; none if nobody is missing.
    following() {
      const present = this.players.findIndex((player) => player.element.contains(this.active));
      const order = [...this.players.slice(present + 1), ...this.players.slice(0, Math.max(present, 0))];
      return order.find((player) => this.missing(player));
    }

    // Moving

    enter(field) {
      if (!field.matches(".cell, .held-cards")) return;
      if (field !== this.active) this.fresh = true;
      this.active = field;
      const cards = field.matches(".held-cards");
      this.keys.hidden = cards;
      this.grid.hidden = !cards;
      this.find("[data-meld]").hidden = field.tagName !== "TEXTAREA";
      this.update();
    }

    go(field) {
      field.closest("details")?.setAttribute("open", "");
      field.focus({ preventScroll: true });
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      field.closest(".entry")?.scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
    }

    forward() {
      const player = this.following();
      if (player) this.go(player.cell);
      else this.form.requestSubmit(this.save);
    }

    tidy(field) {
      if (!field.matches?.(".cell")) return;
      const tidied = field.value.replace(/[+\-−–\s]+$/, "");
      if (tidied !== field.value) {
        field.value = tidied;
        this.changed();
      }
    }

    // A tap on a name goes on to the first player; arrow keys must be free to pass through the names.
    chosen(event) {
      if (event.target.name === "who" && this.tapped) {
        const first = this.players.find((player) => this.missing(player));
        if (first) this.go(first.cell);
      }
      this.tapped = false;
      this.changed();
    }

    folded(details) {
      if (!details.open || details.contains(this.active)) return;
      const used = [...details.querySelectorAll(".cell, .held-cards")];
      this.go(used.find((field) => field.value) ?? used[0]);
    }

    // Keys

    pressed(event) {
      this.tapped = false;
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const field = event.target;
      if (field.matches(".cell") && event.key === "Enter") {
        event.preventDefault();
        this.active = field;
        this.forward();
      } else if (field.matches('[type="radio"], [type="checkbox"]') && /^[0-9+-]$/.test(event.key)) {
        const first = this.players.find((player) => this.missing(player)) ?? this.players[0];
        event.preventDefault();
        this.go(first.cell);
        this.type(event.key.replace("-", "−"));
      }
    }

    tap(event) {
      const button = event.target.closest("button");
      if (!button) return;
      if (button === this.next) this.forward();
      else if (button.dataset.key) this.key(button.dataset.key);
      else if (button.dataset.suit) this.choose(button);
      else if (button.dataset.rank) this.lay(button.dataset.rank);
      else if ("meld" in button.dataset) this.write((text) => (text.trim() ? `${text.trimEnd()}\n` : ""));
      else if ("chip" in button.dataset) this.remove(Number(button.dataset.chip));
    }

    key(key) {
      if (!this.active?.matches(".cell")) {
        const first = this.players.find((player) => this.missing(player)) ?? this.players[0];
        this.go(first.cell);
      } else if (document.activeElement !== this.active) this.active.focus({ preventScroll: true });
      if (key === "zero") {
        this.write(() => "0");
        if (this.following()) this.forward();
      } else if (key === "back") this.write((text) => text.slice(0, -1));
      else if (key === "sign") this.write(turned);
      else this.type(key);
    }

    type(key) {
      const digit = /\d/.test(key);
      this.write((text) => {
        if (digit) return this.fresh ? key : text + key;
        const before = text.replace(/[+\-−–]+$/, "");
        return before || key === "−" ? before + key : text;
      });
    }

    // Put a new text into the active field, as if it had been typed.
    write(change) {
      const field = this.active;
      field.value = change(field.value);
      this.fresh = false;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.scrollLeft = field.scrollWidth;
    }

    // Cards

    choose(button) {
      this.suit = button.dataset.suit;
      for (const each of this.grid.querySelectorAll("[data-suit]")) each.setAttribute("aria-pressed", String(each === button));
      this.counted();
    }

    card(rank) {
      return rank === "JK" ? rank : rank + this.suit;
    }

    lay(rank) {
      if (this.left(this.card(rank)) < 1) return;
      this.write((text) => (text && !/\s$/.test(text) ? `${text} ` : text) + this.card(rank));
    }

    remove(index) {
      let at = -1;
      this.write((text) =>
        text.replace(/[^\s,;]+[ ,;]*/g, (card) => (++at === index ? "" : card)).replace(/ +$/gm, "").replace(/\n{2,}/g, "\n").replace(/^\n/, ""),
      );
      this.active.focus({ preventScroll: true });
    }

    used(card) {
      const fields = [...this.form.querySelectorAll(".held-cards")];
      return fields.flatMap((field) => splitCards(field.value)).filter((each) => code(each) === code(card)).length;
    }

    left(card) {
      return (card === "JK" ? this.scoring.jokers : this.scoring.copies) - this.used(card);
    }

    // The grid says how many of each card are in the round; the chips are the active field's.
    counted() {
      if (this.grid.hidden) return;
      for (const button of this.grid.querySelectorAll("[data-rank]")) {
        const card = this.card(button.dataset.rank);
        const used = this.used(card);
        button.querySelector("small").textContent = used ? `×${used}` : "";
        button.setAttribute("aria-disabled", String(this.left(card) < 1));
        button.setAttribute("aria-label", used ? `${card} ×${used}` : card);
      }
      const chips = this.find(".chips");
      let index = 0;
      chips.replaceChildren(
        ...this.active.value.split("\n").filter((line) => line.trim()).map((line) => {
          const meld = document.createElement("span");
          for (const card of splitCards(line)) {
            const chip = document.createElement("button");
            chip.type = "button";
            chip.className = "button key chip";
            chip.classList.toggle("red", /[♥♦HD]$/.test(card));
            chip.dataset.chip = String(index++);
            chip.setAttribute("aria-label", chips.dataset.remove.replace("{card}", card));
            chip.textContent = card;
            meld.append(chip);
          }
          return meld;
        }),
      );
      chips.scrollTop = chips.scrollHeight;
    }

    step(button) {
      if (!button) return;
      const field = button.parentElement.querySelector("input");
      const count = Math.max(0, (readSum(field.value || "0") || 0) + Number(button.dataset.step));
      field.value = count ? String(count) : "";
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }

    // The result, counted as the server counts it (rules/scoring.py)

    scores() {
      const { scoring, players, who } = this;
      const entries = new Map(players.map((player) => [player, player.entry(scoring)]));
      const out = players.some((player) => player.id === who);
      const collector = this.collector(entries, out);
      const doubled = this.form.elements.doubled?.checked;
      return new Map(players.map((player) => {
        const entry = entries.get(player);
        if (!who || entry === "odd" || collector === "open") return [player, entry?.points ?? null];
        if (entry && "points" in entry) return [player, entry.points];
        if (player === collector) return [player, this.collected(entries, player, doubled)];
        if (entry === null) return [player, this.excused(player) ? 0 : null];
        const nobody = !out && scoring.noCloser === "nobody";
        const free = nobody || !scoring.handsCost || (player.id === who && scoring.closerIsFree);
        const hand = free ? 0 : -entry.hand;
        return [player, (scoring.tableScores ? entry.table : 0) + hand * (doubled ? 2 : 1) + entry.penalties];
      }));
    }

    // Who gets what the others hold: a player, null for nobody, "open" if it cannot be told yet.
    collector(entries, out) {
      const { scoring, players, who } = this;
      if (!scoring.closerCollects) return null;
      if (out) return players.find((player) => player.id === who);
      if (scoring.noCloser !== "lowest_hand") return null;
      const all = [...entries.values()];
      if (all.some((entry) => entry && "points" in Object(entry))) return null;
      if (all.some((entry) => entry === null || entry === "odd")) return "open";
      const fewest = Math.min(...all.map((entry) => entry.hand));
      const lowest = players.filter((player) => entries.get(player).hand === fewest);
      const chosen = this.form.elements.lowest?.value;
      return lowest.length === 1 ? lowest[0] : (lowest.find((player) => player.id === chosen) ?? "open");
    }

    collected(entries, collector, doubled) {
      const { scoring } = this;
      const others = [...entries].filter(([player]) => player !== collector).map(([, entry]) => entry);
      if (others.some((entry) => entry === null || entry === "odd")) return null;
      const hidden = others.some((entry) => "points" in entry);
      if (hidden && !scoring.closerFollowsPoints && !(scoring.handsCost && entries.get(collector))) return null;
      const hands = others.reduce((sum, entry) => sum + (entry.hand ?? 0), 0);
      const given = others.reduce((sum, entry) => sum - (entry.points ?? 0), 0);
      return hands * (doubled ? 2 : 1) + given;
    }

    // What the page shows

    changed() {
      this.said.textContent = "";
      for (const player of this.players) player.cell.removeAttribute("aria-invalid");
      this.keep();
      this.update();
    }

    update() {
      const scores = this.scores();
      for (const [player, score] of scores) {
        const odd = player.entry(this.scoring) === "odd";
        player.result.textContent = odd ? "?" : score === null ? "" : shown(score);
        player.cell.classList.toggle("long", player.cell.value.length > 6);
        player.element.classList.toggle("present", player.element.contains(this.active));
        player.element.classList.toggle("closer", player.id === this.who);
        player.element.classList.toggle("plain", !odd && plain(player.cell.value) === plain(shown(score ?? 0)));
      }
      const following = this.following();
      this.next.hidden = !following;
      this.save.classList.toggle("main", !following);
      this.next.classList.toggle("main", Boolean(following));
      if (following) this.next.textContent = following.element.dataset.next;
      this.counted();
      clearTimeout(this.telling);
      const words = [...scores].filter(([, score]) => score !== null).map(([player, score]) => `${player.element.dataset.name} ${shown(score)}`);
      this.telling = setTimeout(() => (this.find(".results").textContent = words.join(", ")), 900);
    }

    // Save

    // Say who is missing, and go there; true if nobody is.
    complete() {
      const player = this.players.find((each) => this.missing(each));
      if (!this.who) {
        this.said.textContent = this.form.dataset.who;
        this.form.querySelector('[name="who"]').focus();
        this.form.querySelector(".who").scrollIntoView({ block: "nearest" });
      } else if (player) {
        this.said.textContent = player.element.dataset.missing; // first: it lifts the dock
        player.cell.setAttribute("aria-invalid", "true");
        this.go(player.cell);
      }
      return Boolean(this.who) && !player;
    }

    // The draft

    get fields() {
      return [...this.form.elements].filter((field) => field.name && field.name !== "csrf_token" && field.tagName !== "BUTTON");
    }

    keep() {
      const values = {};
      for (const field of this.fields) {
        if (field.type === "radio") values[field.name] = this.form.elements[field.name].value;
        else values[field.name] = field.type === "checkbox" ? field.checked : field.value;
      }
      store("setItem", this.form.dataset.draft, JSON.stringify({ at: Date.now(), values }));
    }

    restore() {
      const draft = draftOf(this.form.dataset.draft);
      if (!draft?.values) return;
      for (const field of this.fields) {
        const value = draft.values[field.name];
        if (value === undefined) continue;
        if (field.type === "radio") field.checked = field.value === value;
        else if (field.type === "checkbox") field.checked = value;
        else field.value = value;
      }
      this.tell(new Date(draft.at));
    }

    tell(when) {
      const notice = this.part("draft-part");
      const today = when.toDateString() === new Date().toDateString();
      const { lang } = document.documentElement;
      const locale = navigator.languages.find((each) => each.startsWith(lang)) ?? lang;
      const time = when.toLocaleString(locale, today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
      const words = notice.querySelector("span");
      words.textContent = words.textContent.replace("{time}", time);
      notice.querySelector("button").addEventListener("click", () => {
        store("removeItem", this.form.dataset.draft);
        location.reload();
      });
      this.form.before(notice);
    }
  }

  // The sign of a sum's last number, turned.
  const turned = (text) =>
    text.replace(/([+\-−–]?)(\d*)$/, (_all, sign, digits, at) => {
      if (!sign || sign === "+") return `−${digits}`;
      return at ? `+${digits}` : digits;
    });

  let present = null;
  let sent = null;
  const enhance = () => {
    const form = document.querySelector("form.round");
    if (form && present?.form !== form) present = new RoundForm(form);
  };

  // Before htmx or the browser sends the form.
  document.addEventListener(
    "submit",
    (event) => {
      if (event.target !== present?.form) return;
      if (present.complete()) sent = { key: event.target.dataset.draft, id: event.target.elements.entry_id.value };
      else {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    true,
  );
  // The scoreboard has come instead of the form: the round is saved.
  document.addEventListener("htmx:after:swap", () => {
    if (sent && !document.querySelector("form.round")) {
      forget(sent);
      present = null;
    }
    sent = null;
    enhance();
  });
  enhance();
})();
