// A stepper: two buttons beside a number field, minus one and plus one.

import { readSum, say } from "./text.js";

const step = (field, by) => {
  const count = Math.max(0, (readSum(field.value || "0") || 0) + by);
  field.value = count ? String(count) : "";
  field.dispatchEvent(new Event("input", { bubbles: true }));
};

const stepper = (field, by, words) => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.dataset.step = by;
  button.ariaLabel = `${field.labels[0]?.textContent ?? ""}: ${words}`;
  button.textContent = by < 0 ? "−" : "+";
  button.addEventListener("click", () => step(field, by));
  return button;
};

export const addSteps = (field) => {
  field.before(stepper(field, -1, say("less")));
  field.after(stepper(field, 1, say("more")));
};
