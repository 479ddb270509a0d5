// A tone and a shake when something happens elsewhere, on a phone whose owner has asked for them: off until then.
// Browsers let nothing be heard before somebody has tapped on the page, so the first tap makes ready for it.

import { makeSwitch } from "./switch.js";

const TONE = 0.2; // seconds

let audio = null;

const makeReady = () => {
  if (!wanted() || !window.AudioContext) return;
  audio ??= new AudioContext();
  if (audio.state !== "running") audio.resume().catch(() => {}); // not yet allowed: the next tap asks again
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

// So many tones, and shakes, one after the other.
export const ring = (times) => {
  if (!wanted()) return;
  navigator.vibrate?.(Array(2 * times - 1).fill(TONE * 1000));
  if (audio?.state !== "running") return;
  for (let time = 0; time < times; time++) tone(audio.currentTime + 2 * time * TONE);
};

const wanted = makeSwitch("loud", false, () => {
  makeReady();
  ring(1); // this is how it sounds
});
for (const kind of ["click", "keydown"]) document.addEventListener(kind, makeReady);
