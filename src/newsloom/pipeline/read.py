"""A front page in, its news items out.

No page makes this raise: one that is no front page has few items or none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from newsloom import records
from newsloom.catalogue import build, reads_code
from newsloom.dom import parse
from newsloom.dom.layout import Layout
from newsloom.pipeline import arguments
from newsloom.readers.protocol import Reader
from newsloom.records import Item

__all__ = ["DEFAULT_READER", "read_items"]

DEFAULT_READER: Final = "loom"


def read_items(  # noqa: PLR0913 - the published contract
    page: bytes | str | records.Page,
    *,
    url: str | None = None,
    reader: str = DEFAULT_READER,
    earlier: Sequence[bytes | str | records.Page] = (),
    layout: Layout | None = None,
    language: str | None = None,
) -> tuple[Item, ...]:
    """The news items of a newspaper's front or section page, in reading order.

    ``earlier`` are older versions of the same page: what never changes is furniture. ``layout`` is how the page is
    drawn, ``language`` (two letters) that of the newspaper, for a page too short to tell, where they are known. Raises
    ``UnknownName`` for a reader that does not exist, ``TypeError`` for what is no page, and nothing for what is on the
    page.
    """
    method: Reader = build("reader", arguments.name_of_method(reader, "reader"))
    content, address, charset = arguments.fetched(page, url)
    keep_code = reads_code(method)
    older = tuple(parse(version, url=address, keep_code=keep_code) for version in arguments.pages(earlier, "earlier"))
    known = layout or arguments.layout_of(page)
    document = parse(content, url=address, charset=charset, layout=known, earlier=older, keep_code=keep_code)
    document.source_language = arguments.language(language, "language")
    return method.read(document)
