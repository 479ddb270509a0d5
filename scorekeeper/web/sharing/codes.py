"""Presentation of invitations: codes in groups, links as QR codes."""

from dataclasses import dataclass

import segno
from markupsafe import Markup

from ...http.public import is_loopback_url, public_url
from ...services.access.invitations import SHORT, NewInvitation
from ..text import moment

_GROUP = {SHORT: 5}
_DEFAULT_GROUP = 4


@dataclass(frozen=True)
class InvitationView:
    """A new invitation with the server's base URL, for its page."""

    invited: NewInvitation
    base: str

    @property
    def code(self) -> str:
        """The code in groups of characters."""
        return grouped(self.invited.code)

    @property
    def read_aloud(self) -> str:
        """The code letter by letter, for screen readers."""
        return " ".join(self.invited.code)

    @property
    def url(self) -> str:
        """The absolute URL of the link."""
        return f"{self.base}/join/{self.invited.key}"

    @property
    def enter_at(self) -> str:
        """The address of the page that takes the code, without the scheme."""
        return f"{self.base.removeprefix('http://').removeprefix('https://')}/join"

    @property
    def qr(self) -> Markup:
        """The link as a QR code."""
        return qr_code(self.url)

    @property
    def until(self) -> Markup:
        """When the code expires, as a time element."""
        return moment(self.invited.until)

    @property
    def here_only(self) -> bool:
        """Whether the URL is a loopback address, which no other device reaches."""
        return is_loopback_url(self.base)


def invitation_view(invited: NewInvitation) -> InvitationView:
    """Return the view of an invitation, with the base URL of the current request."""
    return InvitationView(invited, public_url())


def grouped(code: str) -> str:
    """Insert spaces into a code: a short one in two groups of five, a long one in groups of four."""
    size = _GROUP.get(len(code), _DEFAULT_GROUP)
    return " ".join(code[start : start + size] for start in range(0, len(code), size))


def qr_code(url: str) -> Markup:
    """Return a QR code as SVG, dark on light in every theme, as scanners expect."""
    code = segno.make(url, micro=False, error="m")
    return Markup(code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None))
