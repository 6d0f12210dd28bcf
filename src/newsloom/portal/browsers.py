"""The files that browsers and search engines request by themselves: robots.txt, icon and manifest."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from newsloom.settings import Settings

__all__ = ["browser_routes"]

_ICON: Final = Path(__file__).parent / "static" / "favicon.ico"
# The portal shows other people's texts: its operator decides whether it may be indexed (decision 99).
_CLOSED: Final = "User-agent: *\nDisallow: /\n"
_OPEN: Final = "User-agent: *\nDisallow: /me\nDisallow: /operator\nDisallow: /search\nDisallow: /v1/\n"
_MANIFEST: Final = {
    "name": "Newsloom",
    "short_name": "Newsloom",
    "start_url": "/",
    "display": "minimal-ui",
    "background_color": "#fbfaf6",
    "theme_color": "#9a3412",
    "icons": [
        {"src": "/static/icon.svg", "type": "image/svg+xml", "sizes": "any"},
        {"src": "/static/icon-192.png", "type": "image/png", "sizes": "192x192"},
        {"src": "/static/icon-512.png", "type": "image/png", "sizes": "512x512", "purpose": "any maskable"},
    ],
}


def browser_routes(settings: Settings) -> list[Route]:
    """The routes of these files, which are the same for everyone while the portal runs."""
    robots = (_OPEN if settings.portal_index else _CLOSED).encode()
    manifest = json.dumps(_MANIFEST).encode()
    return [
        Route("/robots.txt", _fixed(robots, "text/plain")),
        Route("/favicon.ico", _fixed(_ICON.read_bytes(), "image/x-icon")),
        Route("/manifest.webmanifest", _fixed(manifest, "application/manifest+json")),
    ]


def _fixed(body: bytes, media_type: str) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(_request: Request) -> Response:
        return Response(body, headers={"Cache-Control": "public, max-age=3600"}, media_type=media_type)

    return endpoint
