"""Headers of every answer: what a browser may load, frame and disclose, and whether search engines may list it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from newsloom.settings import Settings

__all__ = ["SecurityHeaders", "content_policy", "picture_sources", "security_headers"]

# A host that may be written in a policy.
_HOST: Final = re.compile(r"[A-Za-z0-9.-]{1,253}")
_YEAR_SECONDS: Final = 31_536_000
_FIXED: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


def picture_sources(settings: Settings) -> tuple[str, ...]:
    """Where pages load pictures from, besides the portal: https, and over http the hosts in ``allow_hosts``."""
    if not settings.portal_pictures:
        return ()
    hosts = [host for host in settings.allow_hosts if _HOST.fullmatch(host)]
    return ("https:", *(f"http://{host}:*" for host in hosts))


def content_policy(pictures: Sequence[str] = ()) -> str:
    """The Content-Security-Policy: only our own files, no inline script or style, and no framing.

    ``pictures`` are the sources of foreign pictures.
    """
    return "; ".join(
        [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            " ".join(["img-src 'self' data:", *pictures]),
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        ]
    )


def security_headers(settings: Settings) -> dict[str, str]:
    """All security headers; also for answers that are made outside the middleware."""
    listed = {} if settings.portal_index else {"X-Robots-Tag": "noindex, nofollow"}
    return _FIXED | listed | {"Content-Security-Policy": content_policy(picture_sources(settings))}


class SecurityHeaders:
    """Adds the headers to every answer; those that a page has set itself are kept."""

    def __init__(self, app: ASGIApp, *, settings: Settings) -> None:
        self._app = app
        self._headers = _raw(security_headers(settings))
        self._https_headers = self._headers + _raw({"Strict-Transport-Security": f"max-age={_YEAR_SECONDS}"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = list(message.get("headers", ()))
                names = {name.lower() for name, _ in own}
                message["headers"] = own + [header for header in headers if header[0] not in names]
            await send(message)

        headers = self._https_headers if scope.get("scheme") == "https" else self._headers
        await self._app(scope, receive, guarded)


def _raw(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    """The headers as ASGI has them, made once: they are added to every answer."""
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
