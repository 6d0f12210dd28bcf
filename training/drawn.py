"""Draws the pages of labelled sets: gives the leaf blocks of each, and which of them are its story and its title.

Every page is drawn on its own by Chromium, as ``newsloom evaluate --render`` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from newsloom.dom import Document, parse
from newsloom.dom.drawnblocks import DrawnBlock, find_drawn_blocks
from newsloom.dom.layout import Layout
from newsloom.dom.layoutbytes import pack_layout, unpack_layout
from newsloom.dom.tree import Tree
from newsloom.errors import RenderError
from newsloom.evaluation.corpora import Corpus, Truth, open_corpus
from newsloom.evaluation.drawing import drawn_page
from newsloom.evaluation.extraction import has_news
from newsloom.evaluation.measures import title_score
from training.alignment import label_lines, words_of

__all__ = ["DrawnExample", "drawn_examples"]

IN_STORY = 0.5


@dataclass(eq=False, kw_only=True)
class DrawnExample:
    """A drawn page and its blocks: ``leaves`` are the numbers of those with text, followed by the labels of each."""

    html: bytes
    truth: Truth
    site: str
    document: Document
    layout: Layout
    blocks: list[DrawnBlock]
    leaves: list[int]
    in_story: list[bool]
    is_title: list[bool]


def drawn_examples(
    paths: Iterable[str], *, limit: int | None = None, layouts: Path | None = None
) -> Iterator[DrawnExample]:
    """Yields the articles of sets with a true text, or ``limit`` per set, spread evenly; skips what cannot be drawn.

    ``layouts`` is a folder that caches drawings.
    """
    for path in paths:
        corpus = open_corpus(path)
        for page, truth in _pages(corpus, limit):
            drawn = _drawn(page, truth, None if layouts is None else layouts / corpus.name)
            if drawn is None:
                continue
            document = parse(drawn[0], url=truth.url, layout=drawn[1])
            if document.tree is not None and document.layout is not None:
                yield _example(document, document.tree, document.layout, truth, html=drawn[0], corpus=corpus.name)


def _pages(corpus: Corpus, limit: int | None) -> Iterator[tuple[bytes, Truth]]:
    wanted = [truth for truth in corpus.truths().values() if truth.text and has_news(truth)]
    step = max(1, len(wanted) // limit) if limit else 1
    chosen = {truth.id: truth for truth in wanted[::step][:limit]}
    for labelled in corpus.pages(chosen):
        yield labelled.page, labelled.truth


def _drawn(page: bytes, truth: Truth, folder: Path | None) -> tuple[bytes, Layout] | None:
    if folder is None:
        try:
            return drawn_page(page, truth.url)
        except RenderError:
            return None
    html, layout = (folder / f"{truth.id.replace('/', '_')}.{ending}" for ending in ("html", "layout"))
    if not layout.exists():
        found = _drawn(page, truth, None)
        if found is None:
            return None
        folder.mkdir(parents=True, exist_ok=True)
        html.write_bytes(found[0])
        layout.write_bytes(pack_layout(found[1]))
    return html.read_bytes(), unpack_layout(layout.read_bytes())


def _example(  # noqa: PLR0913 - a page and all that belongs to it
    document: Document, tree: Tree, layout: Layout, truth: Truth, *, html: bytes, corpus: str
) -> DrawnExample:
    blocks = find_drawn_blocks(tree, layout)
    leaves = [number for number, block in enumerate(blocks) if block.is_leaf and block.style >= 0]
    shares = label_lines([words_of(blocks[leaf].text) for leaf in leaves], words_of(truth.text or ""))
    titles = [title_score(" ".join(blocks[leaf].text.split()), truth.title, truth.language) == 1.0 for leaf in leaves]
    return DrawnExample(
        html=html,
        truth=truth,
        site=truth.site or f"{corpus}/{truth.id}",
        document=document,
        layout=layout,
        blocks=blocks,
        leaves=leaves,
        in_story=[share >= IN_STORY and not title for share, title in zip(shares, titles, strict=True)],
        is_title=titles,
    )
