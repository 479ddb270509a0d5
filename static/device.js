// The page of this device: what installing changes. Entry point of a bundle.

import { forgets, showLine } from "./game/installing.js";

const look = async () => {
  const line = document.querySelector(".installing");
  if (line && (await forgets())) showLine(line);
};
document.addEventListener("htmx:after:swap", look);
look();
