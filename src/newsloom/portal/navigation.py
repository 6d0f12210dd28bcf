"""The newsroom's sections, languages and papers, and which of them a reader is offered.

All papers and languages share one list of sections. Of those that not all papers share, a reader is offered the ones in
the language that they read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from newsloom.newsroom import Newsroom
from newsloom.newsroom.papernames import paper_names
from newsloom.records import ArticleQuery
from newsloom.text.categories import CATEGORIES

__all__ = ["Navigation", "navigation_of", "offered_sections"]

# A language with a smaller share of the articles gets no front page of its own.
_MAIN_SHARE: Final = 0.05

# As many as fit on a line of a wide screen.
_MOST_SECTIONS: Final = 9
# This many of the most frequent sections contain that many for each of several languages.
_ASKED_SECTIONS: Final = 36
# A few articles show a section's language as well as a hundred.
_ASKED_ARTICLES: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Navigation:
    """What every page needs to know of the newsroom.

    ``sections`` are the most frequent ones, each with the language of its articles; ``papers`` are sites with their
    names; ``main_languages`` have enough articles to be shown alone.
    """

    sections: Mapping[str, str | None] = field(default_factory=dict)
    languages: tuple[str, ...] = ()
    main_languages: frozenset[str] = frozenset()
    papers: Mapping[str, str] = field(default_factory=dict)


def navigation_of(room: Newsroom) -> Navigation:
    """The newsroom's sections, languages and papers as they are now."""
    sections = [name for name, _ in room.articles.sections()[:_ASKED_SECTIONS]]
    languages = dict(room.articles.languages())
    return Navigation(
        sections={name: _language(room, name) for name in sections},
        languages=tuple(languages),
        main_languages=frozenset(
            code for code, count in languages.items() if count >= _MAIN_SHARE * sum(languages.values())
        ),
        papers=dict(sorted(paper_names(room).items(), key=lambda paper: paper[1].casefold())),
    )


def offered_sections(navigation: Navigation, language: str | None) -> tuple[str, ...]:
    """The sections that all papers share, the most frequent first, then those only of the language.

    If there are none of either, the sections of all languages.
    """
    shared = [name for name in navigation.sections if name in CATEGORIES]
    own = [name for name, spoken in navigation.sections.items() if spoken == language and name not in CATEGORIES]
    return tuple((shared + own or list(navigation.sections))[:_MOST_SECTIONS])


def _language(room: Newsroom, section: str) -> str | None:
    articles = room.articles.latest(ArticleQuery(section=section, limit=_ASKED_ARTICLES))
    spoken = Counter(article.language for article in articles)
    return spoken.most_common(1)[0][0] if spoken else None
