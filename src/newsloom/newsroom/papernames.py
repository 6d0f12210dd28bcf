"""The names of papers: takes the sources and articles of a newsroom and returns a name for each site.

A title chosen by the user comes first, then the name that the articles give, then the home page, then the site itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Final

from newsloom.discovery.names import is_generic
from newsloom.discovery.papernames import name_parts
from newsloom.dom.authornames import is_name_of_site
from newsloom.newsroom import Newsroom
from newsloom.pipeline.gathering.reading import document_of
from newsloom.records import ArticleQuery, Source
from newsloom.text.urls import site_of

__all__ = ["paper_names"]

# A few articles give the same name as a hundred would.
_NAMING_ARTICLES: Final = 8
# Only this many papers get a name; the rest are shown by site.
_MOST_PAPERS: Final = 300
_LONGEST_NAME: Final = 60


def paper_names(room: Newsroom, sites: Collection[str] | None = None) -> dict[str, str]:
    """The names of the followed papers by site, optionally of some sites only."""
    homes: dict[str, Source] = {}
    for source in room.sources.all():
        site = site_of(source.url) or source.url
        if (sites is None or site in sites) and (site not in homes or source.url == source.home):
            homes[site] = source
    return {
        site: (_name(room, site, home) if place < _MOST_PAPERS else None) or site
        for place, (site, home) in enumerate(homes.items())
    }


def _name(room: Newsroom, site: str, home: Source) -> str | None:
    if home.title and "title" in home.chosen:
        return home.title[:_LONGEST_NAME]
    articles = room.articles.latest(ArticleQuery(site=site, limit=_NAMING_ARTICLES))
    declared = Counter(article.site for article in articles if article.site and not is_generic(article.site))
    if declared:
        return declared.most_common(1)[0][0][:_LONGEST_NAME]
    if home.title and home.url == home.home and not is_generic(home.title):
        return home.title[:_LONGEST_NAME]
    return _title(room, site, home)


def _title(room: Newsroom, site: str, home: Source) -> str | None:
    """The paper's name from the title of its stored home page: the part that is like its site, else the first."""
    page = room.pages.get(home.home or home.url)
    root = None if page is None else document_of(page).root
    named = [] if root is None else name_parts(root)
    return next((part for part in named if is_name_of_site(part, site.partition(".")[0])), next(iter(named), None))
