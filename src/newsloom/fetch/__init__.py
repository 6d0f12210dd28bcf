"""Newsloom's only HTTP client: fetches pages by address, guarded and polite.

The package is callable: ``newsloom.fetch(url)`` fetches one page. See decision 76.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from types import ModuleType

from newsloom.fetch.client import Client, Fetched, fetch_page, fetch_page_async
from newsloom.fetch.loops import run_to_end
from newsloom.fetch.media import ANYTHING, PICTURES, READABLE, Accept
from newsloom.fetch.settings import ClientSettings, Runtime
from newsloom.records import Page

__all__ = [
    "ANYTHING",
    "PICTURES",
    "READABLE",
    "Accept",
    "Client",
    "ClientSettings",
    "Fetched",
    "Runtime",
    "fetch",
    "fetch_async",
    "fetch_page",
    "run_to_end",
]


def fetch(url: str, /, *, allow_hosts: Iterable[str] = ()) -> Page:
    """Fetch one page, for ``extract`` and ``read_items``. Raises ``FetchError`` and ``AddressRefused``.

    ``allow_hosts`` are hosts and addresses that may be fetched although they are not public, such as "127.0.0.1".
    """
    return run_to_end(fetch_async(url, allow_hosts=allow_hosts))


async def fetch_async(url: str, /, *, allow_hosts: Iterable[str] = ()) -> Page:
    """The asynchronous form of ``fetch``."""
    if not isinstance(url, str):
        raise TypeError(f"an address must be a str, not a value of type {type(url).__name__}. Give 'https://…'.")
    if isinstance(allow_hosts, str):
        raise TypeError(f"allow_hosts must be a list of hosts, not a str. Give [{allow_hosts!r}].")
    return await fetch_page_async(url, ClientSettings(allow_hosts=tuple(allow_hosts)))


class _Package(ModuleType):
    # A function newsloom.fetch would be replaced by this package as soon as anything imports it.
    __call__ = staticmethod(fetch)


sys.modules[__name__].__class__ = _Package
