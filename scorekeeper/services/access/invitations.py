"""Invitations: codes and links that give another device access to one game, to one circle, or to all that a device has.

A short code expires after minutes and has few uses; docs/sharing.md computes how long guessing one takes.
"""

import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from flask import current_app

from ...rules.errors import N_, Problem
from ...store import grants, queries
from ...store.circles import circles
from ...store.database import db, writing
from ...store.models import Grant, Invitation
from ...store.rows import InvitationRow, Subject
from ..errors import BadCode, NoAccess, NotAllowed, NotNow
from . import access
from .access import Role, add_device, admit, hashed, new_secret
from .locking import AnyAccess, best_of, locking

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The alphabet of codes, without characters that are easily confused, like 0 and O or 1 and I."""
SHORT, LONG = 10, 20
"""Length of a code that expires after minutes, and of a recovery code to be written down."""
LIFE = timedelta(minutes=10)
_LONGEST = 2 * LIFE
"""One that has longer to live was made before the clock was set back, and would live for as long as that."""
USES = {Role.VIEWER: 12, Role.SCORER: 1, Role.KEEPER: 1}


@dataclass(frozen=True)
class NewInvitation:
    """A new invitation; its secrets are shown once."""

    code: str
    key: str
    """The secret in the link's URL; that of `share` is valid until withdrawn, others as long as the code."""
    uses: int
    until: datetime


@dataclass(frozen=True)
class LinkTarget:
    """What a link or code gives access to: a game or a circle with a role, or with neither all that a device has."""

    subject: Subject
    role: Role


def share(right: AnyAccess, role: Role) -> NewInvitation:
    """Create a link to a game or a circle and a short code for it; nobody gives more than they have.

    Raises:
        NotAllowed: the role is better than that of `right`, or a game has no such role.
        NoAccess: the access has ended.
    """
    if role < best_of(right.subject):
        raise NotAllowed
    now = datetime.now(UTC)
    with locking(right, role) as session:
        key, subject = new_secret(), right.subject._asdict()
        grant = Grant(**subject, role=role.value, given_at=now, key_hash=hashed(key), made_by_id=right.grant_id)
        session.add(grant)
        session.flush()
        code, until = _invite(session, now, **subject, grant_id=grant.id, uses_left=USES[role])
    return NewInvitation(code, key, USES[role], until)


def hand_over(right: AnyAccess, *, ends_giver: bool) -> NewInvitation:
    """Create a code and a link with which one other device takes over scoring a game, or keeping a circle.

    With `ends_giver`, this device becomes a viewer once they are used.

    Raises:
        NotAllowed: the role is less than that; NoAccess: the access has ended.
    """
    key, now = new_secret(), datetime.now(UTC)
    given = {**right.subject._asdict(), "device_id": right.device_id, "link_hash": hashed(key)}
    with locking(right, best_of(right.subject)) as session:
        code, until = _invite(session, now, ends_giver=ends_giver, **given)
    return NewInvitation(code, key, 1, until)


def offer_games(device_secret: str | None) -> NewInvitation:
    """Create a code and a link that give one other device access to all games of this one, which keeps its own.

    Raises:
        NotNow: this device has no games.
    """
    key, now = new_secret(), datetime.now(UTC)
    with writing() as session:
        device = _device_with_games(session, device_secret)
        code, until = _invite(session, now, device_id=device, link_hash=hashed(key))
    return NewInvitation(code, key, 1, until)


def new_recovery_code(device_secret: str | None) -> str:
    """Create a recovery code, which moves all games to another device; it replaces an earlier one.

    Raises:
        NotNow: the device has no games.
    """
    code = _new_code(LONG)
    with writing() as session:
        device = _device_with_games(session, device_secret)
        grants.drop_recovery(session, device)
        session.add(Invitation(code_hash=hashed_code(code), device_id=device, ends_giver=True, uses_left=1))
    return code


def read_code(text: str) -> str:
    """Normalise a typed code: without spaces and hyphens, in capitals.

    Raises:
        BadCode: the length or a character is wrong.
    """
    code = "".join(text.split()).replace("-", "").replace("–", "").upper()
    if len(code) not in (SHORT, LONG) or not set(code) <= set(LETTERS):
        raise BadCode
    return code


def hashed_code(code: str) -> str:
    """Return the hash under which a code is stored: an HMAC for a short one, whose plain hash could be brute-forced."""
    if len(code) == LONG:  # must stay valid when a backup is restored with another secret key
        return hashed(code)
    return hmac.new(str(current_app.secret_key).encode(), code.encode(), "sha256").hexdigest()


def use_code(text: str, device_secret: str) -> LinkTarget:
    """Grant a device, which may be new, the access that a code gives, and return what that is.

    Raises:
        BadCode: the code is unknown, expired or used up.
    """
    code = hashed_code(read_code(text))
    if _by_code(db.session(), code) is None:  # before the transaction, so that guessing takes no write lock
        raise BadCode
    with writing() as session:
        found = _by_code(session, code)
        if found is None:
            raise BadCode
        try:
            return _use(session, found, device_secret)
        except NoAccess as error:
            raise BadCode from error


def find_link(key: str) -> LinkTarget:
    """Return what a link gives access to, without using it.

    Raises:
        NoAccess: the link is unknown, expired or withdrawn.
    """
    invitation = _by_link(db.session(), key)
    if invitation is not None:
        return _target(invitation)
    return LinkTarget(*access.find_access(key))


def use_link(key: str, device_secret: str) -> LinkTarget:
    """Grant a device, which may be new, the access that a link gives, and return what that is.

    Raises:
        NoAccess: the link is unknown, expired or withdrawn.
    """
    with writing() as session:
        invitation = _by_link(session, key)
        if invitation is not None:
            return _use(session, invitation, device_secret)
    return LinkTarget(*access.join(key, device_secret))


def _by_code(session: Any, code_hash: str) -> InvitationRow | None:
    now = datetime.now(UTC)
    return grants.invitation_by_code(session, code_hash, now, now + _LONGEST)


def _by_link(session: Any, key: str) -> InvitationRow | None:
    now = datetime.now(UTC)
    return grants.invitation_by_link(session, hashed(key), now, now + _LONGEST)


def _target(invitation: InvitationRow) -> LinkTarget:
    """Return what an invitation hands over."""
    subject = Subject(invitation.game_id, invitation.circle_id)
    return LinkTarget(subject, best_of(subject))


def _device_with_games(session: Any, secret: str | None) -> int:
    device = queries.device_id(session, hashed(secret)) if secret else None
    if device is None or not grants.rights_of_device(session, device):
        raise NotNow(Problem(N_("This device has no games yet: there is nothing to move.")))
    return device


def _new_code(letters: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(letters))


def _invite(session: Any, now: datetime, **invitation: Any) -> tuple[str, datetime]:
    """Add an invitation within a transaction; return its code and when that expires."""
    grants.drop_old_invitations(session, now)
    code, until = _new_code(SHORT), now + LIFE
    session.add(Invitation(code_hash=hashed_code(code), until=until, **invitation))
    return code, until


def _use(session: Any, invitation: InvitationRow, device_secret: str) -> LinkTarget:
    """Use an invitation within a transaction.

    Raises:
        NoAccess: it was used up meanwhile, or the access that it passes on has ended.
    """
    _lock(session, invitation)
    if not grants.take(session, invitation.id):
        raise NoAccess
    if invitation.grant_id is not None:
        key = grants.right(session, invitation.grant_id)
        if key is None:
            raise NoAccess
        admit(session, key.subject, Role(key.role), device_secret, key.id)
        return LinkTarget(key.subject, Role(key.role))
    return _hand_on(session, invitation, device_secret)


def _lock(session: Any, invitation: InvitationRow) -> None:
    """Lock the games and circles of an invitation, to serialise this with a concurrent `grants.withdraw`."""
    subjects = [Subject(invitation.game_id, invitation.circle_id)]
    if not any(subjects[0]) and invitation.device_id is not None:
        subjects = [right.subject for right in grants.rights_of_device(session, invitation.device_id)]
    circles.lock(session, [subject.circle_id for subject in subjects if subject.circle_id is not None])
    queries.lock_games(session, [subject.game_id for subject in subjects if subject.game_id is not None])


def _hand_on(session: Any, invitation: InvitationRow, device_secret: str) -> LinkTarget:
    """Grant a device what the giver has now: scoring one game, keeping one circle, or all that it has."""
    giver, target = invitation.device_id, _target(invitation)
    if giver is None:
        raise NoAccess
    rights, one = grants.rights_of_device(session, giver), any(target.subject)
    if one:
        rights = [right for right in rights if right.subject == target.subject and right.role == target.role]
    if not rights:
        raise NoAccess
    now = datetime.now(UTC)
    taker = add_device(session, device_secret, now)
    ends = invitation.ends_giver and taker != giver
    for right in rights:
        made_by = right.made_by_id if ends else right.id  # whoever takes over inherits the giver's origin
        admit(session, right.subject, Role(right.role), device_secret, right.from_id, made_by)
    if not one and (name := grants.device_name(session, giver)) and not grants.device_name(session, taker):
        grants.set_device_name(session, taker, name)
    if ends:
        grants.withdraw(session, [right.id for right in rights], now)
        for right in rights:
            circles.notify(session, right.subject)
        if one:
            viewer = Grant(**target.subject._asdict(), role=Role.VIEWER.value, given_at=now, device_id=giver)
            session.add(viewer)
        else:
            _end_links(session, giver, {right.subject for right in rights}, now)
    return target


def _end_links(session: Any, device: int, subjects: Iterable[Subject], now: datetime) -> None:
    """Withdraw the links that a lost device made, so that it cannot return by them; devices that used them stay."""
    rights = [right for subject in subjects for right in grants.rights_of(session, subject)]
    links = [right.id for right in rights if right.device_id is None and right.maker_id == device]
    grants.detach(session, links)
    grants.withdraw(session, links, now)
