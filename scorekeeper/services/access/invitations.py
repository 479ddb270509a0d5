"""Invitations: codes and links that give another device access to one game or to all games of a device.

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
from ...store.database import db, writing
from ...store.models import Grant, Invitation
from ...store.rows import InvitationRow
from ..errors import BadCode, NoAccess, NotNow
from ..games.changes import changing
from . import access
from .access import Access, Role, add_device, admit, hashed, new_secret

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The alphabet of codes, without characters that are easily confused, like 0 and O or 1 and I."""
SHORT, LONG = 10, 20
"""Length of a code that expires after minutes, and of a recovery code to be written down."""
LIFE = timedelta(minutes=10)
USES = {Role.VIEWER: 12, Role.SCORER: 1}


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
    """What a link or code gives access to: one game with a role, or, without a game, all games of a device."""

    game_id: str | None
    role: Role


def share(right: Access, role: Role) -> NewInvitation:
    """Create a link to a game and a short code for it; a viewer may invite viewers.

    Raises:
        NotAllowed: a viewer invites a scorer.
        NoAccess: the access has ended.
    """
    now = datetime.now(UTC)
    with changing(right.game_id, right, role) as (session, _game):
        key = new_secret()
        given = {"key_hash": hashed(key), "made_by_id": right.grant_id}
        grant = Grant(game_id=right.game_id, role=role.value, given_at=now, **given)
        session.add(grant)
        session.flush()
        code, until = _invite(session, now, game_id=right.game_id, grant_id=grant.id, uses_left=USES[role])
    return NewInvitation(code, key, USES[role], until)


def hand_over(right: Access, *, ends_giver: bool) -> NewInvitation:
    """Create a code and a link with which one other device takes over the scoring.

    With `ends_giver`, this device becomes a viewer once they are used.

    Raises:
        NotAllowed: the role is a viewer's; NoAccess: the access has ended.
    """
    key, now = new_secret(), datetime.now(UTC)
    given = {"game_id": right.game_id, "device_id": right.device_id, "link_hash": hashed(key)}
    with changing(right.game_id, right) as (session, _game):
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
    """Return the hash that is stored of a code: an HMAC for a short one, whose plain hash could be brute-forced."""
    if len(code) == LONG:  # must stay valid when a backup is restored with another secret key
        return hashed(code)
    return hmac.new(str(current_app.secret_key).encode(), code.encode(), "sha256").hexdigest()


def use_code(text: str, device_secret: str) -> LinkTarget:
    """Grant a device, which may be new, the access that a code gives, and return what that is.

    Raises:
        BadCode: the code is unknown, expired or used up.
    """
    code = hashed_code(read_code(text))
    if (
        grants.invitation_by_code(db.session(), code, datetime.now(UTC)) is None
    ):  # before the transaction, so that guessing takes no write lock
        raise BadCode
    with writing() as session:
        found = grants.invitation_by_code(session, code, datetime.now(UTC))
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
    invitation = grants.invitation_by_link(db.session(), hashed(key), datetime.now(UTC))
    if invitation is not None:
        return LinkTarget(invitation.game_id, Role.SCORER)
    right = access.find_access(key)
    return LinkTarget(right.game_id, right.role)


def use_link(key: str, device_secret: str) -> LinkTarget:
    """Grant a device, which may be new, the access that a link gives, and return what that is.

    Raises:
        NoAccess: the link is unknown, expired or withdrawn.
    """
    with writing() as session:
        invitation = grants.invitation_by_link(session, hashed(key), datetime.now(UTC))
        if invitation is not None:
            return _use(session, invitation, device_secret)
    right = access.join(key, device_secret)
    return LinkTarget(right.game_id, right.role)


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
        admit(session, key.game_id, Role(key.role), device_secret, key.id)
        return LinkTarget(key.game_id, Role(key.role))
    return _hand_on(session, invitation, device_secret)


def _lock(session: Any, invitation: InvitationRow) -> None:
    """Lock the games of an invitation, to serialise this with a concurrent `grants.withdraw`."""
    games = [invitation.game_id] if invitation.game_id is not None else []
    if not games and invitation.device_id is not None:
        games = [right.game_id for right in grants.rights_of_device(session, invitation.device_id)]
    queries.lock_games(session, games)


def _hand_on(session: Any, invitation: InvitationRow, device_secret: str) -> LinkTarget:
    """Grant a device what the giver has now: scoring one game, or all of its games."""
    giver, game_id = invitation.device_id, invitation.game_id
    if giver is None:
        raise NoAccess
    rights = grants.rights_of_device(session, giver)
    if game_id is not None:
        rights = [right for right in rights if right.game_id == game_id and right.role == Role.SCORER]
    if not rights:
        raise NoAccess
    now = datetime.now(UTC)
    taker = add_device(session, device_secret, now)
    ends = invitation.ends_giver and taker != giver
    for right in rights:
        made_by = right.made_by_id if ends else right.id  # whoever takes over inherits the giver's origin
        admit(session, right.game_id, Role(right.role), device_secret, right.from_id, made_by)
    if game_id is None and (name := grants.device_name(session, giver)) and not grants.device_name(session, taker):
        grants.set_device_name(session, taker, name)
    if ends:
        grants.withdraw(session, [right.id for right in rights], now)
        for right in rights:
            queries.notify(session, right.game_id)
        if game_id is not None:
            session.add(Grant(game_id=game_id, role=Role.VIEWER.value, given_at=now, device_id=giver))
        else:
            _end_links(session, giver, {right.game_id for right in rights}, now)
    return LinkTarget(game_id, Role.SCORER)


def _end_links(session: Any, device: int, game_ids: Iterable[str], now: datetime) -> None:
    """Withdraw the links that a lost device made, so that it cannot return by them; devices that used them stay."""
    rights = [right for game_id in sorted(game_ids) for right in grants.rights_of_game(session, game_id)]
    links = [right.id for right in rights if right.device_id is None and right.maker_id == device]
    grants.detach(session, links)
    grants.withdraw(session, links, now)
