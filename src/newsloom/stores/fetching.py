"""What a request in the log is good for: fetches in, fetches out."""

from __future__ import annotations

import dataclasses
from typing import Final

from newsloom.records import Fetch

__all__ = ["NOT_MODIFIED", "confirms", "with_validators"]

NOT_MODIFIED: Final = 304


def confirms(fetch: Fetch, /) -> bool:
    """It brought a version, or the server said that the one we have still stands."""
    return fetch.error is None and (fetch.digest is not None or fetch.status == NOT_MODIFIED)


def with_validators(fetch: Fetch, latest: Fetch | None, /) -> Fetch:
    """A server that answers "not modified" need not say again by what it knows: then the latest validators hold on."""
    silent = fetch.etag is None and fetch.last_modified is None
    if fetch.status != NOT_MODIFIED or not silent or latest is None or latest.fetched_at >= fetch.fetched_at:
        return fetch
    return dataclasses.replace(fetch, etag=latest.etag, last_modified=latest.last_modified)
