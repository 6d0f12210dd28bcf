"""A datatrove extractor: turns documents with HTML into clean text and metadata. Needs the extra ``datatrove``.

It replaces ``Trafilatura`` in a pipeline, on one machine, Slurm or Ray. datatrove itself limits the time of a document,
in a process that it can kill.
"""

from __future__ import annotations

from typing import Any

from newsloom.errors import MissingExtra
from newsloom.integrations.sources import flat_metadata
from newsloom.pipeline.extract import DEFAULT_EXTRACTOR, extract

try:
    from datatrove.pipeline.extractors.base import BaseExtractor, ExtractorSandbox
    from datatrove.utils.typeshelper import StatHints
except ImportError as error:
    raise MissingExtra("newsloom.integrations.datatrove", "datatrove") from error

__all__ = ["NewsloomExtractor"]


class NewsloomExtractor(BaseExtractor):
    """Replaces a document's HTML with its article's text, and adds title, date, authors and so on to its metadata.

    Documents without an article are dropped. ``timeout`` is in seconds per document, and includes the time to load the
    models once in each process.
    """

    name = "⛏ Newsloom"
    _requires_dependencies = ("newsloom",)

    def __init__(self, extractor: str = DEFAULT_EXTRACTOR, timeout: float = 30.0) -> None:
        super().__init__(timeout)
        self.extractor = extractor

    def extract(self, text: str) -> str:
        return self.read(text)[0]

    def read(self, text: str, url: str | None = None) -> tuple[str, dict[str, Any]]:
        """The text of a page's article and its metadata. The text is empty if there is no article."""
        article = extract(text, url=url, extractor=self.extractor)
        return (article.text, flat_metadata(article)) if article.is_article else ("", {})

    def run(self, data: Any, rank: int = 0, world_size: int = 1) -> Any:  # noqa: ARG002 - datatrove's signature
        with ExtractorSandbox(timeout=self.timeout, warmup_text="") as sandbox:
            for document in data:
                self.stat_update(StatHints.total)
                with self.track_time():
                    try:
                        page = (document.text, document.metadata.get("url"))
                        document.text, facts = sandbox.process_document(page, self.read)
                    except (TimeoutError, EOFError) as error:
                        self.stat_update("timeout" if isinstance(error, TimeoutError) else "broken_process")
                        continue
                if not document.text:
                    self.stat_update(StatHints.dropped)
                    continue
                document.metadata.update(facts)
                self.stat_update("extracted", StatHints.forwarded)
                self.update_doc_stats(document)
                yield document
