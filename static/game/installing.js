// Safari on an iPhone deletes what a page has stored after a week without a visit; not so for a page on the Home Screen. One
// line says so, where it is true: in the outbox, and on the page of the device. It can be dismissed.

const KEY = "scorekeeper-installing-known";

const isSafariOnIPhone = () => /\biPhone\b.*\bVersion\/[\d.]+ .*\bSafari\//.test(navigator.userAgent);
const isInstalled = () => navigator.standalone || matchMedia("(display-mode: standalone)").matches;

const isDismissed = () => {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false; // no storage
  }
};

// Return whether this browser forgets after a week; one that has granted persistent storage does not.
export const forgets = async () =>
  isSafariOnIPhone() && !isInstalled() && !isDismissed() && !(await navigator.storage?.persisted?.());

const dismiss = () => {
  try {
    localStorage.setItem(KEY, "1");
  } catch {
    // no storage: until the page is loaded again
  }
  for (const line of document.querySelectorAll(".installing")) line.remove();
};

// Show the line with this warning; its button dismisses it.
export const showLine = (line) => {
  line.querySelector("button").addEventListener("click", dismiss);
  line.hidden = false;
};
