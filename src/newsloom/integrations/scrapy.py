"""Scrapy: an item pipeline that adds the article to items with a page, and a mixin for spiders of newspapers.

Needs the extra ``scrapy``. In a project's settings::

    ITEM_PIPELINES = {"newsloom.integrations.scrapy.NewsloomPipeline": 300}
    NEWSLOOM_EXTRACTOR = "loom"
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Self

from newsloom.errors import MissingExtra
from newsloom.pipeline.extract import DEFAULT_EXTRACTOR, extract
from newsloom.pipeline.read import read_items

try:
    from itemadapter import ItemAdapter
    from scrapy.exceptions import DropItem
except ImportError as error:
    raise MissingExtra("newsloom.integrations.scrapy", "scrapy") from error

__all__ = ["NewsSpiderMixin", "NewsloomPipeline"]

# The fields in which items may have their page.
_PAGE: Final = ("html", "body", "page")


class NewsloomPipeline:
    """Replaces the page of an item (``html``, ``body`` or ``page``) with the fields of its article, as ``article``.

    An item without a page is passed on unchanged; one whose page has no article is dropped with the reason. If the item
    has a title (``feed_title``), it is passed to the extractor.
    """

    def __init__(self, extractor: str = DEFAULT_EXTRACTOR) -> None:
        self._extractor = extractor

    @classmethod
    def from_crawler(cls, crawler: Any) -> Self:
        return cls(crawler.settings.get("NEWSLOOM_EXTRACTOR", DEFAULT_EXTRACTOR))

    def process_item(self, item: Any, spider: Any = None) -> Any:  # noqa: ARG002 - Scrapy's signature
        adapter = ItemAdapter(item)
        name = next((one for one in _PAGE if adapter.get(one)), None)
        if name is None:
            return item
        article = extract(
            adapter[name], url=adapter.get("url"), title=adapter.get("feed_title"), extractor=self._extractor
        )
        if not article.is_article:
            raise DropItem(f"{adapter.get('url')}: {article.reason}")
        del adapter[name]
        adapter["article"] = article.as_dict()
        return item


class NewsSpiderMixin:
    """A mixin for spiders of newspapers: turns front pages into requests for their stories, and stories into articles.

    A spider that starts at front pages needs ``parse = NewsSpiderMixin.parse_front`` and no rules.
    """

    newsloom_extractor: str = DEFAULT_EXTRACTOR

    def parse_front(self, response: Any) -> Iterator[Any]:
        """A request for each news item on a front page, with the item's headline for the extractor."""
        for item in read_items(response.body, url=response.url):
            if item.url:
                yield response.follow(
                    item.url, callback=self.parse_story, cb_kwargs={"headline": item.headline, "teaser": item.text}
                )

    def parse_story(
        self, response: Any, headline: str | None = None, teaser: str | None = None
    ) -> Iterator[dict[str, Any]]:
        """The article on a page as a dictionary, if there is one."""
        article = extract(
            response.body,
            url=response.url,
            anchor_text=headline,
            teaser=teaser,
            extractor=self.newsloom_extractor,
        )
        if article.is_article:
            yield article.as_dict()
