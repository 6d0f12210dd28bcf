"""A LlamaIndex reader: turns files of pages into documents with text and metadata. Needs the extra ``llamaindex``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from newsloom.errors import MissingExtra
from newsloom.integrations.sources import flat_metadata, read_articles
from newsloom.pipeline.extract import DEFAULT_EXTRACTOR

try:
    from llama_index.core.readers.base import BaseReader
    from llama_index.core.schema import Document
except ImportError as error:
    raise MissingExtra("newsloom.integrations.llamaindex", "llamaindex") from error

__all__ = ["NewsloomReader"]


class NewsloomReader(BaseReader):
    """Reads the articles from folders, WARCs, Parquet files and JSON lines; one page is in memory at a time."""

    def __init__(self, extractor: str = DEFAULT_EXTRACTOR) -> None:
        self._extractor = extractor

    def lazy_load_data(self, *sources: str, **_: Any) -> Iterator[Document]:
        """A document for each article. Its id is the article's address, or the place of its page if it has none."""
        for place, article in read_articles(sources, self._extractor):
            yield Document(text=article.text, id_=article.url or place, metadata=flat_metadata(article))
