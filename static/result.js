// The page of a result: sends the time zone, fetches the picture ahead, shares it with the text where the phone can,
// and copies the text.
import { askAgain, isDrawn } from "./sheets/waiting.js";

const within = (selector) => document.querySelector(`#result ${selector}`);
const say = (text) => {
  within("#said").textContent = text;
};

let file; // a tap permits to share for a few seconds only, so the picture is fetched before

const fetched = async () => {
  const address = within("[download]").href;
  const answer = await fetch(address);
  if (answer.status !== 200 || within("[download]")?.href !== address) return;
  const made = new File([await answer.blob()], "scorekeeper-result.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [made] })) file = made;
};

const allow = (button) => {
  button.disabled = false;
};

const offer = () => {
  file = undefined;
  const button = within("#share");
  button.hidden = !navigator.share;
  button.disabled = true;
  within("#copy").hidden = !navigator.clipboard;
  const picture = within("img");
  if (picture.complete && isDrawn(picture))
    fetched()
      .catch(() => {})
      .finally(() => allow(button));
};

const share = async () => {
  const text = within("textarea").value;
  try {
    await navigator.share(file ? { files: [file], text } : { text });
  } catch (error) {
    if (error.name !== "AbortError") say(within("#said").dataset.failed);
  }
};

const copy = async (button) => {
  await navigator.clipboard.writeText(within("textarea").value);
  say(button.dataset.done);
};

const form = document.getElementById("options");
if (form) {
  askAgain("#result img");
  document.addEventListener("load", ({ target }) => target.matches?.("#result img") && offer(), true);
  document.addEventListener("error", ({ target }) => target.matches?.("#result img") && allow(within("#share")), true);
  document.addEventListener("htmx:after:swap", () => within("#share") && offer());
  document.addEventListener("click", ({ target }) => {
    if (target.closest("#share")) share();
    const button = target.closest("#copy");
    if (button) copy(button).catch(() => within("textarea").select());
  });
  offer();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && form.elements.tz.value !== zone) {
    form.elements.tz.value = zone;
    // htmx reads the page in a timer that it set before this one: a change before that would go unheard.
    setTimeout(() => form.dispatchEvent(new Event("change", { bubbles: true })));
  }
}
