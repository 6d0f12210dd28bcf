"""One request and its response, without redirects, waits and decompression.

The body of the ``Response`` is as sent, and its size is limited. Failures are ``FetchError``; aiohttp's exceptions do
not leave this module.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import aiohttp
from multidict import CIMultiDictProxy
from yarl import URL

from newsloom.errors import AddressRefused, FetchError
from newsloom.fetch.connections import PeerResponse
from newsloom.fetch.media import Accept

__all__ = ["Archive", "Request", "Response", "send_request"]

# Only this much of redirects and errors is read: usually enough to keep the connection alive.
_MAX_ERROR_BYTES: Final = 65_536


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What to request. A body longer than ``max_bytes`` is an error, or is cut if ``is_prefix_enough``."""

    headers: Mapping[str, str]
    accept: Accept
    max_bytes: int
    is_prefix_enough: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """What the server sent. ``body`` is not decompressed; ``is_cut`` means that it was longer."""

    url: URL
    status: int
    reason: str
    headers: CIMultiDictProxy[str]
    body: bytes
    is_cut: bool
    request_headers: CIMultiDictProxy[str]
    peer: str | None

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300

    def header(self, name: str) -> str | None:
        """A header's value; None if it is missing or not text."""
        value = self.headers.get(name)
        # aiohttp keeps bytes that are not UTF-8 as lone surrogates, which no file or database accepts.
        return value if value is not None and _is_text(value) else None


Archive = Callable[[Response], None]


async def send_request(
    session: aiohttp.ClientSession, url: URL, request: Request, *, seconds: float, proxy: str | None = None
) -> Response:
    """Send one GET and read the response within ``seconds``. Raises ``FetchError``."""
    try:
        async with asyncio.timeout(seconds):
            async with session.get(url, headers=request.headers, allow_redirects=False, proxy=proxy) as response:
                return await _read(url, response, request)
    except FetchError:
        raise
    except (aiohttp.ClientError, OSError, ValueError) as error:
        raise _translated(str(url), error, seconds) from error


async def _read(url: URL, response: aiohttp.ClientResponse, request: Request) -> Response:
    is_success = 200 <= response.status < 300
    if is_success:
        _check_headers(url, response, request)
        body, is_cut = await _body(url, response, request)
    else:
        body, is_cut = await _prefix(response, _MAX_ERROR_BYTES)
    return Response(
        url=url,
        status=response.status,
        reason=response.reason or "",
        headers=response.headers,
        body=body,
        is_cut=is_cut,
        request_headers=response.request_info.headers,
        peer=response.peer if isinstance(response, PeerResponse) else None,
    )


def _check_headers(url: URL, response: aiohttp.ClientResponse, request: Request) -> None:
    content_type = response.headers.get("Content-Type")
    if not request.accept.welcomes(content_type):
        raise FetchError(str(url), "type", f"the answer is {content_type!r:.100}, which is not read here")
    declared = response.content_length or 0
    if declared > request.max_bytes and not request.is_prefix_enough:
        raise _too_large(url, f"{declared} bytes announced", request)


async def _body(url: URL, response: aiohttp.ClientResponse, request: Request) -> tuple[bytes, bool]:
    if request.is_prefix_enough:
        return await _prefix(response, request.max_bytes)
    parts = []
    size = 0
    async for part in response.content.iter_any():
        size += len(part)
        if size > request.max_bytes:
            raise _too_large(url, "the body is too long", request)
        parts.append(part)
    return b"".join(parts), False


async def _prefix(response: aiohttp.ClientResponse, limit: int) -> tuple[bytes, bool]:
    """The beginning of a body, and whether there is more."""
    parts = []
    size = 0
    try:
        async for part in response.content.iter_any():
            parts.append(part)
            size += len(part)
            if size > limit:
                return b"".join(parts)[:limit], True
    except aiohttp.ClientPayloadError:
        return b"".join(parts), True
    return b"".join(parts), False


def _too_large(url: URL, found: str, request: Request) -> FetchError:
    return FetchError(str(url), "too-large", f"{found}; at most {request.max_bytes} bytes are read")


def _translated(url: str, error: Exception, seconds: float) -> FetchError:
    cause = getattr(error, "os_error", None)
    if isinstance(cause, AddressRefused):
        return AddressRefused(url, cause.reason)
    if isinstance(error, TimeoutError):
        return FetchError(url, "timeout", f"no complete answer within {seconds:.3g} s")
    kind, wording = next((kind, wording) for cls, kind, wording in _KINDS if isinstance(error, cls))
    detail = str(cause or error) or type(error).__name__
    return FetchError(url, kind, f"{wording}: {detail:.200}")


# The first match counts; special cases come before general ones.
_KINDS: Final[tuple[tuple[type[Exception], str, str], ...]] = (
    (aiohttp.ClientConnectorDNSError, "dns", "the host name has no address"),
    (aiohttp.ClientSSLError, "tls", "no secure connection"),
    (aiohttp.ServerFingerprintMismatch, "tls", "no secure connection"),
    (aiohttp.ClientHttpProxyError, "connection", "the proxy did not connect"),
    (aiohttp.ClientResponseError, "protocol", "the answer is not HTTP"),
    (aiohttp.ClientPayloadError, "connection", "the body ended early"),
    (aiohttp.InvalidURL, "refused", "this is not a web address"),
    (OSError, "connection", "no connection"),
    (aiohttp.ClientError, "connection", "the connection broke"),
    (ValueError, "protocol", "the request cannot be sent"),
)


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
