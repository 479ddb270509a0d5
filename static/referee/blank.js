// Hide a discreet answer after a time, at a tap, or when the page is left. Nothing of it is stored.

let ticking = null;

const blank = () => {
  clearInterval(ticking);
  ticking = null;
  const main = document.getElementById("page");
  main.replaceChildren(document.getElementById("blanked").content.cloneNode(true));
  main.querySelector("[tabindex]").focus();
};

export const blankLater = () => {
  const told = document.querySelector("[data-blank]");
  if (!told || ticking) return;
  let left = Number(told.dataset.blank);
  told.classList.add("on");
  told.querySelector("button").addEventListener("click", blank);
  ticking = setInterval(() => {
    left -= 1;
    told.querySelector("b").textContent = left;
    if (left <= 0) blank();
  }, 1000);
};

addEventListener("pagehide", () => ticking && blank());
document.addEventListener("visibilitychange", () => document.hidden && ticking && blank());
