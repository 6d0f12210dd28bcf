"""Finds duplicates: given articles in order of arrival, returns which are copies of which.

Exact copies have the same words; near copies share most of their shingles; most shingles of a contained article are in
a longer one. Candidates are found by shared sentences (after CoDet's sentence-level containment) and by MinHash, in
time linear in the number of articles. The source of an exact or near copy is the article that came first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.clusterers.texts import languages_of
from newsloom.desk.shingles import LEAST_SHARE, LEAST_WORDS, TEXT_CHARACTERS, hash_of, shingles
from newsloom.text.sentences import split_sentences
from newsloom.text.tokens import tokens

__all__ = ["Copy", "CopyKind", "copies"]

# 32 bands of 2 find nine in ten of the pairs that share a quarter of their shingles.
_BANDS: Final = 32
_BAND_HASHES: Final = 2
# At most this many articles with the same band or sentence are compared, so a notice on every page does not pair all
# pages.
_MOST_IN_BAND: Final = 30
_LEAST_CONTAINED: Final = 0.75
_LEAST_SENTENCE_WORDS: Final = 5
_PRIME: Final = (1 << 31) - 1


class CopyKind(StrEnum):
    """How much of an article another one has."""

    EXACT = "exact"
    NEAR = "near"
    CONTAINED = "contained"


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """An article that repeats another: ``of`` is the one that came first, or the longer one that contains it."""

    article: int
    of: int
    kind: CopyKind
    share: float


def copies(articles: Sequence[ArticleOrItem]) -> tuple[Copy, ...]:
    """The copies in order of arrival, each with its best source; the first article with a text is not a copy."""
    fingerprints = [
        _Fingerprint.of(one, language) for one, language in zip(articles, languages_of(articles), strict=True)
    ]
    best: dict[int, Copy] = {}
    for first, second in sorted(set(_candidates(fingerprints))):
        copy = _compared(fingerprints, first, second)
        if copy is not None and _rank(copy) < _rank(best.get(copy.article, copy), is_known=copy.article in best):
            best[copy.article] = copy
    return tuple(best[number] for number in sorted(best))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fingerprint:
    words: int
    shingles: frozenset[int]
    sentences: frozenset[int]
    digest: int

    @classmethod
    def of(cls, article: ArticleOrItem, language: str | None) -> _Fingerprint:
        text = article.text[:TEXT_CHARACTERS]
        found = tokens(text, language)
        sentences = (tokens(sentence, language) for sentence in split_sentences(text, language))
        return cls(
            words=len(found),
            shingles=shingles(found),
            sentences=frozenset(hash_of(one) for one in sentences if len(one) >= _LEAST_SENTENCE_WORDS),
            digest=hash_of(found),
        )


def _candidates(fingerprints: Sequence[_Fingerprint]) -> Iterator[tuple[int, int]]:
    buckets: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    multipliers, shifts = _hash_family()
    for number, one in enumerate(fingerprints):
        if one.words < 1:
            continue
        for key in _keys(one, multipliers, shifts):
            bucket = buckets[key]
            yield from ((earlier, number) for earlier in bucket)
            if len(bucket) < _MOST_IN_BAND:
                bucket.append(number)


def _keys(
    one: _Fingerprint, multipliers: npt.NDArray[np.int64], shifts: npt.NDArray[np.int64]
) -> Iterator[tuple[int, ...]]:
    yield (-1, one.digest)
    yield from ((-2, sentence) for sentence in sorted(one.sentences))
    found = np.array(sorted(one.shingles), np.int64) & _PRIME >> 1
    least = np.array([int(((found * a + b) % _PRIME).min()) for a, b in zip(multipliers, shifts, strict=True)])
    for band, hashes in enumerate(least.reshape(_BANDS, _BAND_HASHES).tolist()):
        yield (band, *hashes)


def _hash_family() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    source = np.random.default_rng(0)
    count = _BANDS * _BAND_HASHES
    return source.integers(1, _PRIME, count), source.integers(0, _PRIME, count)


def _compared(fingerprints: Sequence[_Fingerprint], first: int, second: int) -> Copy | None:
    a, b = fingerprints[first], fingerprints[second]
    if a.digest == b.digest and a.words == b.words:
        return Copy(article=second, of=first, kind=CopyKind.EXACT, share=1.0)
    if min(a.words, b.words) < LEAST_WORDS:
        return None
    common = len(a.shingles & b.shingles)
    near = common / len(a.shingles | b.shingles)
    if near >= LEAST_SHARE:
        return Copy(article=second, of=first, kind=CopyKind.NEAR, share=round(near, 4))
    shorter, longer = (first, second) if a.words < b.words else (second, first)
    held = common / len(fingerprints[shorter].shingles)
    if held >= _LEAST_CONTAINED:
        return Copy(article=shorter, of=longer, kind=CopyKind.CONTAINED, share=round(held, 4))
    return None


def _rank(copy: Copy, *, is_known: bool = True) -> tuple[int, float, int]:
    """The sort key: exact, near, contained, then larger share, then earlier source; last if no copy is known yet."""
    if not is_known:
        return (len(CopyKind), 0.0, 0)
    return (list(CopyKind).index(copy.kind), -copy.share, copy.of)
