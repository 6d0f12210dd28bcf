"""Refuses requests for host names that are not the portal's.

A foreign site can make its own name point to this machine and read the portal as if it were its own (DNS rebinding);
and the name in a request would be written into feeds. So only known names are accepted, and the address that a
connection came to, which belongs to no other site.
"""

from __future__ import annotations

import ipaddress
from typing import Final
from urllib.parse import urlsplit

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from newsloom.settings import Settings

__all__ = ["HostGuard", "host_name", "known_hosts"]

ANY: Final = "*"
_OWN: Final = frozenset({"localhost", "127.0.0.1", "::1"})
# Characters that end a host in an address: elsewhere, what follows would be read as a path or as another host.
_ENDS: Final = frozenset("/?#@\\")
# The longest name is 253 characters (RFC 1035), plus brackets and a port.
_MOST_HOST: Final = 270
_REFUSAL: Final = (
    "This portal does not answer to that name. Its operator can add the name to the setting portal_hosts.\n"
)


def known_hosts(settings: Settings) -> frozenset[str]:
    """The accepted names, without their ports."""
    named = {host_name(host) for host in settings.portal_hosts}
    public = {host_name(urlsplit(settings.portal_url).netloc)} if settings.portal_url else set()
    return frozenset(_OWN | named | public) - {""}


def host_name(host: str) -> str:
    """A Host header's name, without its port and in lower case; empty if it is not valid."""
    if len(host) > _MOST_HOST or _ENDS & set(host):
        return ""
    try:
        name = urlsplit(f"//{host.strip()}").hostname or ""
    except ValueError:
        return ""
    return name.rstrip(".").lower()


class HostGuard:
    """Refuses requests for names that are not ours."""

    def __init__(self, app: ASGIApp, *, hosts: frozenset[str]) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and ANY not in self._hosts and not self._is_known(scope):
            await PlainTextResponse(_REFUSAL, status_code=400)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _is_known(self, scope: Scope) -> bool:
        named = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        # Different programs read two Host headers differently.
        if len(named) != 1:
            return False
        name = host_name(named[0])
        return name in self._hosts or _is_own_address(name, scope)


def _is_own_address(name: str, scope: Scope) -> bool:
    """Whether the name is the address of this machine that the connection came to."""
    try:
        own = ipaddress.ip_address((scope.get("server") or ("",))[0])
        named = ipaddress.ip_address(name)
    except ValueError:
        return False
    return named == (getattr(own, "ipv4_mapped", None) or own)
