// The clock of a turn: it stands among the page, is started by a person, can be paused, and survives a reload.

const BEEPS = 3;

export class Clock {
  constructor(element, field, form) {
    Object.assign(this, { element, field });
    this.seconds = Number(element.dataset.seconds);
    this.store = `clock-${element.dataset.key}`;
    this.state = this.read();
    element.hidden = false;
    element.addEventListener("click", (event) => this.tap(event.target.closest("[data-clock]")?.dataset.clock));
    form.addEventListener("submit", () => this.stop(), true);
    this.ticking = setInterval(() => this.show(), 200);
    this.show();
  }

  read() {
    try {
      return JSON.parse(sessionStorage.getItem(this.store)) ?? { used: 0, since: null };
    } catch {
      return { used: 0, since: null };
    }
  }

  set(state) {
    this.state = state;
    try {
      sessionStorage.setItem(this.store, JSON.stringify(state));
    } catch { /* it runs all the same */ }
    this.show();
  }

  get used() {
    const { used, since } = this.state;
    return used + (since ? (Date.now() - since) / 1000 : 0);
  }

  tap(what) {
    if (what === "again") this.set({ used: 0, since: Date.now() });
    else if (what === "start" && this.state.since) this.set({ used: this.used, since: null });
    else if (what === "start") this.set({ used: this.used >= this.seconds ? 0 : this.used, since: Date.now() });
    // Sound is only allowed after a tap: this is one.
    if (what) this.audio ??= window.AudioContext ? new AudioContext() : null;
  }

  // The turn is judged: what was used is told, and the next turn has its own time.
  stop() {
    if (!this.used) return;
    if (this.field && !this.field.value) this.field.value = String(Math.ceil(this.used));
    this.set({ used: 0, since: null });
  }

  show() {
    if (!this.element.isConnected) {
      clearInterval(this.ticking);
      return;
    }
    const left = Math.max(0, this.seconds - this.used);
    const text = `${Math.floor(Math.ceil(left) / 60)}:${String(Math.ceil(left) % 60).padStart(2, "0")}`;
    const shown = this.element.querySelector(".left");
    if (shown.textContent !== text) shown.textContent = text;
    const start = this.element.querySelector("[data-clock=start]");
    start.textContent = this.state.since ? start.dataset.pause : start.dataset.start;
    const up = this.element.querySelector(".up");
    const over = left === 0 && this.used > 0;
    if (over && !up.textContent) this.ring();
    up.textContent = over ? up.dataset.up : "";
    this.element.classList.toggle("over", over);
  }

  ring() {
    navigator.vibrate?.([300, 150, 300, 150, 300]);
    if (!this.audio) return;
    for (let beep = 0; beep < BEEPS; beep++) {
      const tone = this.audio.createOscillator();
      const gain = this.audio.createGain();
      gain.gain.value = 0.2;
      tone.frequency.value = 880;
      tone.connect(gain).connect(this.audio.destination);
      tone.start(this.audio.currentTime + beep * 0.4);
      tone.stop(this.audio.currentTime + beep * 0.4 + 0.2);
    }
  }
}
