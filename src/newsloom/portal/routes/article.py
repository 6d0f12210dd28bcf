"""An article: its text, where each part of it came from, and its versions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from markupsafe import Markup
from starlette.exceptions import HTTPException

from newsloom.portal.bookmarks import is_marked, mark
from newsloom.portal.requests import PageRequest, View
from newsloom.portal.text_diff import edits_between
from newsloom.records import Article, Block
from newsloom.syndication.markup import story_html

__all__ = ["article", "changes"]

_RELATED: Final = 8
_MOST_VALUE: Final = 120
# Adults read about 238 words of prose in a minute (Brysbaert, 2019).
_WORDS_A_MINUTE: Final = 238
_FIELDS: Final = (
    "title description text published modified date authors section keywords language images site canonical_url".split()
)


def article(request: PageRequest) -> View:
    """The article as it reads now, or as it read in a version."""
    now = _named(request)
    revisions = request.room.articles.revisions(now.url or "")
    number = _number(request, len(revisions))
    shown = revisions[number - 1].article if number else now
    url = now.url or ""
    story = request.room.stories.of(url)
    words = shown.word_count
    return View(
        template="article.html",
        content={
            "article": shown,
            "prose": Markup(story_html(_blocks(shown), request.locale.moment)),  # noqa: S704 - it escapes every word of the page
            "shown_at": revisions[number - 1].seen_at if 0 < number < len(revisions) else None,
            "first_seen": revisions[0].seen_at if revisions else None,
            "day": _day(request, shown),
            "words": words,
            "minutes": max(1, round(words / _WORDS_A_MINUTE)),
            "story": story,
            "counterparts": request.room.articles.counterparts(url, _RELATED),
            # If others report the story too, their reports are better than related articles.
            "related": () if story and len(story.reports) > 1 else request.room.articles.related(url, _RELATED),
            "revisions": revisions,
            "fields": list(_fields(request, shown)),
            "is_starred": is_marked(request, "star", url),
        },
        afterwards=mark(request, "read", url),
    )


def changes(request: PageRequest) -> View:
    """How the words of a version differ from the one before it."""
    now = _named(request)
    revisions = request.room.articles.revisions(now.url or "")
    number = _number(request, len(revisions)) or len(revisions)
    if number < 2:
        raise HTTPException(404)
    before, after = revisions[number - 2], revisions[number - 1]
    return View(
        template="changes.html",
        content={
            "article": now,
            "before": before.seen_at,
            "after": after.seen_at,
            "edits": edits_between(before.article, after.article),
        },
    )


def _named(request: PageRequest) -> Article:
    found = request.room.articles.named(request.named("id"))
    if found is None:
        raise HTTPException(404)
    return found


def _number(request: PageRequest, most: int) -> int:
    """The requested version, from 1; 0 if none is requested."""
    text = request.asked("version")
    if text is None:
        return 0
    if not (text.isascii() and text.isdecimal() and len(text) < 6 and 1 <= int(text) <= most):
        raise HTTPException(404)
    return int(text)


def _day(request: PageRequest, shown: Article) -> str | None:
    """The day that the page gives, formatted in the reader's language."""
    try:
        return request.locale.day(datetime.fromisoformat(shown.date)) if shown.date else None
    except ValueError:
        return shown.date


def _blocks(shown: Article) -> Sequence[Block]:
    return shown.blocks or [Block(text=paragraph) for paragraph in shown.paragraphs]


def _fields(request: PageRequest, shown: Article) -> Iterator[tuple[str, str, str]]:
    """Each field that has a value: its name, the value in short, and the method that determined it."""
    for name in _FIELDS:
        value = getattr(shown, name)
        if value:
            shown_value = request.locale.language(value) if name == "language" else _short(name, value)
            yield name, shown_value, shown.provenance.get(name, "–")


def _short(name: str, value: object) -> str:
    if name == "images":
        return str(len(value)) if isinstance(value, tuple) else ""
    if isinstance(value, datetime):
        return value.isoformat(sep=" ", timespec="minutes")
    text = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return text if len(text) <= _MOST_VALUE else text[:_MOST_VALUE] + "…"
