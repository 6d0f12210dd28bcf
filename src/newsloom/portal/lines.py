"""Small pieces of HTML of which a page has dozens: a story or a moment in, its line out, every word escaped.

In a template each would cost ten times as much; everything else is printed there.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from markupsafe import Markup, escape

from newsloom.portal.tongues import Tongue
from newsloom.records import Coverage

__all__ = ["facts", "lang", "stamp"]

_DOT: Final = '<span class="dot"> · </span>'


def stamp(tongue: Tongue, moment: datetime, now: datetime) -> Markup:
    """How long ago something was, for a person and for a program."""
    ago, exact = escape(tongue.ago(moment, now)), escape(tongue.moment(moment))
    return Markup(f'<time datetime="{moment.isoformat()}" title="{exact}">{ago}</time>')  # noqa: S704 - escaped


def lang(code: str, language: str | None) -> Markup:
    """The attribute that says that something is in another language than its page; nothing where it is in the same."""
    if not language or language == code:
        return Markup()
    return Markup(f' lang="{escape(language)}"')  # noqa: S704 - escaped


def facts(tongue: Tongue, story: Coverage, names: Mapping[str, str], now: datetime, most: int) -> Markup:
    """When a story was last told, how often, and by whom: ``most`` papers by name, the others as a number."""
    papers = story.papers
    named = _DOT.join(escape(names.get(paper) or paper) for paper in papers[:most])
    others = f' <span class="others">+{len(papers) - most}</span>' if len(papers) > most else ""
    reports = escape(tongue.count("count.reports", len(story.reports)))
    line = f'{stamp(tongue, story.last_seen, now)}{_DOT}{reports}{_DOT}<span class="papers">{named}{others}</span>'
    return Markup(f'<p class="facts">{line}</p>')  # noqa: S704 - escaped
