// What the pages gain with JavaScript beside htmx: times in the reader's zone, and a word when no answer comes.
// Run before anything is drawn, so that what looks otherwise with a script does so from the first sight on.
(() => {
  document.documentElement.classList.add("js");

  const localTimes = (root) => {
    for (const time of root.querySelectorAll("time[datetime]")) {
      const when = new Date(time.dateTime);
      if (!isNaN(when)) {
        time.textContent = when.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
      }
    }
  };
  const alertBox = () => document.getElementById("alert");

  document.addEventListener("htmx:before:request", () => alertBox().replaceChildren());
  document.addEventListener("htmx:error", (event) => {
    if (event.detail.ctx && !event.detail.ctx.response) {
      alertBox().replaceChildren(document.getElementById("no-answer").content.cloneNode(true));
      alertBox().scrollIntoView({ block: "nearest" });
    }
  });
  document.addEventListener("htmx:after:swap", () => localTimes(document));
  document.addEventListener("DOMContentLoaded", () => localTimes(document));
})();
