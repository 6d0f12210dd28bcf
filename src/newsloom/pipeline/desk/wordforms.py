"""Turns weighted stems back into words as the articles write them.

A clusterer may count stems ("minist"); each becomes its most frequent form in the articles ("ministers").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.clusterers.texts import full_text, languages_of
from newsloom.records import Story
from newsloom.text.stems import stemmer
from newsloom.text.tokens import tokens

__all__ = ["with_written_words", "written_forms"]

# Enough to contain the words that a story is about.
_MOST_ARTICLES: Final = 20
_CHARACTERS: Final = 2000

Words = tuple[tuple[str, float], ...]


def with_written_words(story: Story, articles: Sequence[ArticleOrItem]) -> Story:
    """The story with its words as its own articles write them. Its members are indexes of ``articles``."""
    members = [articles[member] for member in story.ranked]
    language, _ = Counter(languages_of(members)).most_common(1)[0]
    return replace(story, words=written_forms(story.words, members, language))


def written_forms(words: Words, articles: Sequence[ArticleOrItem], language: str | None) -> Words:
    """The words as the articles write them, in lower case. A stem that no article contains stays as it is."""
    counts: Counter[str] = Counter()
    for article in articles[:_MOST_ARTICLES]:
        counts.update(tokens(full_text(article)[:_CHARACTERS], language))
    # As the clusterer read them: in English, the possessive 's is not part of a word.
    plain = Counter[str]()
    for token, count in counts.items():
        plain[token.removesuffix("'s") if language == "en" else token] += count
    forms = sorted(plain, key=lambda form: (-plain[form], len(form), form))
    best: dict[str, str] = {}
    for form, stem in zip(forms, stemmer(language)(forms), strict=True):
        best.setdefault(stem, form)
    return tuple((best.get(word, word), weight) for word, weight in words)
