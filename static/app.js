// Enhancements of every page besides htmx: local times, a message when a request fails, unsent rounds.
// Runs before the first paint, so that the page never changes its looks afterwards.
(() => {
  document.documentElement.classList.add("js");

  const localTimes = (root) => {
    const { lang } = document.documentElement;
    const wanted = [...navigator.languages.filter((each) => each.startsWith(lang)), lang]; // first the reader's regional variant
    const locale = Intl.DateTimeFormat.supportedLocalesOf(wanted)[0] ?? "de"; // Chromium lacks Icelandic: figures only, as there
    const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
    for (const time of root.querySelectorAll("time[datetime]")) {
      const when = new Date(time.dateTime);
      const text = Number.isNaN(when.getTime()) ? time.textContent : format.format(when);
      if (time.textContent !== text) time.textContent = text; // or the observer below would see each change
    }
  };
  // A house rule is shown where the choice that it needs is made.
  const showNeeded = () => {
    for (const rule of document.querySelectorAll("[data-needs]")) {
      const [name, choice] = rule.dataset.needs.split("=");
      const field = rule.closest("form").elements[name];
      const chosen = field?.type === "checkbox" ? String(field.checked) : field?.value;
      rule.hidden = chosen !== choice && !rule.querySelector(".error");
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
      // The server reads one htmx header only; the others would reveal what the user does.
      for (const name of Object.keys(request.headers)) if (/^HX-(?!Request$)/.test(name)) delete request.headers[name];
      request.referrerPolicy = "strict-origin";
    },
  );
  document.addEventListener("htmx:error", (event) => {
    const { ctx } = event.detail;
    const { href } = ctx?.sourceElement ?? {};
    if (href && !ctx.response)
      location.assign(href); // a link: navigate, so that the browser or the service worker shows more
    else if (ctx && !ctx.response) {
      alertBox().replaceChildren(document.getElementById("no-answer").content.cloneNode(true));
      alertBox().scrollIntoView({ block: "nearest" });
    }
  });
  // The response to a form replaces its fields: what was typed meanwhile goes on in the new ones, also the first keys that
  // are meant for the field that the response focuses.
  let sent = null;
  const typedIn = (field) => (/radio|checkbox/.test(field.type) ? field.checked : field.value);
  const fieldsOf = (form) => [...form.elements].filter(({ id, type }) => id && type !== "hidden");
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    const form = ctx.sourceElement;
    sent = form.matches("form") && {
      form,
      keys: "",
      values: new Map(fieldsOf(form).map((each) => [each, typedIn(each)])),
    };
  });
  document.addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey, target }) => {
    if (sent && key.length === 1 && !ctrlKey && !metaKey && !altKey && !target.matches("input, textarea, select"))
      sent.keys += key;
  });
  document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
    if (sent?.form !== ctx.sourceElement) return;
    sent.answer = ctx;
    sent.typed = fieldsOf(sent.form).filter((field) => sent.values.get(field) !== typedIn(field));
    sent.focused = sent.typed.find((field) => field === document.activeElement);
  });
  const goOnTyping = ({ typed, focused, keys }) => {
    for (const old of typed) {
      const field = document.getElementById(old.id);
      if (field?.name !== old.name) continue;
      if (/radio|checkbox/.test(old.type)) field.checked = old.checked;
      else field.value = old.value;
    }
    if (focused) document.getElementById(focused.id)?.focus();
    const field = document.activeElement;
    if (keys && field.matches("input, textarea"))
      field.setRangeText(keys, field.value.length, field.value.length, "end");
  };
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (!sent?.answer || sent.answer !== ctx) return;
    goOnTyping(sent);
    sent = null;
  });
  // A page's own style sheets stay loaded when another page takes its place.
  const ownStyles = () => {
    const wanted = document.getElementById("page").dataset.styles.split(" ");
    for (const link of document.querySelectorAll("link[data-style]"))
      link.disabled = !wanted.includes(link.dataset.style);
  };
  document.addEventListener("htmx:after:swap", (event) => {
    localTimes(document);
    ownStyles();
    if (event.detail.ctx?.hx?.retarget === "#alert") alertBox().scrollIntoView({ block: "nearest" });
    else if (event.detail.ctx?.sourceElement?.href) document.getElementById("page").focus({ preventScroll: true });
  });

  // The list of games loads the outbox's scripts only if there are unsent rounds or no network.
  const bring = () => {
    const parts = document.getElementById("in-play");
    if (!parts) return;
    for (const script of parts.content.querySelectorAll("script")) script.async = false; // execute in order
    document.head.append(parts.content);
    parts.remove();
  };
  const look = () => {
    if (!document.getElementById("in-play")) return;
    if (document.getElementById("offline")) return bring();
    const opening = indexedDB.open("scorekeeper");
    opening.onupgradeneeded = () => opening.transaction.abort(); // do not create a database that does not exist
    opening.onsuccess = () => {
      const counting = opening.result.transaction("unsent").objectStore("unsent").count();
      counting.onsuccess = () => counting.result && bring();
      opening.result.close();
    };
  };
  addEventListener("offline", bring);
  addEventListener("pageshow", look);
  document.addEventListener("visibilitychange", look);
  // While the page is parsed: a time that changes after the first paint would move what is below it.
  const parsing = new MutationObserver(() => {
    localTimes(document);
    showNeeded();
  });
  parsing.observe(document, { childList: true, subtree: true });
  document.addEventListener("DOMContentLoaded", () => {
    parsing.disconnect();
    localTimes(document);
    showNeeded();
  });
  for (const kind of ["change", "htmx:after:swap"]) document.addEventListener(kind, showNeeded);
})();
