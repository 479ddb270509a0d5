// A tone and a vibration when another phone changes the game; off by default.
// Browsers allow no sound before a user gesture, so the first tap unlocks it.

import { makeSwitch } from "./switch.js";

const TONE = 0.2; // seconds

let audio = null;

const makeReady = () => {
  if (!wanted() || !window.AudioContext) return;
  audio ??= new AudioContext();
  if (audio.state !== "running") audio.resume().catch(() => {}); // not allowed yet: the next tap tries again
};

const tone = (at) => {
  const source = audio.createOscillator();
  const volume = audio.createGain();
  volume.gain.value = 0.2;
  source.frequency.value = 880;
  source.connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + TONE);
};

// Play `count` tones and vibrations in a row.
export const ring = (times) => {
  if (!wanted()) return;
  navigator.vibrate?.(Array(2 * times - 1).fill(TONE * 1000));
  if (audio?.state !== "running") return;
  for (let time = 0; time < times; time++) tone(audio.currentTime + 2 * time * TONE);
};

const wanted = makeSwitch("loud", false, () => {
  makeReady();
  ring(1); // a preview
});
for (const kind of ["click", "keydown"]) document.addEventListener(kind, makeReady);
