// What the pages of a game gain with JavaScript. Served as one file with all that it imports.

import "./game/unfold.js";
import "./game/sending.js";
import "./game/live.js";
import "./game/network.js";
import "./game/seen.js";
import "./game/clock.js";
import "./game/awake.js";
