"""Makes the entries of a feed from articles and their revisions, front-page items, stories and topics."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import Final

from newsloom.records import Article, Block, Coverage, Image, Item, Revision, Topic, told_when
from newsloom.syndication.characters import language_tag, web_address, xml_text
from newsloom.syndication.feed import Entry, article_urn, story_urn, topic_urn
from newsloom.syndication.markup import story_html

__all__ = ["article_entry", "item_entry", "last_said", "story_entry", "topic_entry"]

_WORD: Final = re.compile(r"\w+")
# A corrected name or number is one or two new words; a new fact brings more.
_NEW_WORDS: Final = 5
# At most this much of a text is searched for new words.
_MOST_CHARACTERS: Final = 50_000
_MOST_TITLE: Final = 300
_MOST_REPORTS: Final = 50
# As many words as the page of a topic shows, and as its headline has.
_MOST_WORDS: Final = 50
_TITLE_WORDS: Final = 3


def article_entry(article: Article, updated: datetime, first_seen: datetime | None = None) -> Entry | None:
    """The article with its whole text; None if it has no address that a reader can follow.

    An article that does not say when it was published is dated by when it was first seen.
    """
    url = web_address(article.url)
    if url is None or article.url is None:
        return None
    blocks = article.blocks or [Block(text=paragraph) for paragraph in article.paragraphs]
    return Entry(
        id=article_urn(article.url),
        url=url,
        title=_title(article.title or article.text or url),
        updated=updated,
        html=story_html(blocks),
        summary=_line(article.description) or None,
        published=told_when(article, first_seen or updated)[0],
        authors=tuple(filter(None, map(_line, article.authors))),
        categories=_categories(article),
        language=language_tag(article.language),
        paper=_line(article.site) or None,
        image=_picture(article.images),
    )


def item_entry(item: Item, updated: datetime) -> Entry | None:
    """An item of a front page whose article was not read; None if it has no address that a reader can follow."""
    url = web_address(item.url)
    if url is None or item.url is None:
        return None
    summary = _line(item.text)
    return Entry(
        id=article_urn(item.url),
        url=url,
        title=_title(item.headline or summary or url),
        updated=updated,
        html=f"<p>{html.escape(summary)}</p>" * bool(summary),
        summary=summary or None,
        published=item.time if item.time and item.time.tzinfo else updated,
        image=_picture((Image(url=item.image),) if item.image else ()),
    )


def last_said(revisions: Sequence[Revision]) -> datetime | None:
    """When an article last said something new. Revisions that only correct or rearrange words do not count."""
    if len(revisions) <= 1:
        return revisions[0].seen_at if revisions else None
    said = _words(revisions[0].article)
    moment = revisions[0].seen_at
    for revision in revisions[1:]:
        words = _words(revision.article)
        if len(words - said) >= _NEW_WORDS:
            moment = revision.seen_at
        said |= words
    return moment


def story_entry(story: Coverage, url: str, titles: Mapping[str, str]) -> Entry:
    """The story with its summary and reports; ``url`` is its page, ``titles`` its reports' headlines by address."""
    reports = "".join(
        f'<li><a href="{html.escape(address)}">{html.escape(_title(titles.get(report.url, address)))}</a> '
        f"({html.escape(_line(report.paper))})</li>"
        for report in islice((one for one in story.reports if one.copy_of is None), _MOST_REPORTS)
        if (address := web_address(report.url))
    )
    summary = _line(story.summary)
    return Entry(
        id=story_urn(story.id),
        url=url,
        title=_title(story.title or summary or story.id),
        updated=story.changed_at,
        html=f"<p>{html.escape(summary)}</p>" * bool(summary) + f"<ul>{reports}</ul>" * bool(reports),
        summary=summary or None,
        published=min([story.first_seen, *(report.time for report in story.reports)]).astimezone(UTC),
        categories=tuple(filter(None, [_line(story.section)])),
        language=language_tag(story.language),
        image=_picture((Image(url=story.image),) if story.image else ()),
    )


def topic_entry(topic: Topic, url: str) -> Entry:
    """The topic with its heaviest words; ``url`` is its page."""
    words = list(filter(None, (_line(word) for word, _ in topic.words[:_MOST_WORDS])))
    items = "".join(f"<li>{html.escape(word)}</li>" for word in words)
    return Entry(
        id=topic_urn(topic.id),
        url=url,
        title=_title(", ".join(words[:_TITLE_WORDS]) or topic.id),
        updated=topic.made_at,
        published=topic.made_at.astimezone(UTC),
        html=f"<ol>{items}</ol>" * bool(items),
        summary=", ".join(words) or None,
    )


def _categories(article: Article) -> tuple[str, ...]:
    named = [article.section, *article.keywords[:20]]
    return tuple(dict.fromkeys(filter(None, map(_line, named))))


def _picture(images: Sequence[Image]) -> Image | None:
    for image in images[:5]:
        url = web_address(image.url)
        if url:
            return Image(url=url, caption=_line(image.caption) or None, credit=_line(image.credit) or None)
    return None


def _title(text: str) -> str:
    line = _line(text)
    return line if len(line) <= _MOST_TITLE else f"{line[:_MOST_TITLE].rpartition(' ')[0] or line[:_MOST_TITLE]} …"


def _line(text: str | None) -> str:
    return " ".join(xml_text(text or "").split())


def _words(article: Article) -> set[str]:
    return set(_WORD.findall(f"{article.title or ''} {article.text[:_MOST_CHARACTERS]}".casefold()))
