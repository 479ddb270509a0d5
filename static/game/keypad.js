// The keypad: types into the active number field.

import { negated } from "./text.js";

export class Keypad {
  // `write(change)` changes the active field's text; `begin()` focuses a number field if none is active;
  // `forward()` moves to the next player, if `more()` returns true.
  constructor(element, { write, begin, forward, more }) {
    Object.assign(this, { element, write, begin, forward, more, fresh: true });
    element.addEventListener("click", (event) => {
      const button = event.target.closest("[data-key]");
      if (button) this.press(button.dataset.key);
    });
  }

  press(key) {
    this.begin();
    if (key === "zero") {
      this.change(() => "0");
      if (this.more()) this.forward();
    } else if (key === "back") this.change((text) => text.slice(0, -1));
    else if (key === "sign") this.change(negated);
    else this.type(key);
  }

  // The first digit replaces the text of a field that was just focused.
  type(key) {
    const digit = /\d/.test(key);
    this.change((text) => {
      if (digit) return this.fresh ? key : text + key;
      const before = text.replace(/[+\-−–]+$/, "");
      return before || key === "−" ? before + key : text;
    });
  }

  change(how) {
    this.write(how);
    this.fresh = false;
  }
}
