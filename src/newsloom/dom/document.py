"""A parsed page, and all that an algorithm may know of it.

A ``Document`` is not a record: it is never stored and never sent to another process, and no
algorithm changes its tree.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from lxml import etree

from newsloom import records
from newsloom.dom.declared import Declared, read_declared
from newsloom.dom.headline import find_headline, is_name_alone
from newsloom.dom.headlinelines import find_headline_lines
from newsloom.dom.language import find_language
from newsloom.dom.layout import Layout
from newsloom.dom.links import base_url
from newsloom.dom.outline import Outline
from newsloom.dom.outlinewalk import outline_of
from newsloom.dom.tree import Tree

__all__ = ["Document"]


@dataclass(eq=False, kw_only=True)
class Document:
    """One page as a tree.

    ``root`` is None where there was nothing to parse, and ``reason`` then says why; where the page
    was cut to stay within bounds, ``reason`` says so and the tree holds what came before the cut.
    ``markup`` is the page in UTF-8 if its code was left out of the tree (``parse``).
    What announced the page, where known: ``feed_title`` is the title in a feed, ``anchor_text`` the text of the link on
    a front page, ``teaser`` what stood beside either, ``source_language`` (two letters) that of the feed or front page.
    """

    root: etree._Element | None
    markup: bytes | None = None
    url: str | None = None
    feed_title: str | None = None
    anchor_text: str | None = None
    teaser: str | None = None
    source_language: str | None = None
    encoding: str | None = None
    template: records.Template | None = None
    layout: Layout | None = None
    earlier: tuple[Document, ...] = field(default=())
    reason: str | None = None

    @cached_property
    def tree(self) -> Tree | None:
        """The page's nodes in arrays; None where there is no root."""
        return None if self.root is None else Tree(self.root)

    @cached_property
    def outline(self) -> Outline:
        """The page's boxes and the text in them."""
        return outline_of(self.tree)

    @cached_property
    def layout_or_estimate(self) -> Layout | None:
        """How the page looks: as drawn where that is known, else as estimated, which ``Layout.source`` tells."""
        if self.layout is not None or self.tree is None:
            return self.layout
        # Imported here: few methods ask how a page looks, and a first call would wait for it.
        from newsloom.dom.estimate import estimate_layout  # noqa: PLC0415

        return estimate_layout(self.tree)

    @cached_property
    def declared(self) -> Declared:
        """What the page declares of itself to machines: JSON-LD, OpenGraph, meta tags."""
        return read_declared(self.tree, self.url, base=self.base)

    @cached_property
    def base(self) -> str | None:
        """What the page's links are relative to: its base element, else its own address."""
        return base_url(self.root, self.url)

    @cached_property
    def headline(self) -> str | None:
        """The page's own headline: the feed's title plays no part."""
        return find_headline(self.tree, self.declared)

    @cached_property
    def is_titled_by_name(self) -> bool:
        """Whether all that the page is called by may be the name of its paper."""
        return self.tree is not None and is_name_alone(self.tree, self.declared, self.headline)

    @cached_property
    def headline_lines(self) -> tuple[int, ...]:
        """The indexes of the first few lines of the outline that print the headline."""
        return find_headline_lines(self.outline.texts, self.headline)

    @cached_property
    def language(self) -> str | None:
        """Two letters (ISO 639-1): as declared where that is credible, else as the text reads, or the source's."""
        return find_language(self.tree, self.declared, self.source_language)
