"""Whole front pages of made-up papers: news, and everything else that is shown on cards like those of news.

Live tickers, match previews, pictures without text, series, podcasts, quizzes, games, advertisements, comparisons,
shops, recipes and topics of a sister magazine: in eight languages, with nine kinds of markup for a card and six for
addresses, each front page with the truth about its links. Three kinds of markup are held out: no choice is based on
them. All is invented. Needs the portal's extra, as the rest of the press does.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from newsloom.press.labelledset import write_labelled_set
from newsloom.press.templating import page_templates

__all__ = ["HELD_APART", "LANGUAGES", "MARKUPS", "NAMINGS", "OFFERS", "FrontPage", "front_pages", "write_fronts"]

LANGUAGES: Final = ("en", "de", "fr", "es", "tr", "ar", "zh", "ja")
MARKUPS: Final = ("headings", "wrapped", "overlays", "tables", "atoms", "lines")
HELD_APART: Final = ("definitions", "figures", "elements")
OFFERS: Final = (
    *("series", "podcast", "quiz", "games", "sponsored", "compare", "shop", "recipes", "topics", "newsletter"),
)

_STORIES: Final = frozenset({"news", "live", "match", "picture"})
# Offers on a separate host of the paper, and those of a sister magazine.
_OWN_HOST: Final = frozenset({"shop", "games"})
_SISTER: Final = frozenset({"recipes", "topics"})
_PAID: Final = frozenset({"sponsored", "compare", "shop"})
_WORDS: Final = re.compile(r"[a-z0-9]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontPage:
    """A front page and where its links lead. ``kinds`` has the kind of each judged address.

    ``titles`` has the headline of each story.
    """

    name: str
    language: str
    markup: str
    url: str
    page: bytes
    kinds: Mapping[str, str]
    titles: Mapping[str, str]

    @property
    def stories(self) -> tuple[str, ...]:
        return tuple(url for url, kind in self.kinds.items() if kind in _STORIES)

    @property
    def others(self) -> tuple[str, ...]:
        return tuple(url for url, kind in self.kinds.items() if kind not in _STORIES)


def front_pages(markups: tuple[str, ...] = MARKUPS) -> Iterator[FrontPage]:
    """One front page for each markup and language; the ways to name pages alternate."""
    namings = tuple(NAMINGS)
    for row, markup in enumerate(markups):
        for column, language in enumerate(LANGUAGES):
            yield _page(language, markup, namings[(row + column) % len(namings)])


def write_fronts(folder: Path, markups: tuple[str, ...] = MARKUPS) -> None:
    """Write the front pages as a labelled set that ``newsloom evaluate`` reads."""
    write_labelled_set(folder, ((one.page, _truth(one)) for one in front_pages(markups)))


def _truth(one: FrontPage) -> dict[str, Any]:
    return {
        "id": one.name,
        "url": one.url,
        "site": one.name,
        "lang": one.language,
        "type": "front",
        "story": one.stories,
        "site_links": one.others,
        "items": [{"url": url, "title": one.titles[url]} for url in one.stories],
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class _Card:
    url: str
    title: str
    teaser: str = ""
    label: str = ""
    rel: str = ""
    time: str = ""
    image: str = "/img/0.jpg"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Box:
    name: str
    look: str = "cards"
    url: str = ""
    cards: list[_Card]


@dataclass(slots=True)
class _Paper:
    """Makes the cards and boxes of a page, and records what each address is."""

    language: str
    naming: str
    host: str
    is_plain: bool
    words: Mapping[str, Any]
    kinds: dict[str, str] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    count: int = 0

    def story(self, title: str, kind: str, place: int, folder: str = "") -> _Card:
        self.count += 1
        section = folder or f"s{place % 5 + 1}"
        url = f"https://{self.host}" + NAMINGS[self.naming](section, _slug(title), 482_913 + 37 * self.count)
        self.kinds[url], self.titles[url] = kind, title
        teasers = self.words["teasers"]
        return _Card(
            url=url,
            title=title,
            teaser=teasers[place % len(teasers)],
            label=self.words["live"][0] if kind == "live" else "",
            time=f"{8 + place % 12:02}:{17 * place % 60:02}",
            image=f"/img/{self.count}.jpg",
        )

    def offers(self, kind: str) -> _Box:
        folder, label, *entries = self.words[kind]
        cards = [self._offer(kind, folder, label, *entry.split("|")) for entry in entries]
        if kind in _PAID:
            return _Box(name=label, cards=cards)
        url = f"https://{self.host}/{folder}"
        self.kinds[url] = "section"
        return _Box(name=label, url=url, cards=cards)

    def _offer(self, kind: str, folder: str, label: str, title: str, teaser: str) -> _Card:
        self.count += 1
        slug = _slug(title) or f"p{self.count}"
        host, path = self.host, f"/{folder}/{slug}"
        if kind in _SISTER:
            host, path = f"www.sister-{self.language}.example", f"/{folder}/{slug}-{90_000 + self.count}"
        elif kind in _OWN_HOST and not self.is_plain:
            host = f"{folder}.{self.host.removeprefix('www.')}"
        elif kind == "sponsored" and self.is_plain:
            host, path = "www.nordheat.example", f"/{slug}"
        elif self.is_plain:
            # A folder whose name does not show the kind.
            path = f"/extra/{slug}"
        url = f"https://{host}{path}"
        self.kinds[url] = kind
        rel = "sponsored nofollow" if kind in _PAID and self.is_plain else ""
        return _Card(url=url, title=title, teaser=teaser, label=label, rel=rel, image=f"/img/{self.count}.jpg")


def _page(language: str, markup: str, naming: str) -> FrontPage:
    words = _words()[language]
    name = f"{markup}-{language}"
    paper = _Paper(
        language=language,
        naming=naming,
        host=f"www.{name}.example",
        is_plain=naming in _PLAIN,
        words=words,
    )
    menu = _links(paper, words["menu"], "s")
    footer = _links(paper, words["footer"], "about-")
    boxes = _boxes(paper)
    page: str = (
        page_templates()
        .get_template("fronts/front.html")
        .render(words=words, language=language, markup=markup, menu=menu, footer=footer, boxes=boxes)
    )
    return FrontPage(
        name=name,
        language=language,
        markup=markup,
        url=f"https://{paper.host}/",
        page=page.encode(),
        kinds=paper.kinds,
        titles=paper.titles,
    )


def _links(paper: _Paper, names: list[str], folder: str) -> list[tuple[str, str]]:
    links = [(name, f"https://{paper.host}/{folder}{number}") for number, name in enumerate(names, 1)]
    paper.kinds.update((url, "section") for _, url in links)
    return links


def _boxes(paper: _Paper) -> list[_Box]:
    """News in sections, with offers between them and below."""
    words = paper.words
    news = [paper.story(title, "news", place) for place, title in enumerate(words["headlines"])]
    live = [paper.story(title, "live", place, "live") for place, title in enumerate(words["live"][1:])]
    match = [paper.story(title, "match", 2, "s3") for title in words["match"]]
    pictures = [paper.story(title, "picture", place) for place, title in enumerate(words["pictures"])]
    offers = [paper.offers(kind) for kind in OFFERS]
    menu = words["menu"]
    return [
        _Box(name="", cards=[news[0], live[0], *news[1:5]]),
        offers[1],
        _Box(name=menu[2], cards=[*match, live[1], *news[5:8]]),
        *offers[4:8],
        _Box(name="", look="list", cards=news[8:12]),
        offers[2],
        offers[3],
        _Box(name=menu[3], cards=news[12:]),
        _Box(name="", look="pictures", cards=pictures),
        offers[0],
        *offers[8:],
    ]


NAMINGS: Final[dict[str, Callable[[str, str, int], str]]] = {
    "numbered": lambda section, slug, number: f"/{section}/{slug or 'a'}-{number}.html",
    "dated": lambda section, slug, number: f"/2026/11/{number % 17 + 1:02}/{section}/{slug or number}/",
    "coded": lambda _, slug, number: f"/a/{_code(slug, number)}",
    "articles": lambda section, slug, number: f"/{section}/article{number}/{slug or 'a'}.html",
    "program": lambda _section, _slug, number: f"/index.php?id={number}",
    "slugs": lambda section, slug, number: f"/{section}/{slug or number}",
}
"""How papers name the pages of stories: functions of a section's folder, a headline's words and a number to a path."""

# Papers whose offers are in folders with names that do not show the kind.
_PLAIN: Final = frozenset({"dated", "articles", "slugs"})


def _code(slug: str, number: int) -> str:
    return hashlib.sha256(f"{slug}{number}".encode()).hexdigest()[:10]


def _slug(title: str) -> str:
    """The words of a headline as in an address; empty if it does not begin with a Latin letter or digit."""
    bare = unicodedata.normalize("NFKD", title.lower().replace("ß", "ss").replace("ı", "i"))
    return "-".join(_WORDS.findall(bare.encode("ascii", "ignore").decode())) if bare[:1].isascii() else ""


@cache
def _words() -> Mapping[str, Any]:
    file = files(__package__) / "material" / "fronts.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
