"""Made-up newspapers with style sheets: designs in Latin, Arabic and Chinese script, each page with its truth.

One column and three, floats, grids, flex boxes, tables, text in columns, a picture over the whole width, cards,
absolutely placed boxes, old font tags; with menus, lists and comments around stories, some of them before the story in
the markup. There are also pages without news: front pages, imprints, search forms, galleries. Most designs are for
development; others, with other markup and in three more scripts, are held out: no choice is based on them. All is
invented. Pages have their style inline, or as a file on the site that ``StyledStand`` serves on loopback. Needs the
portal's extra, as the rest of the press does.
"""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Self

from newsloom.press.abroad import printed_stories, read_paper
from newsloom.press.labelledset import write_labelled_set
from newsloom.press.papers import PAPERS
from newsloom.press.templating import page_templates
from newsloom.press.week import Press

__all__ = [
    "DEVELOPMENT",
    "HELD_APART",
    "StyledPage",
    "StyledSet",
    "StyledStand",
    "styled_pages",
    "write_styled_set",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class StyledSet:
    """Designs (style sheet → template), the languages of their stories, and their kinds of pages.

    The first kind is the story; all others are pages without news.
    """

    designs: Mapping[str, str]
    languages: tuple[str, ...]
    kinds: tuple[str, ...]
    stories: int


DEVELOPMENT: Final = StyledSet(
    designs={
        **dict.fromkeys(("column", "columns", "hero", "night", "narrow", "poster"), "plain"),
        **dict.fromkeys(("floats", "grid", "flex", "left", "right", "boxes"), "sides"),
        **dict.fromkeys(("fonts", "portal"), "tables"),
        **dict.fromkeys(("areas", "lifted", "cards", "reader"), "late"),
        **dict.fromkeys(("split", "ledger"), "lines"),
        **dict.fromkeys(("broad", "tabloid", "magazine", "agency", "evening"), "sheet"),
        **dict.fromkeys(("wire", "weekly", "mobile", "bulletin", "gazette"), "desk"),
        **dict.fromkeys(("quarterly", "dusk", "margin"), "essay"),
        **dict.fromkeys(("triptych", "foldout", "bigcard"), "panels"),
        **dict.fromkeys(("intranet", "classic", "dotcom"), "nested"),
        **dict.fromkeys(("immersive", "appbar", "swipe"), "screens"),
        **dict.fromkeys(("folio", "triple", "leaflet"), "folio"),
        **dict.fromkeys(("mosaic", "glossy"), "mosaic"),
    },
    languages=("en", "tr", "ar", "zh"),
    kinds=("article", "front", "imprint", "search", "gallery", "topic", "results", "shop", "weather"),
    stories=2,
)
HELD_APART: Final = StyledSet(
    designs={
        **dict.fromkeys(("feedline", "longread", "threecol"), "stream"),
        **dict.fromkeys(("nineties", "grey", "ribbon"), "cells"),
        **dict.fromkeys(("forum", "midnight", "sidecar"), "thread"),
        **dict.fromkeys(("tabbar", "stacked", "compact"), "items"),
        **dict.fromkeys(("ruled", "almanac", "telegraph"), "ruled"),
        **dict.fromkeys(("ticker", "cable", "notice"), "brief"),
        **dict.fromkeys(("kiosk", "plaza", "harbour"), "kiosk"),
        **dict.fromkeys(("notebook", "pulse", "minaret"), "note"),
    },
    languages=("en", "no", "ar", "zh", "hi", "ja", "th"),
    kinds=("article", "front", "film", "weather", "contact", "shop", "quiz"),
    stories=1,
)

_WEEK: Final = datetime(2026, 11, 9, tzinfo=UTC)
_LATIN: Final = frozenset({"en", "no", "tr"})
_MOST_STORIES: Final = 10
_RELATED: Final = 4
_POPULAR: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class StyledPage:
    """One page and its truth. ``text`` is empty for a page without news; ``path`` is its path on the site."""

    name: str
    design: str
    language: str
    kind: str
    page: bytes
    path: str
    title: str
    text: str

    @property
    def url(self) -> str:
        return f"https://{self.design}.press.example{self.path}"


def styled_pages(
    chosen: StyledSet = DEVELOPMENT, *, stories: int | None = None, is_linked: bool = False
) -> Iterator[StyledPage]:
    """A number of stories of each design and language, and each design's pages without news, in alternating languages.

    With ``is_linked`` the style sheet is at ``/style.css`` of the site instead of in the page.
    """
    each, languages = stories or chosen.stories, chosen.languages
    for number, design in enumerate(chosen.designs):
        markup = chosen.designs[design]
        for language in languages:
            # Each design has different stories, as each paper does.
            for place in range(each):
                at = (number * each + place) % _MOST_STORIES
                yield _page(design, markup, language, "article", at, is_linked=is_linked)
        for at, kind in enumerate(chosen.kinds[1:]):
            language = languages[(number + at) % len(languages)]
            yield _page(design, markup, language, kind, number % _MOST_STORIES, is_linked=is_linked)


def write_styled_set(folder: Path, chosen: StyledSet = DEVELOPMENT, *, stories: int | None = None) -> None:
    """Write the pages as a labelled set that ``newsloom evaluate`` reads."""
    write_labelled_set(folder, ((one.page, _truth(one)) for one in styled_pages(chosen, stories=stories)))


def _truth(one: StyledPage) -> dict[str, str]:
    return {
        "id": one.name,
        "url": one.url,
        "site": f"{one.design}.press.example",
        "lang": one.language,
        "type": one.kind,
        "title": one.title,
        "text": one.text,
        "template": one.design,
    }


class StyledStand:
    """Serves the designs on loopback for a ``with`` block, each under its name, with style sheets as files."""

    def __init__(self, chosen: StyledSet = DEVELOPMENT) -> None:
        self.pages = tuple(styled_pages(chosen, is_linked=True))
        found = {f"/{one.design}{one.path}": ("text/html; charset=utf-8", one.page) for one in self.pages}
        for design in chosen.designs:
            found[f"/{design}/style.css"] = ("text/css", _sheet(design).encode())
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(found))
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def address(self, page: StyledPage) -> str:
        """The address at which a page is served."""
        return f"{self.url}/{page.design}{page.path}"


def _page(  # noqa: PLR0913 - what a page is made of
    design: str, markup: str, language: str, kind: str, number: int, *, is_linked: bool
) -> StyledPage:
    paper, stories = _paper(language)
    story, others = stories[number], [*stories[number + 1 :], *stories[:number]]
    title = story["title"] if kind == "article" else paper.get(kind, paper["name"])
    sheet = f'<link rel="stylesheet" href="/{design}/style.css">' if is_linked else f"<style>\n{_sheet(design)}</style>"
    page: str = (
        page_templates()
        .get_template(f"styled/{markup}.html")
        .render(
            paper=paper,
            language=language,
            is_rtl=language == "ar",
            kind=kind,
            title=title,
            story=story,
            related=others[:_RELATED] if kind in {"article", "search"} else others,
            popular=others[-_POPULAR:],
            style=_safe(sheet),
        )
    )
    ending = f"{number}.html" if kind == "article" else f"{kind}.html"
    return StyledPage(
        name=f"{design}-{language}-{kind}-{number}",
        design=design,
        language=language,
        kind=kind,
        page=page.encode(),
        path=f"/{language}/{ending}",
        title=title,
        text="\n\n".join(story["paragraphs"]) if kind == "article" else "",
    )


@cache
def _paper(language: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A paper's furniture, and its stories as printed."""
    file = files(__package__) / "material" / "latin.toml"
    own = tomllib.loads(file.read_text(encoding="utf-8"))[language]
    paper = own if language in _LATIN else {**read_paper(language), **own}
    stories = _latin_stories(own["paper"]) if language in _LATIN else _longer_stories(paper["stories"], language)
    return paper, printed_stories({**paper, "stories": stories})


def _longer_stories(stories: list[dict[str, Any]], language: str) -> list[dict[str, Any]]:
    """The stories with their further paragraphs, if there are any: those of ``abroad`` are short."""
    file = files(__package__) / "material" / language / "further.toml"
    if not file.is_file():
        return stories
    further = tomllib.loads(file.read_text(encoding="utf-8"))["paragraphs"]
    return [story | {"paragraphs": [*story["paragraphs"], *more]} for story, more in zip(stories, further, strict=True)]


def _latin_stories(name: str) -> list[dict[str, Any]]:
    """The longest stories of a paper's week, one of each event."""
    paper = next(one for one in PAPERS if one.name == name)
    press = Press(start=_WEEK)
    by_event = {piece.event.name: piece for piece in press.pieces(paper)}
    pieces = sorted(by_event.values(), key=lambda piece: len(piece.revisions[0].text), reverse=True)
    return [
        {
            "title": piece.revisions[0].title,
            "caption": piece.caption,
            "paragraphs": list(piece.revisions[0].paragraphs),
        }
        for piece in pieces[:_MOST_STORIES]
    ]


@cache
def _sheet(design: str) -> str:
    return (files(__package__) / "templates" / "styled" / f"{design}.css").read_text(encoding="utf-8")


def _safe(markup: str) -> Any:
    from markupsafe import Markup  # noqa: PLC0415

    return Markup(markup)  # noqa: S704 - our own style sheet


def _handler(found: Mapping[str, tuple[str, bytes]]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            media, body = found.get(self.path, ("text/plain", b""))
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", media)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    return Handler
