"""What a story is about, in words that people read: stems with their weights and the articles in, words out.

A clusterer may count stems ("minist"); here each becomes its most frequent form in the articles ("ministers").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from newsloom.clusterers.wording import wording
from newsloom.records import Article
from newsloom.text.stems import stemmer
from newsloom.text.tokens import tokens

__all__ = ["as_written"]

# Enough to meet the words that a story is about.
_MOST_ARTICLES: Final = 20
_CHARACTERS: Final = 2000

Words = tuple[tuple[str, float], ...]


def as_written(words: Words, articles: Sequence[Article], language: str | None) -> Words:
    """The words as the articles write them, in lower case; one that no article forms this way stays as it is."""
    counts: Counter[str] = Counter()
    for article in articles[:_MOST_ARTICLES]:
        counts.update(tokens(wording(article)[:_CHARACTERS], language))
    # As the clusterer read them: in English, the owner's s is no part of a word.
    plain = Counter[str]()
    for token, count in counts.items():
        plain[token.removesuffix("'s") if language == "en" else token] += count
    forms = sorted(plain, key=lambda form: (-plain[form], len(form), form))
    best: dict[str, str] = {}
    for form, stem in zip(forms, stemmer(language)(forms), strict=True):
        best.setdefault(stem, form)
    return tuple((best.get(word, word), weight) for word, weight in words)
