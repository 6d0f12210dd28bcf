"""Converts rows of revisions, with the columns ``document`` and ``blocks``, to ``Article`` and back."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any, Final

import zstandard
from sqlalchemy import Row

from newsloom.conversion import fields_of
from newsloom.records import Article
from newsloom.stores.delta import compressed, decompressed
from newsloom.stores.sql.executor import Executor
from newsloom.stores.sql.types import json_of

__all__ = ["article_of", "packed_article", "packed_fields", "readable", "summary_of"]


def readable(
    executor: Executor, revision_id: int, row: Row[Any], read: Callable[[Row[Any]], Article], /
) -> Article | None:
    """What ``read`` makes of the row of a revision. If the row is damaged, tells the executor and returns None."""
    return executor.intact("article", revision_id, lambda: read(row))


def article_of(row: Row[Any], /) -> Article:
    """The complete article of a row with the columns ``document`` and ``blocks``."""
    document = _decompressor().decompress(row.document)
    blocks = [] if row.blocks is None else json.loads(decompressed(row.blocks, document))
    fields = json.loads(document)
    fields["blocks"] = blocks
    return Article.from_dict(fields)


def summary_of(row: Row[Any], /) -> Article:
    """The article of a row with the column ``document``, without its blocks."""
    return Article.from_dict(json.loads(_decompressor().decompress(row.document)))


def packed_article(article: Article, /) -> dict[str, bytes | None]:
    """The columns ``document`` and ``blocks`` of an article."""
    return packed_fields(fields_of(article))


def packed_fields(fields: dict[str, Any], /) -> dict[str, bytes | None]:
    """The columns ``document`` and ``blocks`` of an article's fields.

    A block repeats what is in the text: stored as a delta to the document, the blocks add almost nothing.
    """
    document = json_of({name: value for name, value in fields.items() if name != "blocks"}).encode()
    blocks = fields.get("blocks")
    return {
        "document": compressed(document),
        "blocks": compressed(json_of(blocks).encode(), document) if blocks else None,
    }


_LOCAL: Final = threading.local()


def _decompressor() -> zstandard.ZstdDecompressor:
    # Creating one takes as long as using it, and threads must not share one.
    found: zstandard.ZstdDecompressor | None = getattr(_LOCAL, "decompressor", None)
    if found is None:
        found = _LOCAL.decompressor = zstandard.ZstdDecompressor()
    return found
