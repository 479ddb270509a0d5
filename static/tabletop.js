// The tile table: melds as tiles to tap. Entry point of a bundle.

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
