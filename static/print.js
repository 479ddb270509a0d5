// Paper: the reader's time zone goes with the form, a long sheet is announced, and phones that can may share the PDF.
"use strict";
(() => {
  const form = document.getElementById("print");
  if (!form) return;
  const said = document.getElementById("printing");
  const share = document.getElementById("share");
  try {
    form.elements.tz.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  } catch { /* UTC then */ }

  const working = (on) => {
    said.textContent = on ? said.dataset.working : "";
    for (const button of form.querySelectorAll("button")) button.disabled = on;
  };
  form.addEventListener("submit", () => setTimeout(() => working(true)));
  window.addEventListener("pageshow", () => working(false));

  const probe = () => new File([""], "sheet.pdf", { type: "application/pdf" });
  if (!share || !navigator.canShare || !navigator.canShare({ files: [probe()] })) return;
  share.hidden = false;
  share.addEventListener("click", async () => {
    working(true);
    try {
      const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
      if (!answer.ok) throw new Error(String(answer.status));
      const file = new File([await answer.blob()], "scorekeeper.pdf", { type: "application/pdf" });
      working(false);
      await navigator.share({ files: [file] });
    } catch (error) {
      working(false);
      if (error.name !== "AbortError") said.textContent = said.dataset.failed;
    }
  });
})();
