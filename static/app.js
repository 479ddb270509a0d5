// What the pages gain with JavaScript beside htmx: times in the reader's zone, and a word when no answer comes.
(() => {
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
  localTimes(document);
})();
