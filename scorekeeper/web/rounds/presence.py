"""Who else is entering the next round: devices that opened its form a moment ago; kept in the memory of a process."""

import threading
from collections import OrderedDict

from flask import request

from ...services.access.access import Access
from ...services.referee.clock import now
from ...services.views.game_view import GameView

LASTING = 120.0
"""Seconds for which a form counts as open: nobody tells the server when it is left."""
_MOST = 1_000  # games


class OpenForms:
    """The forms of the next round that devices have opened, by game; thread-safe."""

    def __init__(self, most: int = _MOST) -> None:
        self._most = most
        self._opened: OrderedDict[str, dict[int, tuple[int, float]]] = OrderedDict()
        self._lock = threading.Lock()

    def open(self, game_id: str, version: int, device_id: int, at: float) -> bool:
        """Note that a device opens the form at a time in seconds; return whether another has it open.

        A form of another version of the game does not count: its round was saved, or another change came first.
        """
        with self._lock:
            known = self._opened.pop(game_id, {})
            here = {device: (of, when) for device, (of, when) in known.items() if of == version and at - when < LASTING}
            self._opened[game_id] = {**here, device_id: (version, at)}
            if len(self._opened) > self._most:
                self._opened.popitem(last=False)
            return any(device != device_id for device in here)


_forms = OpenForms()


def others_enter(view: GameView, access: Access) -> bool:
    """Note that this device opens the form of the next round; return whether another is entering that round just now.

    A service worker that fetches the form ahead opens none.
    """
    by_user = "HX-Request" in request.headers or request.headers.get("Sec-Fetch-Mode", "navigate") == "navigate"
    if access.device_id is None or not by_user:
        return False
    return _forms.open(view.id, view.version, access.device_id, now().timestamp())
