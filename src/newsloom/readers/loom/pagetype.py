# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Decides whether a page is a front page, or one story with links around it.

A story has a headline without a link, and long texts of prose in one box. A front page has long texts too, but each on
a card of its own, and questions about cookies are in a dialog. So a box with much of the page's prose and few cards is
a story.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import chain, islice
from typing import Final

from lxml import etree

from newsloom.dom import Document
from newsloom.readers.loom.cards import Card
from newsloom.readers.loom.compact import CompactTree, is_inside
from newsloom.readers.loom.headlines import word_count
from newsloom.readers.loom.links import LinkedPage
from newsloom.text.size import count_letters
from newsloom.text.urls import normalise_url

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["is_one_story"]

_LONG_TEXT: Final = 80  # characters; shorter ones are headlines, captions, menus
# Chosen on the labelled pages: nineteen in twenty stories have more prose in one box, no front page has half as much.
_STORY_CHARACTERS: Final = 750
_DECLARED_CHARACTERS: Final = 350  # where the page itself says that it is a story
_CHARACTERS_A_CARD: Final = 300
# A list of ``_LIST_CARDS`` may have long teasers: with at most ``_TEXTS_A_CARD`` it is not a story.
_LIST_CARDS: Final = 8
_TEXTS_A_CARD: Final = 1.5
# Shares of all long texts, for pages without a headline: pages that print many stories whole have a tenth in each box.
_MIN_SHARE: Final = 0.25
_MIN_SHARE_DECLARED: Final = 0.1
# Section pages may also declare an article and have a name of four words; but no teaser is a twentieth of a page.
_MIN_SHARE_HEADED: Final = 0.05
_NEWS: Final = "newsarticle"  # in schema.org, with its subtypes
_HEADLINE_WORDS: Final = 4  # a section's name has fewer
_MAX_HEADINGS: Final = 20
_MAX_HEADLINE: Final = 300
_UNREAD: Final = frozenset({"textarea", "option", "title"})
_FURNITURE: Final = ("nav", "footer")
_OUTERMOST: Final = frozenset({"body", "html"})
_DIALOGS: Final = (".//*[@role='dialog']", ".//*[@role='alertdialog']", ".//*[@aria-modal='true']")
_MAX_DIALOGS: Final = 20


def is_one_story(document: Document, page: LinkedPage, cards: list[Card]) -> bool:
    """Whether the page declares its headline as news, or one box has more prose than its cards account for."""
    texts = _long_texts(page)
    most, _ = _most_prose(page, texts, cards)
    headline = _headline(document, page)
    if not headline and most < _STORY_CHARACTERS:
        return False
    # The rest is needed for few front pages, and costs as much as all of the above.
    if headline and _is_declared_news(document, headline):
        return True
    if most < _DECLARED_CHARACTERS:
        return False
    in_dialogs = _texts_of_dialogs(document.root)
    texts = [text for text in texts if page.tree.text_node(text).strip() not in in_dialogs]
    most, share = _most_prose(page, texts, cards)
    is_declared = "article" in (document.declared.type or "").lower()
    if headline:
        return most >= _STORY_CHARACTERS or (
            is_declared and most >= _DECLARED_CHARACTERS and share >= _MIN_SHARE_HEADED
        )
    return most >= _STORY_CHARACTERS and share >= (_MIN_SHARE_DECLARED if is_declared else _MIN_SHARE)


def _is_declared_news(document: Document, headline: str) -> bool:
    """Whether the page declares a news article with that headline: front pages declare those on their cards."""
    if not (document.declared.type or "").lower().endswith(_NEWS):
        return False
    words = set(headline.lower().split())
    told = set(document.declared.title_of.get("json-ld", "").lower().split())
    return 2 * len(words & told) >= len(words)


def _headline(document: Document, page: LinkedPage) -> str:
    """The page's own headline, which has no link or links to the page itself; empty if there is none."""
    own = normalise_url(document.url) if document.url else None
    for heading in page.tree.by_tag["h1"][:_MAX_HEADINGS]:
        text = page.tree.text(heading, _MAX_HEADLINE)
        if word_count(text) >= _HEADLINE_WORDS and _led_to(page, heading) <= {own}:
            return text
    return ""


def _led_to(page: LinkedPage, heading: int) -> set[str]:
    """The addresses of the links in a heading and of the link around it."""
    first = bisect_left(page.elements, heading)
    stop = bisect_left(page.elements, page.tree.ends[heading], first)
    if first and page.tree.ends[page.elements[first - 1]] > heading:
        first -= 1
    return {page.urls[target] for target in page.targets[first:stop]}


def _long_texts(page: LinkedPage) -> list[int]:
    offsets: cython.int[::1] = page.tree.offsets
    least: float = _LONG_TEXT / page.letters_a_character()
    found = []
    text: cython.Py_ssize_t
    for text in range(len(page.tree.containers)):
        if offsets[text + 1] - offsets[text] > least:
            found.append(text)  # noqa: PERF401 - faster where it is compiled
    return found


def _most_prose(page: LinkedPage, texts: list[int], cards: list[Card]) -> tuple[float, float]:
    """The letters in the largest box of prose that its cards do not account for, and their share of all long texts."""
    elements = sorted([card.element for card in cards])
    tree = page.tree
    most = 0.0
    for box, (size, count) in _prose(page, texts).items():
        if size > most:
            inside = len(tree.within(box, elements, len(elements)))
            is_list = inside >= _LIST_CARDS and count <= _TEXTS_A_CARD * inside
            if not is_list and size > _CHARACTERS_A_CARD * inside:
                most = size
    return most, most / max(sum(count_letters(tree.text_node(text)) for text in texts), 1)


def _prose(page: LinkedPage, texts: list[int]) -> dict[int, tuple[float, int]]:
    """The letters and the number of long texts in each box, without texts in links, menus and footers."""
    tree = page.tree
    if not texts:
        return {}
    # An unclosed tag may contain the rest of the page, with its headline: it is not skipped.
    around = _around(tree, tree.by_tag["h1"][:_MAX_HEADINGS])
    furniture = sorted([*page.elements, *tree.tagged(_FURNITURE)])
    is_skipped = is_inside(tree, [element for element in furniture if element not in around])
    prose: dict[int, tuple[float, int]] = {}
    for text in texts:
        container, is_first = tree.containers[text], tree.is_first_text(text)
        if is_skipped[container] or (is_first and tree.tags[container] in _UNREAD):
            continue
        size = count_letters(tree.text_node(text).strip())
        # Counts for two boxes around a paragraph: many papers put each paragraph into a box of its own.
        box = tree.parents[container] if is_first else container
        for _ in range(2):
            if box >= 0 and tree.tags[box] not in _OUTERMOST:
                letters, count = prose.get(box, (0.0, 0))
                prose[box] = letters + size, count + 1
                box = tree.parents[box]
    return prose


def _around(tree: CompactTree, elements: list[int]) -> set[int]:
    found: set[int] = set()
    for element in elements:
        while element >= 0 and element not in found:
            found.add(element)
            element = tree.parents[element]  # noqa: PLW2901 - the way up
    return found


def _texts_of_dialogs(root: etree._Element | None) -> set[str]:
    """The long texts in dialogs, mostly questions about cookies and offers."""
    if root is None:
        return set()
    dialogs = islice(chain.from_iterable(map(root.iterfind, _DIALOGS)), _MAX_DIALOGS)
    return {str(text).strip() for dialog in dialogs for text in dialog.itertext() if len(text) > _LONG_TEXT}
