"""Turns blocks into term vectors: each sentence is read once, and a block is the sum of its sentences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple, Self

from newsloom.dom.blocks import LeafBlock
from newsloom.text.sentences import split_sentences
from newsloom.text.similarity import TermVector
from newsloom.text.stopwords import stop_words
from newsloom.text.tokens import terms_of_each, words

__all__ = ["Analyzer", "BlockVectors", "SentenceVector"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Analyzer:
    """How the words of one page become terms."""

    language: str | None
    stop_words: frozenset[str]
    stem: bool

    @classmethod
    def of(cls, language: str | None, *, stem: bool, extra_stop_words: Iterable[str] = ()) -> Self:
        return cls(language=language, stop_words=stop_words(language, tuple(extra_stop_words)), stem=stem)

    def vector(self, text: str) -> TermVector:
        (terms,) = self.terms([text])
        return TermVector.of(terms)

    def terms(self, texts: list[str]) -> list[list[str]]:
        return terms_of_each(texts, language=self.language, stop_words=self.stop_words, stem=self.stem)


class SentenceVector(NamedTuple):
    """A sentence with its vector."""

    text: str
    vector: TermVector


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockVectors:
    """A cleaned block: its size in words, its vector, and its sentences by segment."""

    block: LeafBlock
    size: int
    vector: TermVector
    segments: tuple[tuple[SentenceVector, ...], ...]

    @classmethod
    def of(cls, block: LeafBlock, vocabulary: Analyzer, *, hyperlink_text: bool) -> Self:
        texts = [segment.text if hyperlink_text else segment.unlinked for segment in block.segments]
        split = [split_sentences(text, vocabulary.language) for text in texts]
        terms = vocabulary.terms([sentence for sentences in split for sentence in sentences])
        vectors = map(TermVector.of, terms)
        return cls(
            block=block,
            size=sum(len(words(text)) for text in texts),
            vector=TermVector.of(chain.from_iterable(terms)),
            segments=tuple(tuple(SentenceVector(sentence, next(vectors)) for sentence in one) for one in split),
        )
