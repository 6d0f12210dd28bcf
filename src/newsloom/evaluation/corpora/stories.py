"""Reads labelled stories from a ``.jsonl.gz`` or ``.npz``: articles with the story each belongs to.

Also reads summaries written by people, pairs of articles with a graded similarity, and TDT's term counts by topic and
day. Errors name the file and line. It groups nothing.
"""

from __future__ import annotations

import gzip
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from itertools import compress
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from newsloom.errors import CorpusError
from newsloom.evaluation.corpora.jsonlines import json_objects, optional_string
from newsloom.records import Article

__all__ = [
    "GradedPair",
    "SetKind",
    "StorySet",
    "TermCounts",
    "companion",
    "kind_of_set",
    "read_articles",
    "read_pairs",
    "read_stories",
    "read_summaries",
    "read_term_counts",
    "set_name",
]

_SUFFIX: Final = ".jsonl.gz"
# Far longer than any line of the sets; stops a decompression bomb of one line.
_MAX_LINE_BYTES: Final = 16_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class StorySet:
    """Articles in the order of the file, with the id, the story and, if labelled, the wider topic of each."""

    name: str
    ids: tuple[str, ...]
    articles: tuple[Article, ...]
    labels: tuple[str, ...]
    topics: tuple[str | None, ...]

    def first(self, count: int | None) -> StorySet:
        """Returns the set's first articles; all if ``count`` is None."""
        return StorySet(
            name=self.name,
            ids=self.ids[:count],
            articles=self.articles[:count],
            labels=self.labels[:count],
            topics=self.topics[:count],
        )

    def where(self, is_chosen: Sequence[bool]) -> StorySet:
        """Returns the set with only the articles whose flag is true."""
        return StorySet(
            name=self.name,
            ids=tuple(compress(self.ids, is_chosen)),
            articles=tuple(compress(self.articles, is_chosen)),
            labels=tuple(compress(self.labels, is_chosen)),
            topics=tuple(compress(self.topics, is_chosen)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class GradedPair:
    """Two articles by id and how similar people find them: from 1, the same story, to 4, nothing in common."""

    a: str
    b: str
    language: str
    overall: float

    @property
    def is_cross_language(self) -> bool:
        first, _, second = self.language.partition("-")
        return first != second


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TermCounts:
    """Documents as counts of numbered terms, compressed by rows, with topic and day (month and day, such as 105)."""

    starts: NDArray[np.int64]
    terms: NDArray[np.int64]
    counts: NDArray[np.int64]
    topics: NDArray[np.int64]
    days: NDArray[np.int64]

    @property
    def arrival(self) -> NDArray[np.int64]:
        """The documents by day, and within a day in the order of the file."""
        return np.argsort(self.days, kind="stable")

    def document(self, number: int) -> dict[int, int]:
        """Returns the terms of one document and how often each occurs."""
        here = slice(int(self.starts[number]), int(self.starts[number + 1]))
        return dict(zip(self.terms[here].tolist(), self.counts[here].tolist(), strict=True))


class SetKind(StrEnum):
    """What a set contains: articles with their stories, graded pairs of articles, or term counts with topics."""

    STORIES = "stories"
    PAIRS = "pairs"
    COUNTS = "counts"


def kind_of_set(path: str | Path) -> SetKind:
    """Returns what a set contains, by its suffix and first line; an empty set is one of stories."""
    if Path(path).suffix == ".npz":
        return SetKind.COUNTS
    _, first = next(_objects(path), ("", {}))
    return SetKind.PAIRS if "a" in first and "b" in first else SetKind.STORIES


def companion(path: str | Path, what: str) -> Path:
    """Returns the file beside a set with more labels: "summaries" of stories, "articles" of pairs."""
    return Path(path).with_name(f"{set_name(path)}-{what}{_SUFFIX}")


def set_name(path: str | Path) -> str:
    """Returns the name of a set: its file name without the suffix."""
    return Path(path).name.removesuffix(_SUFFIX).removesuffix(".npz")


def read_stories(path: str | Path) -> StorySet:
    """Reads a set in which every line has an id and a story."""
    ids, articles, labels, topics = [], [], [], []
    for where, values in _objects(path):
        ids.append(_text(values, "id", where))
        labels.append(_text(values, "story", where))
        topics.append(optional_string(values, "topic", where))
        articles.append(_article(values, where))
    return StorySet(
        name=set_name(path),
        ids=tuple(ids),
        articles=tuple(articles),
        labels=tuple(labels),
        topics=tuple(topics),
    )


def read_articles(path: str | Path) -> dict[str, Article]:
    """Returns the articles of a set by id."""
    return {_text(values, "id", where): _article(values, where) for where, values in _objects(path)}


def read_summaries(path: str | Path) -> dict[str, str]:
    """Returns the summary of each story."""
    return {_text(values, "story", where): _text(values, "summary", where) for where, values in _objects(path)}


def read_pairs(path: str | Path) -> tuple[GradedPair, ...]:
    """Returns graded pairs in the order of the file."""
    return tuple(
        GradedPair(
            a=_text(values, "a", where),
            b=_text(values, "b", where),
            language=_text(values, "lang", where),
            overall=_number(values, "overall", where),
        )
        for where, values in _objects(path)
    )


def read_term_counts(path: str | Path) -> TermCounts:
    """Reads term counts by document: the arrays indptr, indices, data, topic and mmdd of an ``.npz``."""
    try:
        with np.load(path, allow_pickle=False) as arrays:
            starts, terms, counts, topics, days = (
                arrays[name].astype(np.int64) for name in ("indptr", "indices", "data", "topic", "mmdd")
            )
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise CorpusError(str(path), f"wanted an .npz with indptr, indices, data, topic and mmdd ({error})") from error
    found = TermCounts(starts=starts, terms=terms, counts=counts, topics=topics, days=days)
    if not len(topics) == len(days) == len(starts) - 1 or len(terms) != len(counts) or starts[-1] != len(terms):
        raise CorpusError(str(path), "wanted arrays that fit each other, found other lengths. Get the set again")
    return found


def _article(values: Mapping[str, Any], where: str) -> Article:
    published = _moment(values, where)
    return Article(
        url=optional_string(values, "url", where),
        title=optional_string(values, "title", where),
        text=optional_string(values, "text", where) or "",
        date=None if published is None else published.date().isoformat(),
        published=published,
        site=optional_string(values, "source", where),
        language=optional_string(values, "lang", where),
    )


def _objects(path: str | Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    return json_objects(_lines(Path(path)), str(path))


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with gzip.open(path, "rb") as file:
            while line := file.readline(_MAX_LINE_BYTES):
                yield line
    except (OSError, EOFError, zlib.error) as error:
        raise CorpusError(str(path), f"wanted a {_SUFFIX} that can be read ({error})") from error


def _text(values: Mapping[str, Any], key: str, where: str) -> str:
    value = optional_string(values, key, where)
    if value is None:
        raise CorpusError(where, f'wanted a string under "{key}", found none')
    return value


def _moment(values: Mapping[str, Any], where: str) -> datetime | None:
    """Returns the article's date, in UTC if it has no time zone."""
    written = optional_string(values, "date", where)
    if not written:
        return None
    try:
        moment = datetime.fromisoformat(written)
    except ValueError as error:
        raise CorpusError(where, f'wanted an ISO date under "date", found {written!r}') from error
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _number(values: Mapping[str, Any], key: str, where: str) -> float:
    value = values.get(key)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    raise CorpusError(where, f'wanted a number under "{key}", found a {type(value).__name__}')
