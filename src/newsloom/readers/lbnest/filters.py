"""The named filters, which decide whether a link on a front page may lead to a story.

Each is a plain function of the link and its page, with its thresholds as keyword arguments, so that a sequence can be
declared in a file. A user's own filter has the same form. A filter looks at one link only.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection, Mapping, Set
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from newsloom.text.casing import fold
from newsloom.text.similarity import character_pairs
from newsloom.text.tokens import words
from newsloom.text.urls import site_of

__all__ = ["FILTERS", "Filter", "LinkingPage", "PageLink", "linking_page", "page_link"]


# For absolute addresses, at a fifth of the cost of ``urlsplit``.
_HOST_AND_PATH: Final = re.compile(r"https?://(?:[^/?#@]*@)?([^/?#:]*)[^/?#]*([^?#]*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLink:
    """A link as a filter sees it; ``host`` is without "www.", ``text`` is the anchor text."""

    url: str
    host: str
    path: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkingPage:
    """The page with the link; ``names`` are the names of its newspaper, folded."""

    host: str
    path: str
    names: tuple[str, ...] = ()


Filter = Callable[..., bool]
"""Called with a ``PageLink``, a ``LinkingPage`` and the step's parameters; False rejects the link."""


def has_words(link: PageLink, _page: LinkingPage, *, least: int = 4) -> bool:
    """Whether the text has ``least`` words: few words rarely announce a story (the threshold is the paper's)."""
    return len(words(link.text)) >= least


def is_not_site_name(link: PageLink, page: LinkingPage, *, below: float = 0.5) -> bool:
    """Whether the text is unlike the newspaper's name, which leads to a page about the newspaper."""
    text = fold(link.text)
    return all(_bound(text, name) < below or character_pairs(text, name) < below for name in page.names)


def is_same_site(link: PageLink, page: LinkingPage, *, subdomains: bool = True) -> bool:
    """Whether the link stays on the page's host or, with ``subdomains``, on its site."""
    if not page.host or link.host == page.host:
        return True
    return subdomains and _site(link.host) == _site(page.host)


def is_not_advertisement(link: PageLink, page: LinkingPage, *, hosts: Set[str], terms: Set[str]) -> bool:
    """Whether neither the host nor a part of the path is an advertiser's."""
    # Most links stay on the page's own host, which is not looked up.
    if link.host != page.host and not _is_free_of(hosts, link.host):
        return False
    return terms.isdisjoint(link.path.lower().split("/"))


def is_page(link: PageLink, _page: LinkingPage, *, endings: Collection[str]) -> bool:
    """Whether the address has none of the endings, such as those of pictures, sounds and documents."""
    return link.path.rpartition(".")[2].lower() not in endings


def is_elsewhere(link: PageLink, page: LinkingPage) -> bool:
    """Whether the link leads neither to the page itself nor to the home page of a host."""
    path = link.path.rstrip("/")
    return bool(path) and (link.host, path) != (page.host, page.path.rstrip("/"))


def is_not_service(link: PageLink, _page: LinkingPage, *, terms: Set[str]) -> bool:
    """Whether the text is not one that every site uses for its own pages and buttons."""
    return fold(link.text).strip(" .:›»→") not in terms


FILTERS: Final[Mapping[str, Filter]] = MappingProxyType(
    {
        "words": has_words,
        "service": is_not_service,
        "site-name": is_not_site_name,
        "same-site": is_same_site,
        "advertisement": is_not_advertisement,
        "file-type": is_page,
        "elsewhere": is_elsewhere,
    }
)


def page_link(url: str, text: str) -> PageLink:
    """The link to an absolute address, as filters see it."""
    host, path = _host_and_path(url)
    return PageLink(url=url, host=host, path=path, text=text)


def linking_page(url: str | None, names: Collection[str]) -> LinkingPage:
    """The page at ``url``; its host and the first label of its site are also names of the newspaper."""
    host, path = _host_and_path(url or "")
    label = _site(host).partition(".")[0]
    folded = dict.fromkeys(fold(name) for name in (*names, host, label) if name)
    return LinkingPage(host=host, path=path, names=tuple(folded))


def _host_and_path(url: str) -> tuple[str, str]:
    found = _HOST_AND_PATH.match(url)
    return (found[1].lower().removeprefix("www."), found[2]) if found else ("", "")


# Bounded because pages choose the hosts; most links of a page share one.
@functools.lru_cache(maxsize=1024)
def _site(host: str) -> str:
    return site_of(f"https://{host}/") or host


def _is_free_of(hosts: Set[str], host: str) -> bool:
    """Whether neither the host nor a domain above it is in the list."""
    labels = host.split(".")
    return hosts.isdisjoint(".".join(labels[start:]) for start in range(len(labels)))


def _bound(text: str, name: str) -> float:
    """An upper bound on the similarity of two strings of these lengths: it saves most comparisons."""
    return 2 * min(len(text), len(name)) / max(len(text) + len(name), 1)
