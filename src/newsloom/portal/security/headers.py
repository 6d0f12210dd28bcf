"""Headers on every answer: what a browser may load, frame and tell others, whatever the page holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["SecurityHeaders", "content_policy", "security_headers"]

_YEAR_SECONDS: Final = 31_536_000
_FIXED: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


def content_policy(*, shows_pictures: bool) -> str:
    """The Content-Security-Policy: nothing but our own files, no script or style within a page, in nobody's frame.

    Foreign pictures tell their servers who reads what, so they are allowed only where a setting says so.
    """
    pictures = " https: http:" if shows_pictures else ""
    return "; ".join(
        [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            f"img-src 'self' data:{pictures}",
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        ]
    )


def security_headers(*, shows_pictures: bool) -> dict[str, str]:
    """All of them; for answers that are made outside of everything, too."""
    return _FIXED | {"Content-Security-Policy": content_policy(shows_pictures=shows_pictures)}


class SecurityHeaders:
    """Puts the headers on; those that a page has set itself stay."""

    def __init__(self, app: ASGIApp, *, shows_pictures: bool) -> None:
        self._app = app
        self._headers = _raw(security_headers(shows_pictures=shows_pictures))
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
    """As ASGI has them: they are put on every answer, and read by no one before."""
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
