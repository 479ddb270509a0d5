"""Who has access to a game: its devices and links, told and withdrawn; and what devices are called."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from ..rules.errors import N_, Problem
from ..store import queries, sharing
from ..store.database import db, writing
from ..store.models import Grant
from ..store.sharing import Standing
from .access import Access, Role, add_device, hashed
from .changes import changing
from .errors import NotNow
from .shapes import DeviceShape, read
from .views import in_utc

OTHERS = "others"
_OWN = N_("This is the device that you hold. To give the game away, let somebody else keep the score.")


@dataclass(frozen=True)
class Holder:
    """A device or a link that opens a game."""

    id: str
    """What `withdraw` takes: `device-` or `link-` and a number."""
    role: Role
    since: datetime
    name: str = ""
    mine: bool = False
    devices: int | None = None
    """How many devices came by a link; None of a device."""


def holders(right: Access) -> list[Holder]:
    """Return who has access to a game, this device first, then the other devices, then the links.

    Raises:
        NotAllowed: a viewer asks.
    """
    right.must_write()
    rights = sharing.rights_of_game(db.session(), right.game_id)
    devices: dict[int, list[Standing]] = {}
    for each in rights:
        if each.device_id is not None:
            devices.setdefault(each.device_id, []).append(each)
    found = [_device(device, held, right) for device, held in devices.items()]
    links = [
        Holder(f"link-{each.id}", Role(each.role), in_utc(each.given_at), devices=len(_came_by(each.id, rights)))
        for each in rights
        if each.device_id is None
    ]
    return sorted(found, key=lambda holder: not holder.mine) + links


def withdraw(right: Access, holder: str) -> int:
    """End the right of a device or a link, with the devices that came by it, or of all `OTHERS`; return how many.

    The device that withdraws keeps its own. Codes that were given out for the game end, too.

    Raises:
        NotAllowed: a viewer asks; NoAccess: the right to withdraw has ended.
        NotNow: it is the device's own right.
    """
    if right.device_id is not None and holder == f"device-{right.device_id}":
        raise NotNow(Problem(_OWN))
    now = datetime.now(UTC)
    with changing(right.game_id, right) as (session, _game):
        rights = sharing.rights_of_game(session, right.game_id)
        ended = [each for each in rights if _means(holder, each) and each.device_id != right.device_id]
        if not ended:
            return 0
        sharing.withdraw(session, [each.id for each in ended], now)
        _keep_own(session, right, rights, {each.id for each in ended}, now)
        sharing.drop_invitations_of_game(session, right.game_id)
        queries.tell(session, right.game_id)  # whoever watches with an ended right is shown out
        return len(ended)


def name_device(secret: str, body: object) -> str:
    """Give a device, perhaps a new one, a name that stands beside what it writes, or none; return it.

    Raises:
        Invalid: it is too long, or no text.
    """
    name = read(DeviceShape, body).name or ""
    with writing() as session:
        sharing.set_device_name(session, add_device(session, secret, datetime.now(UTC)), name)
    return name


def device_name(secret: str | None) -> str | None:
    """Return what a device is called: None if it was never asked, empty if it shall have no name."""
    device = queries.device_id(db.session(), hashed(secret)) if secret else None
    return None if device is None else sharing.device_name(db.session(), device)


def asks_for_name(right: Access) -> bool:
    """Return whether this is when a device is asked for its name: it never was, and has just written for once."""
    if right.device_id is None or sharing.device_name(db.session(), right.device_id) is not None:
        return False
    return sharing.changes_by(db.session(), right.device_id, right.game_id) == 1


def has_recovery_code(secret: str | None) -> bool:
    """Return whether a device has a recovery code."""
    device = queries.device_id(db.session(), hashed(secret)) if secret else None
    return device is not None and sharing.has_recovery(db.session(), device)


def _device(device: int, held: list[Standing], right: Access) -> Holder:
    role = Role.SCORER if any(each.role == Role.SCORER for each in held) else Role.VIEWER
    since = min(in_utc(each.given_at) for each in held)
    return Holder(f"device-{device}", role, since, held[0].name or "", device == right.device_id)


def _came_by(key: int, rights: Iterable[Standing]) -> set[int | None]:
    return {each.device_id for each in rights if each.from_id == key}


def _means(holder: str, right: Standing) -> bool:
    """Return whether `holder` names a right: the one, its device, or as one of all."""
    name = f"link-{right.id}" if right.device_id is None else f"device-{right.device_id}"
    return holder in (OTHERS, name)


def _keep_own(session: Any, right: Access, rights: list[Standing], ended: set[int], now: datetime) -> None:
    """Give the device that withdraws a right of its own, if the one it has ends with a link."""
    own = [each for each in rights if each.device_id == right.device_id]
    if own and all(each.from_id in ended for each in own):
        session.add(Grant(game_id=right.game_id, role=right.role.value, given_at=now, device_id=right.device_id))
