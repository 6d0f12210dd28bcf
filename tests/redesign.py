"""A made-up paper before and after its redesign, and a store with its pages and stories."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.newspaper import sentences

from newsloom.pipeline.gathering.reading import StoryPage, read_story
from newsloom.pipeline.templates.drift import update_sites
from newsloom.records import Link, Page, Revision, Source
from newsloom.stores import open_store
from newsloom.stores.protocol import Store
from newsloom.stores.sqlite import MemoryStore

SITE = "lantern.example"
NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)

APPEAL = "The Lantern lives from its readers: whoever subscribes now reads on for a whole month without paying for it."


def old_page(number: int) -> str:
    """A story in divs and paragraphs, with an appeal to subscribe between its paragraphs."""
    first, *rest = _paragraphs(number)
    return f"""<html lang="en"><head><title>{headline(number)} | The Lantern</title></head><body>
        <div><ul><li><a href="/">Home</a></li><li><a href="/town">Town and harbour</a></li></ul></div>
        <div><h1>{headline(number)}</h1><div>By Ada Strand</div><div>{1 + number % 28} March 2026</div>
        <div><p>{first}</p><div><span>{APPEAL}</span></div>{"".join(f"<p>{one}</p>" for one in rest)}</div></div>
        <table><tr><td>The Lantern, printed in Tarvik since 1911. All rights reserved.</td></tr></table></body>"""


def new_page(number: int) -> str:
    """The same in sections, after the paper was redesigned."""
    told = "".join(f"<div>{one}</div>" for one in _paragraphs(number))
    return f"""<html lang="en"><head><title>{headline(number)} | The Lantern</title></head><body>
        <header><nav><a href="/">Front page</a> <a href="/harbour">Harbour news</a></nav></header>
        <main><article><h2>{headline(number)}</h2><section>{told}</section></article></main>
        <footer><section><h4>The Lantern</h4><ul><li>Imprint of the Lantern</li></ul></section></footer></body>"""


def headline(number: int) -> str:
    return f"Lighthouse of Ostermoor repaired for the {number}th time"


def story_text(number: int) -> str:
    return "\n\n".join(_paragraphs(number))


def filled_store(pages: list[str], *, extractor: str = "loom") -> MemoryStore:
    """A store that keeps these pages and their stories, one an hour from noon on."""
    store = MemoryStore()
    publish(store, pages, extractor=extractor)
    return store


def publish(store: Store, pages: list[str], *, first: int = 0, extractor: str = "loom") -> None:
    with store.transaction() as transaction:
        for number, page in enumerate(pages, start=first):
            at = NOON + timedelta(hours=number)
            kept = Page(url=address(number), fetched_at=at, body=page.encode(), content_type="text/html")
            transaction.pages.keep(kept)
            article = read_story(StoryPage(link=Link(url=kept.url), page=kept), extractor=extractor)
            transaction.articles.keep(Revision(article=article, seen_at=at))


@contextmanager
def filled_newsroom(place: Path, pages: list[str]) -> Iterator[Callable[[list[str]], None]]:
    """A newsroom on disk that follows the paper, keeps these pages and has learned from them; more can be added."""
    store = open_store(str(place))
    try:
        with store.transaction() as transaction:
            transaction.sources.add(Source(url=f"https://www.{SITE}/feed.xml", kind="feed", added_at=NOON))
        publish(store, pages)
        update_sites(store, learner="textmax", owner="redesign", now=NOON)
        yield lambda more: publish(store, more, first=len(pages))
    finally:
        store.close()


def address(number: int) -> str:
    return f"https://www.{SITE}/news/{number:04}-lighthouse-of-ostermoor-repaired"


def _paragraphs(number: int) -> list[str]:
    lines = sentences(f"lantern {number}", 12)
    return [" ".join(lines[place : place + 3]) for place in range(0, len(lines), 3)]
