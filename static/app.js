// What the pages gain with JavaScript beside htmx: times in the reader's zone, a word when no answer comes, unsent rounds.
// Run before anything is drawn, so that what looks otherwise with a script does so from the first sight on.
(() => {
  document.documentElement.classList.add("js");

  const localTimes = (root) => {
    const { lang } = document.documentElement;
    const locale = navigator.languages.find((each) => each.startsWith(lang)) ?? lang; // as this reader writes the page's language
    for (const time of root.querySelectorAll("time[datetime]")) {
      const when = new Date(time.dateTime);
      if (!Number.isNaN(when.getTime())) {
        time.textContent = when.toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
      }
    }
  };
  const alertBox = () => document.getElementById("alert");

  document.addEventListener(
    "htmx:before:request",
    ({
      detail: {
        ctx: { request },
      },
    }) => {
      alertBox().replaceChildren();
      // Of all that htmx says of itself and of this page the server reads one header.
      for (const name of Object.keys(request.headers)) if (/^HX-(?!Request$)/.test(name)) delete request.headers[name];
      request.referrerPolicy = "strict-origin";
    },
  );
  document.addEventListener("htmx:error", (event) => {
    const { ctx } = event.detail;
    const { href } = ctx?.sourceElement ?? {};
    if (href && !ctx.response)
      location.assign(href); // a link: the browser, or what the worker kept, says more
    else if (ctx && !ctx.response) {
      alertBox().replaceChildren(document.getElementById("no-answer").content.cloneNode(true));
      alertBox().scrollIntoView({ block: "nearest" });
    }
  });
  document.addEventListener("htmx:after:swap", (event) => {
    localTimes(document);
    if (event.detail.ctx?.sourceElement?.href) document.getElementById("page").focus({ preventScroll: true });
  });

  // The list of games is light: what its unsent rounds need is fetched when there are any, or no network.
  const bring = () => {
    const parts = document.getElementById("in-play");
    if (!parts) return;
    for (const script of parts.content.querySelectorAll("script")) script.async = false; // one after the other
    document.head.append(parts.content);
    parts.remove();
  };
  const look = () => {
    if (!document.getElementById("in-play")) return;
    if (document.getElementById("offline")) return bring();
    const opening = indexedDB.open("scorekeeper");
    opening.onupgradeneeded = () => opening.transaction.abort(); // there is none, and none is made
    opening.onsuccess = () => {
      const counting = opening.result.transaction("unsent").objectStore("unsent").count();
      counting.onsuccess = () => counting.result && bring();
      opening.result.close();
    };
  };
  addEventListener("offline", bring);
  addEventListener("pageshow", look);
  document.addEventListener("visibilitychange", look);
  document.addEventListener("DOMContentLoaded", () => localTimes(document));
})();
