// The draft of a round in localStorage: it survives the tab, and tabs with the same round stay in sync.
// Storage may be missing, forbidden or full; then there is no draft, and nothing else fails.

import { say, timeOf } from "./text.js";

const PREFIX = "scorekeeper-round-";
const SAVED = "scorekeeper-saved-";
const FRESH = "fresh"; // marker instead of a draft's id: this tab starts without a draft

const attempt = (what) => {
  try {
    return what();
  } catch {
    return null; // no storage, or invalid content: as if there were no draft
  }
};
const read = (key) => attempt(() => JSON.parse(localStorage.getItem(key)));

const namesOf = (scope) =>
  (attempt(() => Object.keys(localStorage)) ?? []).filter((key) => key.startsWith(`${PREFIX}${scope}/`));

// Delete the draft of a saved round, and notify other tabs. `scope` is the form's `data-draft`.
export const roundSaved = ({ scope, id }) => {
  attempt(() => localStorage.setItem(SAVED + scope, id));
  attempt(() => localStorage.removeItem(`${PREFIX}${scope}/${id}`));
  attempt(() => sessionStorage.removeItem(PREFIX + scope));
};

export class Draft {
  // `changed()` is called when another tab has changed the form's content.
  constructor(form, changed) {
    Object.assign(this, { form, changed, scope: form.dataset.draft, at: 0, over: false, apart: false });
    this.fields = [...form.elements].filter(
      (field) => field.name && field.name !== "csrf_token" && field.tagName !== "BUTTON",
    );
    this.left = new AbortController();
    const { signal } = this.left;
    addEventListener("storage", (event) => this.heard(event), { signal });
    document.addEventListener("visibilitychange", () => this.lookAgain(), { signal });
  }

  get id() {
    return this.form.elements.entry_id.value;
  }

  get key() {
    return `${PREFIX}${this.scope}/${this.id}`;
  }

  get typed() {
    return this.fields.some(
      (field) => field.type !== "hidden" && (/radio|checkbox/.test(field.type) ? field.checked : field.value),
    );
  }

  get values() {
    const values = {};
    for (const field of this.fields) {
      if (field.type === "radio") values[field.name] = this.form.elements[field.name].value;
      else values[field.name] = field.type === "checkbox" ? field.checked : field.value;
    }
    return values;
  }

  keep() {
    if (this.over) return;
    const own = attempt(() => sessionStorage.getItem(PREFIX + this.scope));
    // The server has changed the form's id: the draft under the old one is the same round.
    if (own && own !== this.id) attempt(() => localStorage.removeItem(`${PREFIX}${this.scope}/${own}`));
    attempt(() => sessionStorage.setItem(PREFIX + this.scope, this.id));
    this.at = Date.now();
    attempt(() => localStorage.setItem(this.key, JSON.stringify({ at: this.at, values: this.values })));
  }

  // Restore this tab's own draft, else the latest.
  restore() {
    const own = attempt(() => sessionStorage.getItem(PREFIX + this.scope));
    if (own === FRESH) {
      this.apart = true; // another tab's draft, which may be told of only now, is not wanted here
      attempt(() => sessionStorage.removeItem(PREFIX + this.scope));
      return;
    }
    const drafts = namesOf(this.scope)
      .map(read)
      .filter((draft) => draft?.values);
    const draft = drafts.find(({ values }) => values.entry_id === own) ?? drafts.sort((a, b) => b.at - a.at)[0];
    if (!draft) return;
    this.fill(draft);
    attempt(() => sessionStorage.setItem(PREFIX + this.scope, this.id));
    this.tell(say("draftBack", { time: timeOf(new Date(draft.at)) }), say("afresh"), () => this.drop());
  }

  // The content is stored elsewhere now.
  abandon() {
    this.over = true;
    attempt(() => localStorage.removeItem(this.key));
    attempt(() => sessionStorage.removeItem(PREFIX + this.scope));
  }

  drop() {
    this.over = true; // another tab that keeps this draft does not bring it back here
    attempt(() => localStorage.removeItem(this.key));
    attempt(() => sessionStorage.setItem(PREFIX + this.scope, FRESH));
    location.reload();
  }

  fill({ at, values }) {
    this.at = at;
    for (const field of this.fields) {
      const value = values[field.name];
      if (value === undefined) continue;
      if (field.type === "radio") field.checked = field.value === value;
      else if (field.type === "checkbox") field.checked = value;
      else field.value = value;
    }
  }

  // A storage event: another tab has written.
  heard({ key, newValue }) {
    if (key === SAVED + this.scope) this.lookAgain();
    else if (!key?.startsWith(`${PREFIX}${this.scope}/`) || this.over) return;
    else if (key === this.key && newValue === null) {
      if (this.typed && !this.saved) this.keep(); // deleted there: what was typed here stays
    } else if (newValue !== null) this.meet(read(key));
  }

  meet(draft) {
    if (!draft?.values) return;
    const same = draft.values.entry_id === this.id;
    if (!same && this.typed) this.tell(say("otherTab"));
    if (!same && (this.typed || this.apart)) return;
    const known = JSON.stringify(this.values);
    this.fill(draft);
    if (JSON.stringify(this.values) === known) return; // a notice with a button stays
    this.tell(say("sameTab"));
    this.changed();
  }

  get saved() {
    return attempt(() => localStorage.getItem(SAVED + this.scope)) === this.id;
  }

  // Catch up after this tab was suspended.
  lookAgain() {
    if (this.over) return;
    if (this.saved) {
      this.over = true;
      this.tell(say("savedThere"), say("nextRound"), () => location.reload());
      return;
    }
    const draft = read(this.key);
    if (draft?.at > this.at) this.meet(draft);
  }

  // Show a notice above the form, with a button if there is something to do.
  tell(words, label, act) {
    this.notice?.remove();
    const [notice, text, button] = ["p", "span", "button"].map((tag) => document.createElement(tag));
    notice.className = "notice draft";
    notice.role = "status";
    text.textContent = words;
    notice.append(text);
    if (label) {
      button.type = "button";
      button.className = "button quiet";
      button.textContent = label;
      button.addEventListener("click", act);
      notice.append(" ", button);
    }
    this.form.before(notice);
    this.notice = notice;
  }

  // The form was removed from the page.
  leave() {
    this.left.abort();
  }
}
