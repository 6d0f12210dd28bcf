"""What is read from one page: the extractor's result and the article made from it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Self

from newsloom.blocks import Block
from newsloom.conversion import fields_of
from newsloom.markdown import emphasised, heading, to_markdown
from newsloom.records.description import card, counted, described
from newsloom.text.size import count_tokens

__all__ = ["Article", "Extraction", "Image"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """An extractor's result for one page.

    ``blocks`` is the text of the story; ``main`` is the block of the page that the method chose, if it chooses one.
    ``is_article`` and ``confidence`` (the probability that the text is right) are None if the method does not say.
    ``reason`` says why ``blocks`` is empty or why the page is not an article. ``headline`` is the headline that the
    method itself found; None if it does not look for one. ``layout`` says whether the page was read as "drawn" or as
    "estimated"; None if the method does not use the layout.
    """

    method: str
    version: int
    blocks: tuple[Block, ...] = ()
    main: Block | None = None
    is_article: bool | None = None
    confidence: float | None = None
    reason: str | None = None
    headline: str | None = None
    layout: Literal["drawn", "estimated"] | None = None

    def __repr__(self) -> str:
        blocks, is_article = len(self.blocks), self.is_article
        return described(self, method=self.method, version=self.version, blocks=blocks, is_article=is_article)

    @property
    def text(self) -> str:
        return "\n\n".join(block.text for block in self.blocks)


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """A picture of a story."""

    url: str
    caption: str | None = None
    credit: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """An article, with the source of each field.

    ``text`` is the standfirst and the body, with a blank line between paragraphs, without the headline, byline, date
    line and captions. ``blocks`` are the same paragraphs with their roles: headings, items, quotes, cells, code, posts
    of a live page. ``date`` is the day of publication in the page's own time zone. ``section`` is the paper's name for
    the section; ``category`` is that section in one short list for all papers (``newsloom.text.categories``), or the
    category that the user gave to the source. ``next_page`` is the address of the story's next page, if the page gives
    one. ``access`` is "free", "partial" or "closed"; None if the page does not say. ``provenance`` maps each field to
    the method that found it.
    """

    url: str | None = None
    canonical_url: str | None = None
    site: str | None = None
    title: str | None = None
    description: str | None = None
    text: str = ""
    blocks: tuple[Block, ...] = ()
    published: datetime | None = None
    modified: datetime | None = None
    date: str | None = None
    authors: tuple[str, ...] = ()
    section: str | None = None
    category: str | None = None
    keywords: tuple[str, ...] = ()
    language: str | None = None
    images: tuple[Image, ...] = ()
    next_page: str | None = None
    access: str | None = None
    is_article: bool = True
    reason: str | None = None
    confidence: float = 1.0
    provenance: Mapping[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        reason = None if self.is_article else self.reason
        return described(self, title=self.title, url=self.url, date=self.date, words=self.word_count, reason=reason)

    def _repr_html_(self) -> str:
        facts = [self.site, self.date, ", ".join(self.authors), self.section, counted(self.word_count, "word")]
        reason = None if self.is_article else self.reason
        return card(self.title, self.url, [*facts, reason], self.text)

    @property
    def paragraphs(self) -> tuple[str, ...]:
        return tuple(self.text.split("\n\n")) if self.text else ()

    @property
    def word_count(self) -> int:
        """The number of words. Scripts without spaces are counted as if translated (``newsloom.text.size``)."""
        return round(count_tokens(self.text))

    def as_dict(self) -> dict[str, Any]:
        """All fields as JSON-ready values, in the order of the class, with derived fields last."""
        return fields_of(self) | {"paragraphs": list(self.paragraphs), "word_count": self.word_count}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """The inverse of ``as_dict``. Unknown keys are ignored."""
        known = {name: values[name] for name in cls.__slots__ if name in values}
        for name in ("published", "modified"):
            if known.get(name):
                known[name] = datetime.fromisoformat(known[name])
        for name in ("authors", "keywords"):
            known[name] = tuple(known.get(name) or ())
        known["images"] = tuple(Image(**image) for image in known.get("images") or ())
        known["blocks"] = tuple(map(Block.from_dict, known.get("blocks") or ()))
        return cls(**known)

    def to_json(self, *, indent: int | None = None) -> str:
        return json.dumps(self.as_dict(), ensure_ascii=False, indent=indent)

    def to_markdown(self, *, links: bool = False, images: bool = False) -> str:
        """Headline, byline, date and text as Markdown. Text from the page is escaped, so none of it acts as markup.

        With ``links`` and ``images``, web links and pictures are included where they occur in the text.
        """
        byline = " · ".join([*self.authors, *([self.date] if self.date else [])])
        blocks = self.blocks or [Block(text=paragraph) for paragraph in self.paragraphs]
        title = heading(self.title, 1) if self.title else ""
        parts = [title, emphasised(byline) if byline else "", to_markdown(blocks, links=links, images=images)]
        return "\n\n".join(part for part in parts if part) + "\n"

    def to_schema_org(self) -> dict[str, Any]:
        """The article as a schema.org NewsArticle, with only the keys that have a value."""
        candidates = {
            "@context": "https://schema.org",
            "@type": "NewsArticle",
            "url": self.canonical_url or self.url,
            "headline": self.title,
            "description": self.description,
            "articleBody": self.text,
            "datePublished": self.published.isoformat() if self.published else self.date,
            "dateModified": self.modified.isoformat() if self.modified else None,
            "author": [{"@type": "Person", "name": name} for name in self.authors],
            "articleSection": self.section,
            "keywords": list(self.keywords),
            "inLanguage": self.language,
            "image": [image.url for image in self.images],
            "isAccessibleForFree": {"free": "True", "partial": "False", "closed": "False"}.get(self.access or ""),
            "publisher": {"@type": "Organization", "name": self.site} if self.site else None,
        }
        return {key: value for key, value in candidates.items() if value}
