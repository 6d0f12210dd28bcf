"""Stories that run over several pages: finds the next page, and joins the articles of the pages into one.

A story has at most ``MOST_PAGES`` pages, all of one site, each read once. Fetches nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Final

from newsloom.errors import FetchError
from newsloom.records import Article, Block
from newsloom.text.casing import fold
from newsloom.text.urls import same_site

__all__ = ["MOST_PAGES", "joined", "page_after", "whole_story"]

# Longer ones are lists and slide shows.
MOST_PAGES: Final = 12
# A line that occurs on two pages of a story is furniture, unless it is as short as an answer in an interview.
_LEAST_REPEATED: Final = 20


def page_after(article: Article, pages: Collection[str]) -> str | None:
    """The address of the page that follows these pages of a story. None after the last."""
    following = article.next_page
    if following is None or following in pages or len(pages) >= MOST_PAGES:
        return None
    return following if all(same_site(following, page) for page in pages) else None


def joined(articles: Sequence[Article]) -> Article:
    """Joins the articles of a story's pages, in order, into one.

    Stops before a page that is not part of the story; ``next_page`` is then that page.
    """
    first = articles[0]
    parts = [first]
    following = first.next_page
    for article in articles[1:]:
        if not article.text or not (article.is_article or _has_title(article, first)):
            break
        parts.append(article)
        following = article.next_page
    if len(parts) == 1:
        return first
    blocks = _blocks(parts)
    images = {image.url: image for part in reversed(parts) for image in reversed(part.images)}
    return replace(
        first,
        text="\n\n".join(block.text for block in blocks),
        blocks=blocks,
        images=tuple(reversed(images.values())),
        next_page=following,
        confidence=min(part.confidence for part in parts),
    )


def whole_story(first: Article, read: Callable[[str], Article]) -> Article:
    """The story with its further pages, read by address, up to the first that cannot be fetched."""
    articles = [first]
    pages = [first.url or first.canonical_url or first.next_page or ""]
    while (following := page_after(articles[-1], pages)) is not None:
        pages.append(following)
        try:
            articles.append(read(following))
        except FetchError:
            break
    return joined(articles)


def _has_title(article: Article, other: Article) -> bool:
    return bool(article.title and other.title) and fold(article.title or "") == fold(other.title or "")


def _blocks(parts: Sequence[Article]) -> tuple[Block, ...]:
    blocks: list[Block] = []
    seen: set[str] = set()
    for part in parts:
        own = part.blocks or tuple(Block(text=paragraph) for paragraph in part.paragraphs)
        new = [block for block in own if len(block.text) < _LEAST_REPEATED or block.text not in seen]
        # The posts of a live page are numbered from 0 on each page.
        before = max((block.part + 1 for block in blocks if block.part is not None), default=0)
        blocks += [block if block.part is None else replace(block, part=block.part + before) for block in new]
        seen.update(block.text for block in own)
    return tuple(blocks)
