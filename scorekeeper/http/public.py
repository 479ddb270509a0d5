"""Absolute addresses. All of them are made here: what is printed or sent must still be right on another device."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import current_app, request

from ..config.settings import Settings
from .urls import lan_address, listens_to_all, local_url, url_of


def own_base(settings: Settings) -> str:
    """Return the address of this Scorekeeper for whoever sits at its machine, without a slash at its end."""
    return settings.base_url or local_url(settings)


def public_base(settings: Settings, asked: str | None = None) -> str:
    """Return the address of this Scorekeeper for others, without a slash at its end.

    That is the one that was set; else the one that was `asked`; else, if only this machine reaches that and the server
    listens to all, the one on the local network.
    """
    base = settings.base_url or asked or local_url(settings)
    if settings.base_url is None and is_here_only(base) and listens_to_all(settings) and (found := lan_address()):
        base = url_of(found, urlsplit(base).port or 80)
    return base.rstrip("/")


def public_url(path: str = "") -> str:
    """Return the absolute address of a path of ours, for the answer to the present request."""
    asked = f"{request.scheme}://{request.host}" if request.host else None
    return public_base(current_app.config["SCOREKEEPER"], asked) + path


def is_here_only(url: str) -> bool:
    """Return whether no other device reaches an address."""
    return loopback(urlsplit(url).hostname or "")


def loopback(host: str) -> bool:
    """Return whether a host is the machine itself, whoever asks."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def sent_by_us() -> bool:
    """Return whether the present request says that a page of ours has sent it."""
    ours = {f"http://{request.host}", f"https://{request.host}", public_url()}
    return request.headers.get("Origin") in ours
