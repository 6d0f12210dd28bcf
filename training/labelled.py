"""Reads labelled sets into the lines of their pages, as the model sees them, with their labels.

Headlines are not part of the story, whatever a set's truth says: two of the sets include them, but Newsloom's stories
never do.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from newsloom.dom import Document, parse
from newsloom.evaluation.corpora import open_corpus
from newsloom.evaluation.measures import word_scores
from newsloom.extractors.loom import LoomExtractor
from newsloom.extractors.loom.completion import Series, complete, find_series
from newsloom.extractors.loom.copies import drop_copies
from newsloom.extractors.loom.features import NAMES, feature_rows
from newsloom.extractors.loom.filters import class_kinds, drop_by_class
from newsloom.extractors.loom.page import PageArrays, boxes_around
from newsloom.extractors.loom.review import Seen
from newsloom.extractors.loom.verdict import page_facts
from newsloom.region import Region
from training.alignment import label_lines, words_of
from training.briefs import brief_of
from training.names import Example, page_examples

__all__ = ["FOLDS", "Examples", "LabelledLines", "folds_by_site", "read_pages"]

# The weight of a page by set: small sets of news from many countries count more, old pages less.
WEIGHTS = {"newspaper": 1.5, "fundus": 2.0, "wcxb": 1.0, "eras": 0.7, "l3s": 0.5}
# The weight of a line grows with its words up to this, so that a page's weight is in its text, but not in its longest
# paragraph.
MAX_WORDS = 60
IN_STORY = 0.5
# The weight of a short page made from a page, relative to the page.
BRIEF_WEIGHT = 0.4
# Pages that are not stories but have running text between furniture as stories do, and the weight of such a page; one
# whose text hardly consists of its lines is not used.
LIKE_STORIES = frozenset({"documentation", "service"})
LIKE_STORIES_WEIGHT = 0.35
LEAST_F1_OF_LABELS = 0.85
FOLDS = 5
# Pages whose truth is wrong, with the reason: validated on like all others, but not trained on.
MISLABELLED = Path(__file__).parent / "mislabelled.txt"


@dataclass(frozen=True, slots=True, kw_only=True)
class Examples:
    """Rows to train on, with their labels and weights."""

    rows: npt.NDArray[np.float32]
    labels: npt.NDArray[np.bool_]
    weights: npt.NDArray[np.float64]


@dataclass(kw_only=True)
class LabelledLines:
    """A page's lines with their labels; ``truth`` is None if the page is not an article.

    ``region`` is found by odds of names that have not seen the page's site (``training/regions.py``); ``like_story``
    are the training examples of a page that is not an article.
    """

    corpus: str
    id: str
    site: str
    texts: list[str]
    boxes_around: list[int]
    box: array[int]
    parents: array[int]
    lines: list[list[str]]
    words: array[float]
    link_share: array[float]
    series: list[Series]
    names: list[str]
    facts: dict[str, float]
    rows: npt.NDArray[np.float32]
    is_title: npt.NDArray[np.bool_]
    truth: list[str] | None
    labels: npt.NDArray[np.bool_]
    brief: Examples | None
    names_seen: tuple[Example, ...] = ()
    region: Region | None = None
    like_story: Examples | None = None
    is_mislabelled: bool = False

    @property
    def examples(self) -> tuple[Examples, ...]:
        """The page itself and the short page made from it; none if its truth is known to be wrong."""
        if self.is_mislabelled:
            return ()
        if self.truth is None:
            return (self.like_story,) if self.like_story else ()
        whole = Examples(rows=self.rows, labels=self.labels, weights=self.weights)
        return (whole, self.brief) if self.brief else (whole,)

    @property
    def weights(self) -> npt.NDArray[np.float64]:
        """The weight of each line."""
        return _weights(self.lines) * WEIGHTS.get(self.corpus, 1.0)

    @property
    def seen(self) -> Seen:
        """What a second look at the lines sees. Raises ``ValueError`` before the region is found."""
        if self.region is None:
            raise ValueError(f"the region of {self.corpus} {self.id} is not known")
        choose = LoomExtractor().choose
        columns = memoryview(np.ascontiguousarray(self.rows.T))
        return Seen(self.box, self.parents, self.words, self.link_share, columns, self.region, choose)

    def kept(self, chances: npt.NDArray[np.float64]) -> list[int]:
        """Returns the lines of the final story: without the headline."""
        chosen = drop_copies(LoomExtractor().choose(self.words, chances), self.texts, self.boxes_around.__getitem__)
        whole = complete(chosen, self.series, chances=chances, words=self.words, link_share=self.link_share)
        story = drop_by_class(whole, [self.names[index] for index in whole], self.words)
        return [index for index in story if not self.is_title[index]]

    def word_f1(self, chances: npt.NDArray[np.float64]) -> float:
        """Returns the word F1 of the story that these chances give."""
        found = [word for index in self.kept(chances) for word in self.lines[index]]
        return word_scores(found, self.truth or []).f


def read_pages(paths: Iterable[Path]) -> Iterator[LabelledLines]:
    """Yields the pages of the sets that have a true text, or are known not to be articles."""
    title = NAMES.index("is_title")
    mislabelled = _read_mislabelled()
    for path in paths:
        corpus = open_corpus(path)
        for number, labelled in enumerate(corpus):
            truth = labelled.truth
            is_article = (truth.type or "article") == "article"
            document = parse(labelled.page, url=truth.url)
            if (is_article and not truth.text) or not document.outline.segments:
                continue
            page = PageArrays.of(document)
            rows = np.asarray(feature_rows(page)).T
            texts = [segment.text for segment in document.outline.segments]
            lines = [words_of(text) for text in texts]
            true_words = words_of(truth.text or "") if is_article else None
            is_title = rows[:, title] > 0
            around = boxes_around(page)
            labels = (np.array(label_lines(lines, true_words or [])) >= IN_STORY) & ~is_title
            labels = _one_copy(labels, texts, around)
            yield LabelledLines(
                corpus=corpus.name,
                id=truth.id,
                site=truth.site or f"{corpus.name}-{number}",
                texts=texts,
                boxes_around=around,
                box=page.lines.box,
                parents=page.boxes.parents,
                lines=lines,
                words=page.words,
                link_share=page.link_share,
                series=find_series(page, 0, len(texts)),
                names=class_kinds(page, range(len(texts))),
                facts=page_facts(page),
                rows=rows,
                is_title=is_title,
                truth=true_words,
                labels=labels,
                brief=_brief(document, lines, labels, corpus.name, truth.id) if labels.any() else None,
                names_seen=page_examples(document, labels.tolist()) if labels.any() else (),
                like_story=_like_story(document, words_of(truth.text or ""), corpus.name)
                if truth.type in LIKE_STORIES
                else None,
                is_mislabelled=(corpus.name, truth.id) in mislabelled,
            )


def _like_story(document: Document, truth: list[str], corpus: str) -> Examples | None:
    """Returns the training examples of a page that is not an article but reads like one."""
    page = PageArrays.of(document)
    rows = np.asarray(feature_rows(page)).T
    texts = document.outline.texts
    lines = [words_of(text) for text in texts]
    is_title = rows[:, NAMES.index("is_title")] > 0
    labels = (np.array(label_lines(lines, truth)) >= IN_STORY) & ~is_title
    labels = _one_copy(labels, texts, boxes_around(page))
    chosen = [word for line in np.flatnonzero(labels) for word in lines[line]]
    if word_scores(chosen, truth).f < LEAST_F1_OF_LABELS:
        return None
    weights = _weights(lines) * WEIGHTS.get(corpus, 1.0) * LIKE_STORIES_WEIGHT
    return Examples(rows=rows, labels=labels, weights=weights)


def _one_copy(labels: npt.NDArray[np.bool_], texts: list[str], around: list[int]) -> npt.NDArray[np.bool_]:
    """Returns labels that mark a story only once if the page has it twice: that is what the extractor should keep."""
    marked = np.zeros_like(labels)
    marked[drop_copies(np.flatnonzero(labels).tolist(), texts, around.__getitem__)] = True
    return marked


def _read_mislabelled() -> frozenset[tuple[str, str]]:
    rows = (line.split() for line in MISLABELLED.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return frozenset((corpus, name) for corpus, name, *_ in rows)


def _brief(
    document: Document, lines: list[list[str]], labels: npt.NDArray[np.bool_], corpus: str, name: str
) -> Examples:
    brief, kept = brief_of(document, labels.tolist(), seed=f"{corpus} {name}")
    return Examples(
        rows=np.asarray(feature_rows(PageArrays.of(brief))).T,
        labels=labels[kept],
        weights=_weights([lines[index] for index in kept]) * WEIGHTS.get(corpus, 1.0) * BRIEF_WEIGHT,
    )


def _weights(lines: list[list[str]]) -> npt.NDArray[np.float64]:
    words = np.minimum([len(line) for line in lines], MAX_WORDS) + 1.0
    return words / words.sum()


def folds_by_site(pages: list[LabelledLines], *, seed: int = 0) -> npt.NDArray[np.intp]:
    """Returns for each page the fold it is validated in: all pages of a site are in one fold."""
    sites = sorted({page.site for page in pages})
    random.Random(seed).shuffle(sites)
    fold_of = {site: number % FOLDS for number, site in enumerate(sites)}
    return np.array([fold_of[page.site] for page in pages], dtype=np.intp)
