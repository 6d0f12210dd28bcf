"""Agglomerative clustering by log likelihood (Journal of Global Research in Computer Science 3(10), 2012).

Groups articles into the number of clusters that predicts held-out articles best: topics, coarser than stories. With
known stories, all articles are grouped again and the ids are kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final, Self

import numpy as np
from numpy.typing import NDArray

from newsloom.clusterers.dendrogram import agglomerate
from newsloom.clusterers.loglikelihood.distance import distance_matrix
from newsloom.clusterers.loglikelihood.mixture import Fit, best_models, fit
from newsloom.clusterers.loglikelihood.models import MAX_WORDS, LanguageModel, join_texts
from newsloom.clusterers.naming import Group, name_stories
from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.clusterers.termtable import count_terms
from newsloom.clusterers.texts import full_text, languages_of
from newsloom.parameters import Between, Count
from newsloom.records import Story
from newsloom.text.tokens import tokens

__all__ = ["LogLikelihoodClusterer"]

Integers = NDArray[np.int64]

# Words given to the models at once: this bounds the memory, because every model has a probability for every word.
_BATCH_WORDS: Final = 200_000


@dataclass(frozen=True, kw_only=True)
class LogLikelihoodClusterer:
    """Merge articles where the least information is lost, and cut where models predict held-out articles best."""

    name: ClassVar[str] = "loglikelihood"
    version: ClassVar[int] = 2
    PAPER: ClassVar[Mapping[str, Any]] = {"per_word": False}
    clusters: Count | None = None  # None: chosen from ``candidates``
    candidates: tuple[Count, ...] = (1, 5, 10, 15, 20)  # the paper's
    per_word: bool = True  # False: d(A, B) as printed, which grows with the length of the articles; see NOTES.md
    order: Annotated[int, Between(1, 3)] = 3  # the paper's models are trigrams
    held_out_every: Annotated[int, Between(2)] = 5  # the paper has a development set of its own; here every fifth
    tree_articles: Count = 2_000  # the tree's matrix grows with the square; more articles join the clusters of these
    article_words: Count = 1_000  # read of each article

    def assign(self, articles: Sequence[ArticleOrItem], known: Sequence[Story], /) -> tuple[Story, ...]:
        texts = self._numbered(articles)
        homes = self._homes(texts)
        members: dict[int, list[int]] = {}
        for article, home in enumerate(homes):
            # An article without words is a cluster of its own.
            members.setdefault(home if len(texts[article]) else -1 - article, []).append(article)
        groups = [Group(members=tuple(group)) for group in members.values()]
        return name_stories(groups, articles, known, method=self.name, version=self.version)

    def session(self) -> Self:
        return self

    def perplexities(self, articles: Sequence[ArticleOrItem], /) -> tuple[tuple[int, float], ...]:
        """How well each cut predicts the held-out articles: pairs of a number of clusters and its perplexity."""
        grown, held_out = self._tree_texts([text for text in self._numbered(articles) if len(text)])
        cuts = self._cuts(grown, held_out) if grown else []
        return tuple((len(cut.clusters), cut.fit.perplexity) for cut in cuts)

    def _tree_texts(self, texts: Sequence[Integers]) -> tuple[list[Integers], list[Integers]]:
        chosen = texts[:: -(-len(texts) // self.tree_articles) or 1]
        grown, held_out = _parted(range(len(chosen)), self.held_out_every)
        return [chosen[place] for place in grown], [chosen[place] for place in held_out]

    def _numbered(self, articles: Sequence[ArticleOrItem]) -> list[Integers]:
        """The articles' words as numbers; words beyond ``MAX_WORDS`` share one number."""
        numbers: dict[str, int] = {}
        texts = []
        for article, language in zip(articles, languages_of(articles), strict=True):
            words = tokens(full_text(article), language)[: self.article_words]
            numbered = [min(numbers.setdefault(word, len(numbers)), MAX_WORDS) for word in words]
            texts.append(np.array(numbered, dtype=np.int64))
        return texts

    def _homes(self, texts: Sequence[Integers]) -> list[int]:
        """The cluster of each text."""
        told = [place for place, text in enumerate(texts) if len(text)]
        chosen = set(told[:: -(-len(told) // self.tree_articles) or 1])
        grown, held_out = _parted([place for place in told if place in chosen], self.held_out_every)
        homes = [0] * len(texts)
        if not grown:
            return homes
        cut = self._best_cut([texts[place] for place in grown], [texts[place] for place in held_out])
        for place, home in zip(grown, cut.homes, strict=True):
            homes[place] = home
        settled = set(grown)
        for batch in _batches([place for place in told if place not in settled], texts):
            found = best_models(cut.models, cut.general, cut.fit.weights, [texts[place] for place in batch])
            for place, home in zip(batch, found, strict=True):
                homes[place] = int(home)
        return homes

    def _best_cut(self, grown: Sequence[Integers], held_out: Sequence[Integers]) -> _Cut:
        """The cut of the tree of the grown texts that makes the held-out texts most likely."""
        # Of ties the first, the paper's smallest number; if nothing could be held out, all cuts tie.
        return min(self._cuts(grown, held_out), key=lambda cut: cut.fit.perplexity)

    def _cuts(self, grown: Sequence[Integers], held_out: Sequence[Integers]) -> list[_Cut]:
        table = count_terms([map(str, text) for text in grown])
        tree = agglomerate(distance_matrix(table, per_word=self.per_word), "complete")
        words = max((int(text.max()) for text in (*grown, *held_out)), default=0) + 1
        general = LanguageModel.of(join_texts(grown), order=self.order, vocabulary=words)
        counts = self.candidates if self.clusters is None else (self.clusters,)
        cuts = []
        for count in dict.fromkeys(min(count, len(grown)) for count in counts):
            clusters = tree.cut_into(count)
            models = [
                LanguageModel.of(join_texts([grown[place] for place in cluster]), order=self.order, vocabulary=words)
                for cluster in clusters
            ]
            cuts.append(_Cut(clusters=clusters, models=models, general=general, fit=fit(models, general, held_out)))
        return cuts


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cut:
    clusters: list[list[int]]
    models: list[LanguageModel]
    general: LanguageModel
    fit: Fit

    @property
    def homes(self) -> list[int]:
        """The cluster of each grown text."""
        home = {place: number for number, cluster in enumerate(self.clusters) for place in cluster}
        return [home[place] for place in range(len(home))]


def _parted(places: Sequence[int], every: int) -> tuple[list[int], list[int]]:
    """The places to grow the tree from, and the places held out, which are the last of each ``every``."""
    held_out = places[every - 1 :: every]
    kept = set(held_out)
    return [place for place in places if place not in kept], list(held_out)


def _batches(places: Sequence[int], texts: Sequence[Integers]) -> Iterator[list[int]]:
    batch: list[int] = []
    size = 0
    for place in places:
        if batch and size + len(texts[place]) > _BATCH_WORDS:
            yield batch
            batch, size = [], 0
        batch.append(place)
        size += len(texts[place])
    if batch:
        yield batch
