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
  const notice = document.querySelector("[data-blank]");
  if (!notice || ticking) return;
  let left = Number(notice.dataset.blank);
  notice.classList.add("on");
  notice.querySelector("button").addEventListener("click", blank);
  ticking = setInterval(() => {
    left -= 1;
    notice.querySelector("b").textContent = left;
    if (left <= 0) blank();
  }, 1000);
};

addEventListener("pagehide", () => ticking && blank());
document.addEventListener("visibilitychange", () => document.hidden && ticking && blank());
