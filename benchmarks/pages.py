"""Makes pages to measure with, from a size or a number; the same every time.

The stories are those of ``newsloom.press``; the navigation, scripts and comments around them are made here. No
newspaper's page is needed.
"""

from __future__ import annotations

import json
import random
from itertools import cycle, islice
from typing import Final

from newsloom.press import DemoPage, demo_pages

__all__ = ["long_page", "small_page", "small_truth"]

LONG_BYTES: Final = 200_000

# At least the medians of 250 real pages of 150 to 250 KB (newspaper, fundus, wcxb): 1,047 elements, 151 links, 2,068
# words outside scripts, 30 % of the bytes in scripts and styles.
_MENU_LINKS: Final = 100
_STORY_PARAGRAPHS: Final = 24
_TEASERS: Final = 40
_COMMENTS: Final = 30
_SCRIPT_SHARE: Final = 0.3

_FEW_TEASERS: Final = 8


def long_page(size_bytes: int = LONG_BYTES) -> bytes:
    """Returns a modern story page with everything that newspapers put around a story, padded to the size."""
    story, paragraphs = _english()
    body = "".join(
        (
            _menu(_MENU_LINKS),
            _story(story, list(islice(cycle(paragraphs), _STORY_PARAGRAPHS))),
            _teasers(paragraphs, _TEASERS),
            _comments(paragraphs, _COMMENTS),
            "<footer class='site-footer'><p>All rights reserved. Write to the editor.</p></footer>",
        )
    )
    head = _head(story) + _script(int(size_bytes * _SCRIPT_SHARE))
    page = f"<!DOCTYPE html><html lang='en'><head>{head}</head><body>{body}".encode()
    # Real pages reach their size with drawings and data in attributes, which cost a parser less than tags.
    padding = size_bytes - len(page) - len(b"<img alt='' src='data:'></body></html>")
    return page + b"<img alt='' src='data:" + b"iVBORw0KGgo" * (padding // 11) + b"'></body></html>"


def small_page(number: int) -> bytes:
    """Returns one of any number of different stories, about 8 KB each."""
    story, _ = _english()
    shuffled = _paragraphs_of(number)
    body = _menu(20) + _story(story, shuffled) + _teasers(shuffled, _FEW_TEASERS)
    return f"<!DOCTYPE html><html lang='en'><head>{_head(story)}</head><body>{body}</body></html>".encode()


def small_truth(number: int) -> str:
    """Returns the line of ``truth.jsonl`` for ``small_page``."""
    story, _ = _english()
    truth = {
        "id": f"{number:06}",
        "site": f"paper{number % 50}.example",
        "lang": "en",
        "title": story.title,
        "date": story.date,
        "authors": list(story.authors),
        "text": "\n\n".join(_paragraphs_of(number)),
    }
    return json.dumps(truth) + "\n"


def _english() -> tuple[DemoPage, list[str]]:
    pages = [page for page in demo_pages() if page.language == "en"]
    return pages[0], [paragraph for page in pages for paragraph in page.text.split("\n\n")]


def _paragraphs_of(number: int) -> list[str]:
    _, paragraphs = _english()
    return random.Random(number).sample(paragraphs, k=min(len(paragraphs), 12))  # noqa: S311 - the same every time


def _head(story: DemoPage) -> str:
    declared = {
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        "headline": story.title,
        "datePublished": f"{story.date}T08:00:00+00:00",
        "author": [{"@type": "Person", "name": name} for name in story.authors],
    }
    return (
        f"<meta charset='utf-8'><title>{story.title} | The Daily Example</title>"
        f"<meta property='og:title' content=\"{story.title}\"><meta property='og:type' content='article'>"
        f"<script type='application/ld+json'>{json.dumps(declared)}</script>"
    )


def _script(size_bytes: int) -> str:
    line = "window.queue.push({name:'slot',width:300,height:250,when:function(a,b){return a<b}});\n"
    return f"<script>{line * (size_bytes // len(line))}</script>"


def _menu(links: int) -> str:
    items = "".join(
        f"<li class='menu__item menu__item--level-{number % 3} js-track'>"
        f"<a class='menu__link' href='/section/{number}' data-track='menu:{number}'>"
        f"<svg class='icon' viewBox='0 0 24 24'><path d='M12 2 2 22h20z'/></svg><span>Section {number}</span></a></li>"
        for number in range(links)
    )
    return f"<nav class='menu' aria-label='Sections'><ul class='menu__list'>{items}</ul></nav>"


def _story(story: DemoPage, paragraphs: list[str]) -> str:
    marked = (
        f"<p class='body__text' data-index='{number}'>{paragraph}</p>"
        + ("<div class='ad ad--inline' data-slot='x'></div>" if number % 6 == 5 else "")
        for number, paragraph in enumerate(paragraphs)
    )
    return (
        "<main><article class='story'><header class='story__head'>"
        f"<h1 class='story__title'>{story.title}</h1>"
        f"<div class='byline'>By <a href='/by'>{', '.join(story.authors)}</a>"
        f"<time datetime='{story.date}T08:00:00+00:00'>{story.date}</time></div></header>"
        "<figure class='story__figure'><img src='/p.jpg' alt=''><figcaption>The harbour at noon. Photo: Daily"
        f" Example</figcaption></figure><div class='story__body'>{''.join(marked)}</div></article></main>"
    )


def _teasers(paragraphs: list[str], count: int) -> str:
    cards = "".join(
        f"<div class='card card--small'><div class='card__media'><a href='/story/{number}'><img loading='lazy'"
        f" data-src='/t/{number}.jpg' alt=''></a></div><div class='card__text'><h3 class='card__title'>"
        f"<a class='card__link' href='/story/{number}'>{' '.join(paragraph.split()[:9])}</a></h3>"
        f"<span class='card__time'>{number} hours ago</span></div></div>"
        for number, paragraph in enumerate(islice(cycle(paragraphs), count))
    )
    return f"<aside class='related'><h2>More from the Daily Example</h2>{cards}</aside>"


def _comments(paragraphs: list[str], count: int) -> str:
    entries = "".join(
        f"<li class='comment' id='c{number}'><div class='comment__head'><b>reader{number}</b> <i>at noon</i></div>"
        f"<div class='comment__body'><p>{' '.join(paragraph.split()[:25])}</p></div>"
        f"<button type='button' class='comment__like'>Like</button></li>"
        for number, paragraph in enumerate(islice(cycle(paragraphs), count))
    )
    return f"<section class='comments'><h2>Comments</h2><ol>{entries}</ol></section>"
