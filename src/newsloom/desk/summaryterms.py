"""Estimates how likely each word and pair of words in a story's articles is to be in a summary.

A logistic model (``training/summaries.py``) that knows no words, only how each is used: how many articles and headlines
have it, how often and how early it occurs, and how rare it is in news at large. So it works for any language.
"""

from __future__ import annotations

import functools
import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from itertools import chain, pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.stream.background import RAREST, share_of_reports
from newsloom.text.stems import stemmer
from newsloom.text.stopwords import stop_words

__all__ = ["MODEL_NAME", "PAIRS", "WORDS", "TermUsage", "chances", "features", "grams"]

MODEL_NAME: Final = "summaryterms.json"
# The two models.
WORDS: Final = "words"
PAIRS: Final = "pairs"

_FEATURES: Final = 15

Floats = npt.NDArray[np.float64]


def grams(tokens: Sequence[str]) -> set[str]:
    """The words, and the pairs of adjacent words joined by a space."""
    return {*tokens, *map(" ".join, pairwise(tokens))}


@dataclass(slots=True, kw_only=True)
class TermUsage:
    """Counts of how the articles of one story use their words; add the articles one by one."""

    language: str | None
    articles: int = 0
    articles_with: Counter[str] = field(default_factory=Counter)
    titles: Counter[str] = field(default_factory=Counter)
    leads: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    places: dict[str, int] = field(default_factory=dict)

    def add(self, title: Sequence[str], sentences: Sequence[Sequence[str]]) -> None:
        """Counts the tokens of an article's headline and sentences."""
        self.articles += 1
        of_title = grams(title)
        self.titles.update(of_title)
        held = set(of_title)
        for place, tokens in enumerate(sentences):
            found = grams(tokens)
            held |= found
            self.counts.update(chain(tokens, map(" ".join, pairwise(tokens))))
            if place == 0:
                self.leads.update(found)
            for gram in found:
                self.places[gram] = min(place, self.places.get(gram, place))
        self.articles_with.update(held)


def chances(usage: TermUsage) -> dict[str, float]:
    """The probability of each word and pair of the sentences to be in a summary."""
    found: dict[str, float] = {}
    for kind, is_pair in ((WORDS, False), (PAIRS, True)):
        chosen = [gram for gram in usage.counts if (" " in gram) == is_pair]
        scores = features(usage, chosen) @ _models()[kind]
        found.update(zip(chosen, (1 / (1 + np.exp(-scores))).tolist(), strict=True))
    return found


def features(usage: TermUsage, chosen: Iterable[str]) -> Floats:
    """The features of the models: a row for each gram; the first feature is always 1."""
    words = _Words(usage.language)
    return np.array([_row(usage, gram, *words.weighed(gram)) for gram in chosen]).reshape(-1, _FEATURES)


def _row(usage: TermUsage, gram: str, small: float, rarity: float) -> list[float]:
    others = (usage.articles_with[gram] - 1) / max(1, usage.articles - 1)
    titles = usage.titles[gram] / usage.articles
    often = math.log1p(usage.counts[gram])
    early = 1 / (1 + usage.places[gram])
    leads = usage.leads[gram] / usage.articles
    alone = [1.0, others, others**2, titles, titles**2, often, early, leads, small, rarity]
    together = [others * rarity, titles * rarity, small * others, small * titles, small * often]
    return alone + together


class _Words:
    """The words of a language, each looked up only once."""

    def __init__(self, language: str | None) -> None:
        self._language = language
        self._small = stop_words(language)
        self._stem = stemmer(language)
        self._known: dict[str, tuple[float, float]] = {}

    def weighed(self, gram: str) -> tuple[float, float]:
        """The share of a gram's words that are stop words, and how rare the others are, from 0 to 1."""
        words = [self._word(word) for word in gram.split(" ")]
        return sum(small for small, _ in words) / len(words), sum(rarity for _, rarity in words) / len(words)

    def _word(self, word: str) -> tuple[float, float]:
        found = self._known.get(word)
        if found is None:
            found = self._known[word] = (1.0, 0.0) if word in self._small else (0.0, self._rarity(word))
        return found

    def _rarity(self, word: str) -> float:
        (stem,) = self._stem([word])
        return math.log(share_of_reports(stem, self._language)) / math.log(RAREST)


@functools.cache
def _models() -> Mapping[str, Floats]:
    content = resources.files("newsloom.desk").joinpath("data", MODEL_NAME).read_text(encoding="utf-8")
    models: dict[str, list[float]] = json.loads(content)
    return {kind: np.array(weights) for kind, weights in models.items()}
