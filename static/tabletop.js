// The tile table: the melds as tiles to tap. Served as one file with all that it imports.

import { Tabletop } from "./referee/tiles.js";

let present = null;

const enhance = () => {
  const form = document.querySelector("form.asking");
  if (!form || present === form) return;
  present = form;
  if (document.getElementById("tabletop")) new Tabletop(form);
};

document.addEventListener("htmx:after:swap", enhance);
enhance();
