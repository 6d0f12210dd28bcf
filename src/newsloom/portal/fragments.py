"""Small pieces of HTML that a page has dozens of: lines of stories and reports, times, pictures. All text is escaped.

In a template each would take several times as long; everything else is rendered there.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from markupsafe import Markup, escape

from newsloom.portal.locales import Locale
from newsloom.portal.paths import article_path, escaped, paper_path
from newsloom.portal.reports import ShownReport
from newsloom.records import Article, Coverage

__all__ = [
    "DRAFTS",
    "HUES",
    "Weave",
    "caption_of",
    "facts",
    "feeds",
    "lang",
    "picture",
    "report_item",
    "stamp",
    "tags",
    "token",
    "woven",
]

# How many colours and how many drafts (a weaver's word for a pattern) static/portal.css has.
HUES: Final = 8
DRAFTS: Final = 6
# Languages that are written from right to left (CLDR, characterOrder); none of the portal's own is.
_FROM_RIGHT: Final = frozenset({"ar", "ckb", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"})
_ASKED_WORDS: Final = 10

_DOT: Final = '<span class="dot"> · </span>'
_FEEDS: Final = {"rss": "application/rss+xml", "atom": "application/atom+xml", "json": "application/feed+json"}
_FEED_NAMES: Final = {"rss": "RSS", "atom": "Atom", "json": "JSON"}


def stamp(locale: Locale, moment: datetime, now: datetime) -> Markup:
    """How long ago something was, for a person and for a program."""
    ago, exact = escape(locale.ago(moment, now)), escape(locale.moment(moment))
    return Markup(f'<time datetime="{moment.isoformat()}" title="{exact}">{ago}</time>')  # noqa: S704 - escaped


def stamp_or_day(locale: Locale, moment: datetime, day: date | None, now: datetime) -> Markup:
    """How long ago something was, or its day if no more is known."""
    if day is None:
        return stamp(locale, moment, now)
    return Markup(f'<time datetime="{day.isoformat()}">{escape(locale.short_day(day))}</time>')  # noqa: S704 - escaped


def lang(code: str, language: str | None) -> Markup:
    """The ``lang`` and ``dir`` attributes of text in another language than its page; else empty."""
    if not language or language == code:
        return Markup()
    direction = ' dir="rtl"' if language.partition("-")[0] in _FROM_RIGHT else ""
    return Markup(f' lang="{escape(language)}"{direction}')  # noqa: S704 - escaped


def facts(locale: Locale, story: Coverage, names: Mapping[str, str], now: datetime, most: int) -> Markup:
    """When a story was last told, its number of reports, and its papers: ``most`` by name, the others as a number."""
    papers = story.papers
    named = _DOT.join(escape(names.get(paper) or paper) for paper in papers[:most])
    others = f' <span class="others">+{len(papers) - most}</span>' if len(papers) > most else ""
    reports = escape(locale.ngettext("count.reports", len(story.reports)))
    told = stamp_or_day(locale, story.last_told_at, story.last_told_on, now)
    line = f'{told}{_DOT}{reports}{_DOT}<span class="papers">{named}{others}</span>'
    return Markup(f'<p class="facts">{line}</p>')  # noqa: S704 - escaped


def report_item(locale: Locale, report: ShownReport, now: datetime, *, since: datetime | None) -> Markup:
    """A report on the page of its story, with its copies; one that came after ``since`` is marked as new."""
    is_new = since is not None and report.seen_at > since
    foreign = lang(locale.code, report.article.language)
    paper = f'<a class="paper" href="{paper_path(report.paper)}">{escape(report.name)}</a>'
    line = f"{paper}{_DOT}{_time_told(locale, report, now)}"
    if report.is_first:
        line = f'{line} <span class="flag">{escape(locale.gettext("story.first"))}</span>'
    elif report.behind:
        line = f"{line}{_DOT}{escape(locale.gettext('story.later', time=report.behind))}"
    if is_new:
        line = f'{line} <span class="flag new">{escape(locale.gettext("story.new"))}</span>'
    lead = f'<p class="summary"{foreign}>{escape(report.lead)}</p>' if report.lead else ""
    return Markup(  # noqa: S704 - escaped
        f'<li class="report" data-item{" data-new" if is_new else ""}><p class="facts">{line}</p>'
        f"<h3{foreign}>{_headline(report.article)}</h3>{lead}{_copies(locale, report.copies, now)}</li>"
    )


def _time_told(locale: Locale, report: ShownReport, now: datetime) -> str:
    """When the report was told: the moment, or the day if its paper gives no more, else when it was seen."""
    if report.day is not None:
        return f'<time datetime="{report.day.isoformat()}">{escape(locale.day(report.day))}</time>'
    moment = stamp(locale, report.told_at, now)
    return str(moment) if report.is_told else f"{escape(locale.gettext('article.seen'))} {moment}"


def tags(words: Iterable[tuple[str, float]]) -> Markup:
    """Words as list items; each links to a search for its word."""
    items = (f'<li><a href="/search?q={escaped(word)}">{escape(word)}</a></li>' for word, _ in words)
    return Markup("".join(items))  # noqa: S704 - escaped


def picture(
    name: str,
    image: str | None,
    words: Sequence[tuple[str, float]] = (),
    size: str = "",
    *,
    source_of: Callable[[str | None], str | None],
) -> Markup:
    """A story's picture, if it has one to show, over a pattern woven from its name.

    If the picture no longer loads, the pattern is seen.
    """
    weave = woven(name)
    kind = f"picture weave hue-{weave.hue} draft-{weave.draft} {size}"
    source = source_of(image)
    if source:
        attributes = 'alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer"'
        return Markup(f'<div class="{kind}"><img src="{escape(source)}" {attributes}></div>')  # noqa: S704
    caption = f"<span>{escape(caption_of(words))}</span>" if words else ""
    return Markup(f'<div class="{kind}" aria-hidden="true">{caption}</div>')  # noqa: S704 - escaped


def feeds(address: str, title: str, query: str = "") -> Markup:
    """The links in a page's head to its feeds. ``query`` is the page's own query string."""
    named = escape(title)
    lines = (
        f'<link rel="alternate" type="{kind}" title="{named} ({_FEED_NAMES[end]})"'
        f' href="{escape(address)}.{end}{escape(query)}">'
        for end, kind in _FEEDS.items()
    )
    return Markup("\n".join(lines))  # noqa: S704 - escaped


def token(csrf_token: str | None) -> Markup:
    """The hidden CSRF field of a form; empty without a token."""
    if not csrf_token:
        return Markup()
    return Markup(f'<input type="hidden" name="csrf" value="{escape(csrf_token)}">')  # noqa: S704 - escaped


def _copies(locale: Locale, copies: Sequence[ShownReport], now: datetime) -> str:
    if not copies:
        return ""
    items = "".join(
        f"<li>{_headline(copy.article, lang(locale.code, copy.article.language))}"
        f' <span class="facts">{escape(copy.name)}{_DOT}{stamp(locale, copy.seen_at, now)}</span></li>'
        for copy in copies
    )
    summary = escape(locale.ngettext("story.copies", len(copies)))
    return f'<details class="copies"><summary>{summary}</summary><ul>{items}</ul></details>'


def _headline(article: Article, attributes: str = "") -> str:
    address = article.url or ""
    return f'<a href="{article_path(address)}"{attributes}>{escape(article.title or address)}</a>'


@dataclass(frozen=True, slots=True, kw_only=True)
class Weave:
    """A woven pattern: the numbers of its colour and its draft."""

    hue: int
    draft: int


def woven(name: str) -> Weave:
    """The pattern of a name."""
    number = zlib.crc32(name.encode("utf-8", "surrogatepass"))
    return Weave(hue=number % HUES, draft=number // HUES % DRAFTS)


def caption_of(words: Sequence[tuple[str, float]]) -> str:
    """The first of a story's words that is made of letters: a number says nothing on a picture."""
    return next((word for word, _ in words[:_ASKED_WORDS] if word.isalpha() and len(word) > 1), "")
