// Read the verdict aloud, after a tap, where the browser can. Everything that is read stands on the page, too.

import { cardName, cardPattern, say } from "../game/text.js";

const READ = "#verdict > p:not(.aloud), .reasons > li > p";

// Return the text of the verdict and its reasons as sentences to be spoken; a card is its whole name.
const spoken = () =>
  [...document.querySelectorAll(READ)]
    .map((part) => {
      const copy = part.cloneNode(true);
      for (const id of copy.querySelectorAll(".id")) id.remove();
      for (const face of copy.querySelectorAll(".face")) face.after(",");
      const text = copy.textContent.replace(/\s+/g, " ").replace(/[\s,]+$/, "");
      return text.replace(new RegExp(`(?<![\\p{L}\\p{N}_])${cardPattern()}`, "gu"), cardName);
    })
    .map((text) => (/[.!?]$/.test(text) ? text : `${text}.`))
    .join(" ");

const label = (button, reading) => {
  button.textContent = reading ? `■ ${say("stopReading")}` : `▶\ufe0e ${say("readAloud")}`;
};

const toggle = (button) => {
  const reading = speechSynthesis.speaking || speechSynthesis.pending;
  speechSynthesis.cancel();
  label(button, !reading);
  if (reading) return;
  const speech = new SpeechSynthesisUtterance(spoken());
  speech.lang = document.documentElement.lang;
  for (const kind of ["end", "error"]) speech.addEventListener(kind, () => label(button, false));
  speechSynthesis.speak(speech);
};

// Offer the verdict on the page, if there is one; stop reading an earlier one.
export const offerAloud = () => {
  if (!("speechSynthesis" in window)) return;
  const verdict = document.getElementById("verdict");
  if (verdict?.querySelector(".aloud")) return;
  speechSynthesis.cancel();
  if (!verdict) return;
  const [line, button] = [document.createElement("p"), document.createElement("button")];
  line.className = "aloud";
  button.type = "button";
  button.className = "button";
  label(button, false);
  button.addEventListener("click", () => toggle(button));
  line.append(button);
  verdict.append(line);
};
addEventListener("pagehide", () => window.speechSynthesis?.cancel());
