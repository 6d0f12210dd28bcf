"""News made to hurt goes in and comes out harmless in every page."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from urllib.parse import quote

import pytest
from lxml import html
from tests.portal.newsstand import NOON, OPERATOR, OPERATOR_TOKEN
from tests.portal.serving import ask, served

from newsloom.newsroom import Newsroom
from newsloom.portal.app import create_app
from newsloom.portal.paths import article_path, paper_of, paper_path, section_path
from newsloom.records import (
    Article,
    Block,
    Coverage,
    Failure,
    Image,
    Link,
    Page,
    Report,
    Revision,
    Source,
    Topic,
)
from newsloom.settings import Settings
from newsloom.stores.sqlite import MemoryStore

BAIT = [
    "<script>window.pwned=1</script>",
    '"><img src=x onerror="window.pwned=1">',
    "' autofocus onfocus='window.pwned=1' x='",
    "</title></textarea></style><svg/onload=window.pwned=1>",
    "{{ 7*7 }}{% include '/etc/passwd' %}${7*7}",
    "javascript:window.pwned=1",
    "<iframe srcdoc='<script>parent.pwned=1</script>'>",
    '<a href="data:text/html,<script>window.pwned=1</script>">x</a>',
    "--><base href='//evil.example/'><meta http-equiv=refresh content='0;url=//evil.example'>",
    "\u202e\x00\ud83d<b>",
]
ADDRESSES = [
    f"https://bait.example/{quote(text, safe='')}" if ":" not in text[:12] else text
    for text in (one.encode("utf-8", "replace").decode() for one in BAIT)
]
FRONT = "https://bait.example/"


def hostile_newsroom() -> Newsroom:
    """A newsroom with bait in every field."""
    room = Newsroom(
        MemoryStore(), Settings(portal_pictures=True, portal_operator_token=OPERATOR_TOKEN), now=lambda: NOON
    )
    with room.store.transaction() as transaction:
        for number, (text, url) in enumerate(zip(BAIT, ADDRESSES, strict=True)):
            seen_at = NOON - timedelta(minutes=number)
            article = Article(
                url=url,
                site=text,
                title=text,
                description=text,
                text=f"The harbour is shut. {text}\n\n{text}",
                blocks=(
                    Block(text=text),
                    Block(text=text, kind="heading", level=2),
                    Block(text=text, kind="quote"),
                    Block(text=text, kind="item", level=1),
                    Block(text=text, kind="code", verbatim=text),
                    Block(text=text, kind="cell", row=0, column=0),
                ),
                authors=(text,),
                section=text,
                keywords=(text,),
                language=text[:12],
                images=(Image(url=text, caption=text, credit=text),),
                provenance={"title": text, "text": text},
            )
            transaction.articles.keep(Revision(article=article, seen_at=seen_at))
            edited = Article.from_dict(article.as_dict() | {"text": f"{text} {text}", "blocks": []})
            transaction.articles.keep(Revision(article=edited, seen_at=seen_at + timedelta(seconds=5)))
            transaction.stories.keep(
                Coverage(
                    id=f"bait{number}",
                    first_seen=seen_at,
                    last_seen=seen_at,
                    changed_at=seen_at,
                    title=text,
                    summary=text,
                    image=text,
                    section=text,
                    language=text[:12],
                    words=((text, 1.0),),
                    reports=(Report(url=url, paper=text, seen_at=seen_at),),
                    newness=1.0,
                )
            )
            transaction.run_log.keep_failure(Failure(url=url, stage=text, kind=text, reason=text, at=NOON))
            source = Source(url=f"https://bait{number}.example/", title=text, category=text, home=text, added_at=NOON)
            transaction.sources.add(source)
        transaction.topics.replace(
            (Topic(id="<b>", made_at=NOON, size=9, words=((BAIT[0], 1.0),), members=((ADDRESSES[0], 0.5),)),)
        )
        cards = "".join(f"<article><h2><a href='{url}'>x</a></h2></article>" for url in ADDRESSES[:3])
        transaction.pages.keep(Page(url=FRONT, fetched_at=NOON, body=f"<main>{cards}</main>{BAIT[0]}".encode()))
        links = tuple(Link(url=url, title=text, position=3) for text, url in zip(BAIT, ADDRESSES, strict=True))
        transaction.links.sight(FRONT, links, NOON)
        transaction.sources.add(Source(url=FRONT, title=BAIT[1], added_at=NOON))
    return room


def hostile_paths() -> list[str]:
    """Every kind of page, for every piece of bait."""
    paths = ["/", "/latest", "/events", "/topics", "/topic/%3Cb%3E", "/sources", "/most-read", "/operator", "/about"]
    for number, (text, url) in enumerate(zip(BAIT, ADDRESSES, strict=True)):
        said = quote(text.encode("utf-8", "replace"), safe="")
        paths += [f"/story/bait{number}", f"/story/bait{number}/differences", f"/search?q={said}&section={said}"]
        paths += [article_path(url), f"{article_path(url)}/changes", f"{article_path(url)}?version=1"]
        paths += [
            f"/operator/failure?url={quote(url, safe='')}",
            f"/?language={said}",
            f"/search?q=harbour&site={said}",
        ]
        paths += [f"/preferences?next={said}", f"/nothing/{said}", f"/front?url={said}"]
    paths += [f"/operator/page?url={quote(FRONT)}", f"/operator/page?url={quote(FRONT)}&front=1"]
    paths += [section_path(BAIT[0]), paper_path(BAIT[0]), paper_path(paper_of(FRONT)), f"/front?url={quote(FRONT)}"]
    return paths


@pytest.fixture(scope="module")
def portal() -> Iterator[str]:
    with hostile_newsroom() as room, served(create_app(room, room.settings, now=lambda: NOON)) as url:
        yield url


@pytest.mark.parametrize("path", hostile_paths())
def test_nothing_of_the_press_becomes_markup(portal, path):
    answer = ask(portal + path, **OPERATOR)
    assert answer.status in (200, 404)
    tree = html.fromstring(answer.body)
    assert [script.get("src") for script in tree.iter("script")] == ["/static/keys.js"]
    assert not list(tree.iter("iframe", "base", "object", "embed", "style", "b"))
    assert all(meta.get("http-equiv") is None for meta in tree.iter("meta"))
    for element in tree.iter():
        for name, value in element.attrib.items():
            assert not name.startswith("on"), (element.tag, name)
            assert name not in ("srcdoc", "style", "autofocus"), (element.tag, name)
            if name in ("href", "src", "action", "formaction"):
                assert value.startswith(("/", "#", "?", "https://", "http://")), value
                assert not value.startswith(("//", "/\\")), value


def test_templates_do_not_run_what_the_press_writes(portal):
    assert "{{ 7*7 }}" in ask(portal + "/").text


def test_the_bait_is_there_to_be_read(portal):
    text = ask(portal + article_path(ADDRESSES[0])).text
    assert "&lt;script&gt;window.pwned=1&lt;/script&gt;" in text
