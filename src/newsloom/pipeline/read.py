"""A front page in, its news items out.

No page makes this raise: one that is no front page has few items or none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from newsloom.catalogue import build
from newsloom.dom import parse
from newsloom.readers.protocol import Reader
from newsloom.records import Item

__all__ = ["DEFAULT_READER", "read_items"]

DEFAULT_READER: Final = "loom"


def read_items(
    page: bytes | str, *, url: str | None = None, reader: str = DEFAULT_READER, earlier: Sequence[bytes | str] = ()
) -> tuple[Item, ...]:
    """The news items of a newspaper's front or section page, in reading order.

    ``earlier`` are older versions of the same page: what never changes is furniture. Raises ``UnknownName`` for a
    reader that does not exist, and nothing for what is on the page.
    """
    method: Reader = build("reader", reader)
    older = tuple(parse(version, url=url) for version in earlier)
    return method.read(parse(page, url=url, earlier=older))
