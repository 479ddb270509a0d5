// Enhancements of the pages of a game. Entry point of a bundle.

import "./game/unfold.js";
import "./game/outbox/sending.js";
import "./game/outbox/void.js";
import "./game/outbox/undo.js";
import "./game/live.js";
import "./game/network.js";
import "./game/offline-games.js";
import "./game/clock.js";
import "./game/wake-lock.js";
import "./game/last-points.js";
