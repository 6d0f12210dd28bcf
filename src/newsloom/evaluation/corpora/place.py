"""Where a set's bytes lie: the door to places, the names inside a set, and how much is read of each."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Final, Protocol

__all__ = ["PAGES_FOLDER", "PAGE_LIMIT_BYTES", "PAGE_SUFFIX", "TRUTH_LIMIT_BYTES", "TRUTH_NAME", "Place"]

PAGES_FOLDER: Final = "pages"
PAGE_SUFFIX: Final = ".html"
TRUTH_NAME: Final = "truth.jsonl"

# Three times the largest page of the sets at hand (5.3 MB); what is beyond is not read.
PAGE_LIMIT_BYTES: Final = 16 * 2**20

# 100,000 pages with 5 KB of labels each: what is larger is no truth file, or a decompression bomb.
TRUTH_LIMIT_BYTES: Final = 512 * 2**20


class Place(Protocol):
    """Reads the parts of one set. Every fault of the bytes is a ``CorpusError``."""

    def truth_lines(self) -> Iterator[bytes]: ...

    def pages(self, wanted: Container[str]) -> Iterator[tuple[str, bytes]]:
        """The pages whose id is wanted when its turn comes, as (id, bytes)."""

    def folders(self) -> Iterator[tuple[str, str, bytes]]:
        """The pages of every folder, as (folder, file name, bytes): where a set has no truth but its folders."""

    def digest(self) -> str: ...
