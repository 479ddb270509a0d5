"""Absolute URLs. All of them are built here, because a printed or shared one must work on another device."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import current_app, request

from ..config.settings import Settings
from .urls import lan_address, listens_to_all, local_url, url_of


def local_base(settings: Settings) -> str:
    """Return the base URL for a browser on this machine, without a trailing slash."""
    return settings.base_url or local_url(settings)


def public_base(settings: Settings, requested: str | None = None) -> str:
    """Return the base URL for other devices, without a trailing slash.

    It is `settings.base_url` if set, else the base URL that was `requested`. If that is a loopback URL and the server
    listens on all interfaces, it is the one on the local network.
    """
    base = settings.base_url or requested or local_url(settings)
    if settings.base_url is None and is_loopback_url(base) and listens_to_all(settings) and (found := lan_address()):
        base = url_of(found, urlsplit(base).port or 80)
    return base.rstrip("/")


def public_url(path: str = "") -> str:
    """Return the absolute URL of `path`, for the response to the current request."""
    requested = f"{request.scheme}://{request.host}" if request.host else None
    return public_base(current_app.config["SCOREKEEPER"], requested) + path


def is_loopback_url(url: str) -> bool:
    """Return whether a URL is reachable from this machine only."""
    return is_loopback(urlsplit(url).hostname or "")


def is_loopback(host: str) -> bool:
    """Return whether a host name or IP address is a loopback one."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def is_same_origin() -> bool:
    """Return whether the Origin header of the current request is this application's own."""
    ours = {f"http://{request.host}", f"https://{request.host}", public_url()}
    return request.headers.get("Origin") in ours
