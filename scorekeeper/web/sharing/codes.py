"""How codes and links are shown: spelled in groups, drawn as a QR code."""

from dataclasses import dataclass

import segno
from markupsafe import Markup

from ...http.public import is_loopback_url, public_url
from ...services.access.invitations import SHORT, Invited
from ..text import moment

_GROUP = {SHORT: 5}
_OTHERWISE = 4


@dataclass(frozen=True)
class Shown:
    """What lets others in, as its page shows it."""

    invited: Invited
    base: str

    @property
    def code(self) -> str:
        """The code in groups."""
        return spelled(self.invited.code)

    @property
    def read_aloud(self) -> str:
        """The code letter by letter, for a reader that listens."""
        return " ".join(self.invited.code)

    @property
    def url(self) -> str:
        """The whole link."""
        return f"{self.base}/join/{self.invited.key}"

    @property
    def enter_at(self) -> str:
        """Where the code is typed, as people say an address."""
        return f"{self.base.removeprefix('http://').removeprefix('https://')}/join"

    @property
    def qr(self) -> Markup:
        """The link as a QR code."""
        return drawn(self.url)

    @property
    def until(self) -> Markup:
        """Until when the code holds."""
        return moment(self.invited.until)

    @property
    def here_only(self) -> bool:
        """Whether the address is one that no other device can reach."""
        return is_loopback_url(self.base)


def shown(invited: Invited) -> Shown:
    """Return an invitation made ready for its page, with the address at which this server is reached."""
    return Shown(invited, public_url())


def spelled(code: str) -> str:
    """Return a code in groups: a short one in two of five, a long one in groups of four."""
    size = _GROUP.get(len(code), _OTHERWISE)
    return " ".join(code[start : start + size] for start in range(0, len(code), size))


def drawn(url: str) -> Markup:
    """Return a QR code as SVG, dark on light in every theme, for cameras want it so."""
    code = segno.make(url, micro=False, error="m")
    return Markup(code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None))
