"""Labelled pages once more, changed: shorter, without names, and with furniture and stories of other sites beside them.

The labelled pages are of few sites, and each site puts the same things beside every story. So a forest learns what is
usual there: that the box with most prose is the story, that what calls itself an article is one. On a page made anew
terms of use stand under two paragraphs, a portrait beside them, a second story in a box of the same name below.
Furniture comes from pages of the same fold, lest the folds see what they are tested on.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import lxml.html
from lxml.html import HtmlElement

from newsloom.dom import parse
from newsloom.evaluation.corpora import LabelledPage, open_corpus
from training.alignment import SHINGLE, words_of
from training.labelled import FOLDS, LabelledLines, examples_of, folds_by_site

__all__ = ["Donor", "add_variants", "find_donors", "vary"]

# A variant counts this much of the page it was made of. Of a set with many pages of few sites some are enough.
VARIANT_WEIGHT = 0.4
SHARES = {"eras": 0.4}
DONORS = 0.5
# Pages on which so little of the truth is found are left alone.
LEAST_SHINGLES = 20
CONTAINER_SHARE = 0.85
FURNITURE_WORDS = range(25, 601)
FURNITURE_SHARE = 0.02
FURNITURE_TAGS = frozenset("div section aside ul table footer nav form".split())
# Paragraphs of furniture are what is taken for the story: a page gives so many of these, and so many boxes of any kind.
PROSE_PIECES, ANY_PIECES = 6, 3
PROSE_LINK_SHARE = 0.25
STORY_TAGS = ("article", "main", "section")
NAMING = ("class", "id", "itemprop", "role")
UNREAD = frozenset({"script", "style", "noscript", "template"})
MOST_PARAGRAPHS = 8
LEAST_HITS = 5


class Donor(NamedTuple):
    """What a page gives to others, as markup: boxes beside its story, and the box of the story."""

    furniture: tuple[str, ...]
    story: str | None


class _Sizes(NamedTuple):
    words: int
    hits: int


def add_variants(pages: Sequence[LabelledLines], paths: Sequence[Path]) -> None:
    """Set the variant of each page; the sets are read twice more, for trees do not fit in memory together."""
    folds = folds_by_site(list(pages)).tolist()
    donors = find_donors(pages, paths)
    for number, labelled in _read(pages, paths):
        page = pages[number]
        if random.Random(f"share {page.id}").random() < SHARES.get(page.corpus, 1.0):
            varied = vary(labelled.page, page.truth or [], donors[folds[number]], seed=f"variant {page.id}")
            if varied is not None:
                document = parse(varied, url=labelled.truth.url)
                page.variant = examples_of(document, page.truth or [], page.corpus, VARIANT_WEIGHT)


def find_donors(pages: Sequence[LabelledLines], paths: Sequence[Path]) -> list[list[Donor]]:
    """For each fold what its pages give."""
    folds = folds_by_site(list(pages)).tolist()
    donors: list[list[Donor]] = [[] for _ in range(FOLDS)]
    for number, labelled in _read(pages, paths):
        chooser = random.Random(f"donor {pages[number].id}")
        if chooser.random() < DONORS:
            donor = _donor(_tree(labelled.page), pages[number].truth or [], chooser)
            donors[folds[number]] += [donor] if donor else []
    return donors


def vary(markup: bytes, truth: Sequence[str], donors: Sequence[Donor], *, seed: str) -> bytes | None:
    """The page changed by chance, the same for the same seed; None where its story is not found."""
    chooser = random.Random(seed)
    tree = _tree(markup)
    shingles = _shingles(truth)
    container = _container(tree, _measure(tree, shingles))
    if container is None:
        return None
    if chooser.random() < 0.5:
        _drop_names(tree, chooser)
    if chooser.random() < 0.5:
        for element in tree.iter(*STORY_TAGS):
            element.tag = "div"
    if chooser.random() < 0.6:
        _shorten(container, shingles, chooser)
    for _ in range(chooser.choice((0, 1, 1, 2, 3))):
        if donors:
            _paste(container, chooser.choice(donors), chooser)
    return lxml.html.tostring(tree, encoding="utf-8", doctype="<!DOCTYPE html>")


def _read(pages: Sequence[LabelledLines], paths: Sequence[Path]) -> Iterator[tuple[int, LabelledPage]]:
    """The pages that are learned from, each with its number."""
    numbers = {
        (page.corpus, page.id): number
        for number, page in enumerate(pages)
        if page.truth is not None and not page.is_mislabelled
    }
    for path in paths:
        corpus = open_corpus(path)
        for labelled in corpus:
            number = numbers.get((corpus.name, labelled.truth.id))
            if number is not None:
                yield number, labelled


def _tree(markup: bytes) -> HtmlElement:
    text = markup.decode("utf-8", "replace").encode("utf-8")
    return lxml.html.document_fromstring(text, parser=lxml.html.HTMLParser(encoding="utf-8", huge_tree=True))


def _shingles(words: Sequence[str]) -> set[tuple[str, ...]]:
    return {tuple(words[start : start + SHINGLE]) for start in range(len(words) - SHINGLE + 1)}


def _hits(text: str, shingles: set[tuple[str, ...]]) -> _Sizes:
    """How many words a text has, and how many places of it stand in the truth."""
    words = words_of(text)
    places = range(len(words) - SHINGLE + 1)
    return _Sizes(len(words), sum(tuple(words[start : start + SHINGLE]) in shingles for start in places))


def _measure(tree: HtmlElement, shingles: set[tuple[str, ...]]) -> dict[HtmlElement, _Sizes]:
    """For each element below the body what it and all in it hold."""
    body = tree.find("body")
    if body is None:
        return {}
    sizes: dict[HtmlElement, _Sizes] = {}
    for element in reversed(list(body.iter())):
        if not isinstance(element.tag, str) or element.tag in UNREAD:
            continue
        inner = [sizes[child] for child in element if child in sizes]
        own = _hits(" ".join([element.text or "", *(child.tail or "" for child in element)]), shingles)
        sizes[element] = _Sizes(*(sum(column) for column in zip(own, *inner, strict=True)))
    return sizes


def _container(tree: HtmlElement, sizes: dict[HtmlElement, _Sizes]) -> HtmlElement | None:
    """The innermost element with most of the truth."""
    element = tree.find("body")
    if element not in sizes or sizes[element].hits < LEAST_SHINGLES:
        return None
    least = CONTAINER_SHARE * sizes[element].hits
    while True:
        inner = next((child for child in element if child in sizes and sizes[child].hits >= least), None)
        if inner is None:
            return element
        element = inner


def _donor(tree: HtmlElement, truth: Sequence[str], chooser: random.Random) -> Donor | None:
    sizes = _measure(tree, _shingles(truth))
    container = _container(tree, sizes)
    if container is None:
        return None
    furniture = [
        element
        for element, (words, hits) in reversed(sizes.items())
        if element.tag in FURNITURE_TAGS and words in FURNITURE_WORDS and hits <= FURNITURE_SHARE * words
    ]
    prose = [element for element in furniture if _link_share(element) < PROSE_LINK_SHARE]
    chosen = [*_some(prose, PROSE_PIECES, chooser), *_some(furniture, ANY_PIECES, chooser)]
    story = _markup(container) if container.tag in ("div", *STORY_TAGS) else None
    return Donor(tuple(map(_markup, chosen)), story)


def _some(elements: Sequence[HtmlElement], most: int, chooser: random.Random) -> list[HtmlElement]:
    return chooser.sample(elements, min(len(elements), most))


def _link_share(element: HtmlElement) -> float:
    linked = sum(len(words_of(link.text_content())) for link in element.iter("a"))
    return linked / max(len(words_of(element.text_content())), 1)


def _markup(element: HtmlElement) -> str:
    return lxml.html.tostring(element, with_tail=False, encoding="unicode")


def _drop_names(tree: HtmlElement, chooser: random.Random) -> None:
    """Take away all names, or each name wherever it stands by chance."""
    least = chooser.choice((0.0, 0.5))
    kept: dict[tuple[str, str], bool] = {}
    for element in tree.iter():
        for naming in NAMING if isinstance(element.tag, str) else ():
            name = element.get(naming)
            if name is not None and not kept.setdefault((naming, name), chooser.random() < least):
                del element.attrib[naming]


def _shorten(container: HtmlElement, shingles: set[tuple[str, ...]], chooser: random.Random) -> None:
    """Take the end of the story away."""
    left = chooser.randint(1, MOST_PARAGRAPHS)
    for child in list(container) if container.tag != "body" else []:
        if isinstance(child.tag, str) and _hits(child.text_content(), shingles).hits >= LEAST_HITS:
            left -= 1
            if left < 0:
                container.remove(child)


def _paste(container: HtmlElement, donor: Donor, chooser: random.Random) -> None:
    """Put a piece of another page into the container of the story, or beside it."""
    parent = container.getparent()
    is_box = parent is not None and container.tag not in ("body", "td", "tr")
    if donor.story and chooser.random() < 0.25:
        piece = lxml.html.fragment_fromstring(donor.story)
        if is_box and chooser.random() < 0.7:
            _rename(piece, container)
        place = 1
    elif donor.furniture:
        piece = lxml.html.fragment_fromstring(chooser.choice(donor.furniture))
        if chooser.random() < 0.4:
            container.insert(chooser.randint(0, len(container)), piece)
            return
        place = chooser.choice((0, 1))
    else:
        return
    if is_box:
        parent.insert(parent.index(container) + place, piece)
    else:
        container.append(piece)


def _rename(piece: HtmlElement, model: HtmlElement) -> None:
    """Call a piece as another element is called."""
    piece.tag = model.tag
    piece.attrib.clear()
    for naming in ("class", "role"):
        if model.get(naming):
            piece.set(naming, model.get(naming))
