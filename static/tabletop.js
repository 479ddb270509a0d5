// The tile table: the melds as tiles to tap, and the clock of a turn. Served as one file with all that it imports.

import { Clock } from "./referee/clock.js";
import { Tabletop } from "./referee/tiles.js";

let present = null;

const enhance = () => {
  const form = document.querySelector("form.asking");
  if (!form || present === form) return;
  present = form;
  const clock = document.querySelector(".clock");
  if (clock) new Clock(clock, form.querySelector("[name=seconds_used]"), form);
  if (document.getElementById("tabletop")) new Tabletop(form);
};

document.addEventListener("htmx:after:swap", enhance);
enhance();
