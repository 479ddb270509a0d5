// The print page: sends the time zone with the form and for the picture, shows progress, and shares the PDF where the
// browser can.
import { askAgain } from "./sheets/waiting.js";

(() => {
  const form = document.getElementById("print");
  if (!form) return;
  const said = document.getElementById("printing");
  const share = document.getElementById("share");
  try {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
    form.elements.tz.value = zone;
  } catch {
    // the server then uses the zone that it knows, or UTC
  }

  askAgain("#preview img");

  // A picture with the server's idea of the time zone would be made for nothing, so it is asked for only now.
  const picture = document.querySelector("#preview img");
  const first = picture && new URL(picture.dataset.src ?? picture.src, location);
  if (first && (picture.dataset.src || first.searchParams.get("tz") !== form.elements.tz.value)) {
    first.searchParams.set("tz", form.elements.tz.value);
    picture.src = first;
  }

  const working = (on) => {
    said.textContent = on ? said.dataset.working : "";
    for (const button of form.querySelectorAll("button")) button.disabled = on;
  };
  form.addEventListener("submit", () => setTimeout(() => working(true)));
  window.addEventListener("pageshow", () => working(false));

  // Poll while the sheet is being printed, at the interval that the server sends.
  const after = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));
  const sheet = async () => {
    let answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
    for (let tries = 30; [429, 503].includes(answer.status) && answer.headers.has("Retry-After") && tries; tries--) {
      await after(Number(answer.headers.get("Retry-After")) || 5);
      answer = await fetch(answer.url);
    }
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.blob();
  };
  const probe = () => new File([""], "sheet.pdf", { type: "application/pdf" });
  if (!share || !navigator.canShare || !navigator.canShare({ files: [probe()] })) return;
  share.hidden = false;
  share.addEventListener("click", async () => {
    working(true);
    try {
      const file = new File([await sheet()], "scorekeeper.pdf", { type: "application/pdf" });
      working(false);
      await navigator.share({ files: [file] });
    } catch (error) {
      working(false);
      if (error.name !== "AbortError") said.textContent = said.dataset.failed;
    }
  });
})();
