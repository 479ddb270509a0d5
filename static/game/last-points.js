// The switch that shows the last round's points beside the totals; the style sheet looks at its check box.

import { makeSwitch } from "./switch.js";

makeSwitch("last-points", false, () => {});
