// While the press is busy, a picture is a small one that says so: ask again. Browsers that have an address's picture do
// not ask for it a second time, so each try has its own.
const MOST_TRIES = 60;
const SMALL = 400;

export const isDrawn = (picture) => picture.naturalWidth > SMALL;

export const askAgain = (selector) => {
  const again = ({ target }) => {
    if (!target.matches?.(selector) || isDrawn(target)) return;
    const address = new URL(target.src);
    const tries = Number(address.searchParams.get("try")) + 1;
    address.searchParams.set("try", tries);
    if (tries <= MOST_TRIES) setTimeout(() => target.setAttribute("src", address), 2000);
  };
  document.addEventListener("load", again, true);
};
