"""A LangChain loader: turns files of pages into documents with clean text. Needs the extra ``langchain``."""

from __future__ import annotations

from collections.abc import Iterator

from newsloom.errors import MissingExtra
from newsloom.integrations.sources import flat_metadata, read_articles
from newsloom.pipeline.extract import DEFAULT_EXTRACTOR

try:
    from langchain_core.document_loaders import BaseLoader
    from langchain_core.documents import Document
except ImportError as error:
    raise MissingExtra("newsloom.integrations.langchain", "langchain") from error

__all__ = ["NewsloomLoader"]


class NewsloomLoader(BaseLoader):
    """Loads the articles from folders, WARCs, Parquet files and JSON lines; one page is in memory at a time.

    ``source`` in the metadata is the article's address, or the place of its page if it has none.
    """

    def __init__(self, *sources: str, extractor: str = DEFAULT_EXTRACTOR) -> None:
        self._sources = sources
        self._extractor = extractor

    def lazy_load(self) -> Iterator[Document]:
        for place, article in read_articles(self._sources, self._extractor):
            metadata = {"source": article.url or place, **flat_metadata(article)}
            yield Document(page_content=article.text, metadata=metadata)
