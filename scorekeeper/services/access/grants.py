"""List and withdraw the access of devices and links to a game or a circle; name devices."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from ...rules.errors import N_, Problem
from ...store import grants, queries
from ...store.circles import circles
from ...store.database import db, writing
from ...store.grants import HeldRight
from ...store.models import Grant
from ...store.moments import in_utc
from ..errors import NotAllowed, NotNow
from ..payload_reading import read
from ..payloads import DeviceShape
from .access import Access, Role, add_device, hashed
from .locking import AnyAccess, best_of, locking

OTHERS = "others"
_OWN = N_("This is your own device. To hand the game over, let somebody else keep the score.")
_OWN_OF_CIRCLE = N_("This is your own device. To hand the circle over, let somebody else keep it.")


@dataclass(frozen=True)
class AccessHolder:
    """A device or a link with access to a game or a circle."""

    id: str
    """The argument of `withdraw`: `device-` or `link-` and a number."""
    role: Role
    since: datetime
    name: str = ""
    mine: bool = False
    devices: int | None = None
    """Number of devices that joined by a link; None for a device."""
    maker: str | None = None
    """Name of the device that made the link or let this device in: empty if it has no name, None if there is none."""
    made_here: bool = False
    """Whether that was the requesting device."""
    let_in: tuple[int, int] = (0, 0)
    """Number of links and of devices that it let in, transitively, without those that end with it anyway."""


def list_holders(right: AnyAccess) -> list[AccessHolder]:
    """Return everyone with access to a game or a circle: this device, other devices, links.

    The list of a game leaves out those who have access by its circle.

    Raises:
        NotAllowed: the role is not the best one, of a game's scorer or a circle's keeper.
    """
    if right.role > best_of(right.subject):
        raise NotAllowed
    rights = grants.rights_of(db.session(), right.subject)
    devices: dict[int, list[HeldRight]] = {}
    for each in rights:
        if each.device_id is not None:
            devices.setdefault(each.device_id, []).append(each)
    found = [_device(device, held, right) for device, held in devices.items()]
    links = [_link(each, rights, right) for each in rights if each.device_id is None]
    return [
        replace(holder, let_in=_let_in(holder.id, rights, right))
        for holder in sorted(found, key=lambda holder: not holder.mine) + links
    ]


def withdraw(right: AnyAccess, holder: str, *, let_in: bool = True) -> int:
    """Withdraw the access of a device, of a link and the devices that joined by it, or of all `OTHERS`.

    With `let_in`, whatever they let in ends, too, transitively; else a device could return by a link of its own. The
    requesting device keeps its access. All pending codes of the game or circle end.

    Returns:
        The number of grants that ended.

    Raises:
        NotAllowed: see `list_holders`; NoAccess: the requesting device's access has ended.
        NotNow: `holder` is the requesting device itself.
    """
    if right.device_id is not None and holder == f"device-{right.device_id}":
        raise NotNow(Problem(_OWN_OF_CIRCLE if right.subject.is_circle else _OWN))
    now = datetime.now(UTC)
    with locking(right, best_of(right.subject)) as session:
        rights = grants.rights_of(session, right.subject)
        ended = set(_ended(holder, rights, right, let_in=let_in))
        if not ended:
            return 0
        if right.subject.is_circle and let_in:
            grants.withdraw(session, circles.let_in_by(session, ended), now)
        grants.withdraw(session, sorted(ended), now)
        _keep_own(session, right, rights, ended, now)
        grants.drop_invitations_of(session, right.subject)
        circles.notify(session, right.subject)  # ends the event streams of withdrawn devices
        return len(ended)


def name_device(secret: str, body: object) -> str:
    """Set the name of a device, which may be new, and return it; the history shows it. Empty: no name.

    Raises:
        Invalid: the name is too long or no string.
    """
    name = read(DeviceShape, body).name or ""
    with writing() as session:
        grants.set_device_name(session, add_device(session, secret, datetime.now(UTC)), name)
    return name


def device_name(secret: str | None) -> str | None:
    """Return the name of a device: None if it was never asked for one, empty if it declined."""
    device = queries.device_id(db.session(), hashed(secret)) if secret else None
    return None if device is None else grants.device_name(db.session(), device)


def asks_for_name(right: Access) -> bool:
    """Return whether to ask a device for its name: it was never asked, and has just made its first change."""
    if right.device_id is None or grants.device_name(db.session(), right.device_id) is not None:
        return False
    return grants.changes_by(db.session(), right.device_id, right.game_id) == 1


def has_recovery_code(secret: str | None) -> bool:
    """Return whether a device has a recovery code."""
    device = queries.device_id(db.session(), hashed(secret)) if secret else None
    return device is not None and grants.has_recovery(db.session(), device)


def _device(device: int, held: list[HeldRight], right: AnyAccess) -> AccessHolder:
    role = min(Role(each.role) for each in held)
    since = min(in_utc(each.given_at) for each in held)
    mine = device == right.device_id
    return AccessHolder(f"device-{device}", role, since, held[0].name or "", mine, None, *_maker(held[0], right))


def _link(link: HeldRight, rights: list[HeldRight], right: AnyAccess) -> AccessHolder:
    came = len(_came_by(link.id, rights))
    since = in_utc(link.given_at)
    return AccessHolder(f"link-{link.id}", Role(link.role), since, "", False, came, *_maker(link, right))


def _maker(made: HeldRight, right: AnyAccess) -> tuple[str | None, bool]:
    """Return `maker` and `made_here` of an `AccessHolder`."""
    if made.maker_id is None:
        return None, False
    return made.maker or "", made.maker_id == right.device_id


def _let_in(holder: str, rights: list[HeldRight], right: AnyAccess) -> tuple[int, int]:
    """Return how many links and devices end with a holder only with `withdraw(let_in=True)`."""
    more = _ended(holder, rights, right, let_in=True)
    for alone in _ended(holder, rights, right, let_in=False):
        del more[alone]
    devices = {each.device_id for each in more.values()}
    return sum(each.device_id is None for each in more.values()), len(devices - {None})


def _ended(holder: str, rights: list[HeldRight], right: AnyAccess, *, let_in: bool) -> dict[int, HeldRight]:
    """Return the grants, by id, that end if a holder is withdrawn; never the requesting device's own."""
    others = [each for each in rights if not _is_own(each, right)]
    ended = {each.id: each for each in others if _means(holder, each)}
    while True:
        left = {each.device_id for each in others if each.id not in ended}
        out = {each.device_id for each in ended.values()} - left
        more = {
            each.id: each
            for each in others
            if each.id not in ended
            and (each.from_id in ended or (let_in and (each.made_by_id in ended or each.maker_id in out - {None})))
        }
        if not more:
            return ended
        ended |= more


def _is_own(each: HeldRight, right: AnyAccess) -> bool:
    return each.id == right.grant_id if each.device_id is None else each.device_id == right.device_id


def _came_by(key: int, rights: Iterable[HeldRight]) -> set[int | None]:
    return {each.device_id for each in rights if each.from_id == key}


def _means(holder: str, right: HeldRight) -> bool:
    """Return whether `holder`, an argument of `withdraw`, includes a grant."""
    name = f"link-{right.id}" if right.device_id is None else f"device-{right.device_id}"
    return holder in (OTHERS, name)


def _keep_own(session: Any, right: AnyAccess, rights: list[HeldRight], ended: set[int], now: datetime) -> None:
    """Add a grant for the requesting device if all that it has end with a link."""
    own = [each for each in rights if each.device_id == right.device_id]
    if own and all(each.from_id in ended for each in own):
        session.add(Grant(**right.subject._asdict(), role=right.role.value, given_at=now, device_id=right.device_id))
