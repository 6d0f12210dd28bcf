"""Navigation: the newsroom's sections, languages and papers, and which of them a reader sees.

Sections are one list for all papers and languages; of those that only one paper has, a reader is offered the ones of
the language that they read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from newsloom.discovery.names import is_generic
from newsloom.dom.authornames import is_name_of_site
from newsloom.newsroom import Newsroom
from newsloom.pipeline.gathering.reading import document_of
from newsloom.portal.paths import paper_of
from newsloom.records import ArticleQuery, Source
from newsloom.text.categories import CATEGORIES

__all__ = ["Navigation", "navigation_of", "offered_sections", "paper_names"]

# Some articles agree on what a hundred would say.
_NAMING_ARTICLES: Final = 8
# Whoever follows more papers than this reads the sites of the rest.
_MOST_PAPERS: Final = 300
_LONGEST_NAME: Final = 60
_PARTS: Final = re.compile(r"\s+[-–—|·:]\s+|:\s+")

# A language with fewer of the articles makes no front page of its own.
_MAIN_SHARE: Final = 0.05

# As many as a line of a wide screen has room for.
_MOST_SECTIONS: Final = 9
# Among so many of the most frequent there are as many of each of some languages.
_ASKED_SECTIONS: Final = 36
# Some articles agree on what a hundred would say.
_ASKED_ARTICLES: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Navigation:
    """What every page needs to know of the newsroom.

    ``sections`` are the most frequent ones, each with the language of its articles; ``papers`` are sites with what
    they call themselves; ``main_languages`` have enough articles to be shown alone.
    """

    sections: Mapping[str, str | None] = field(default_factory=dict)
    languages: tuple[str, ...] = ()
    main_languages: frozenset[str] = frozenset()
    papers: Mapping[str, str] = field(default_factory=dict)


def navigation_of(room: Newsroom) -> Navigation:
    """The newsroom's sections, languages and papers as they are now."""
    sections = [name for name, _ in room.sections()[:_ASKED_SECTIONS]]
    languages = dict(room.languages())
    return Navigation(
        sections={name: _language(room, name) for name in sections},
        languages=tuple(languages),
        main_languages=frozenset(
            code for code, count in languages.items() if count >= _MAIN_SHARE * sum(languages.values())
        ),
        papers=dict(sorted(paper_names(room).items(), key=lambda paper: paper[1].casefold())),
    )


def offered_sections(navigation: Navigation, language: str | None) -> tuple[str, ...]:
    """The sections that all papers share, the most frequent first, then those of a language alone.

    Of all languages where it has none.
    """
    shared = [name for name in navigation.sections if name in CATEGORIES]
    own = [name for name, spoken in navigation.sections.items() if spoken == language and name not in CATEGORIES]
    return tuple((shared + own or list(navigation.sections))[:_MOST_SECTIONS])


def _language(room: Newsroom, section: str) -> str | None:
    articles = room.latest(ArticleQuery(section=section, limit=_ASKED_ARTICLES))
    spoken = Counter(article.language for article in articles)
    return spoken.most_common(1)[0][0] if spoken else None


def paper_names(room: Newsroom) -> dict[str, str]:
    """The papers that are followed, by site."""
    homes: dict[str, Source] = {}
    for source in room.sources.all():
        site = paper_of(source.url)
        if site not in homes or source.url == source.home:
            homes[site] = source
    return {
        site: (_name(room, site, home) if place < _MOST_PAPERS else None) or site
        for place, (site, home) in enumerate(homes.items())
    }


def _name(room: Newsroom, site: str, home: Source) -> str | None:
    if home.title and "title" in home.chosen:
        return home.title[:_LONGEST_NAME]
    articles = room.latest(ArticleQuery(site=site, limit=_NAMING_ARTICLES))
    declared = Counter(article.site for article in articles if article.site and not is_generic(article.site))
    if declared:
        return declared.most_common(1)[0][0][:_LONGEST_NAME]
    if home.title and home.url == home.home and not is_generic(home.title):
        return home.title[:_LONGEST_NAME]
    return _title(room, site, home)


def _title(room: Newsroom, site: str, home: Source) -> str | None:
    """What the title of the kept home page calls the paper; "Lantern – news from the coast" has a part for that."""
    page = room.page(home.home or home.url)
    root: Any = None if page is None else document_of(page).root
    if root is None:
        return None
    parts = [" ".join(part.split()) for part in _PARTS.split(root.findtext(".//title") or "")]
    named = [part for part in parts if part and len(part) <= _LONGEST_NAME and not is_generic(part)]
    return next((part for part in named if is_name_of_site(part, site.partition(".")[0])), next(iter(named), None))
