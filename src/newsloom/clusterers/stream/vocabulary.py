"""The vocabulary maps a token and its language to the number of its stem.

A token is stemmed once and looked up from then on: the words of news repeat, and reading them is most of the work.
Stop words have no number. Memory: about a hundred bytes for each stem, and the tokens of each language.
"""

from __future__ import annotations

from array import array
from typing import Final

from newsloom.clusterers.stream.background import share_of_reports
from newsloom.text.stems import stemmer
from newsloom.text.stopwords import stop_words

__all__ = ["MOST_TOKENS", "STOP_WORD", "Vocabulary"]

STOP_WORD: Final = -1
# In a language without a stemmer, words with the same beginning count as one: Can et al. (2008) found five letters as
# good as a stemmer in Turkish, and of five to seven, five were best on sets with exchanged letters; see NOTES.md.
BEGINNING_LETTERS: Final = 5
# Tokens cached for each language: news has fewer, and noise must not fill the memory.
MOST_TOKENS: Final = 200_000


class Vocabulary:
    """The stems met so far, in the order they were met, and how common each is in news at large.

    ``terms`` are for readers: the stems, or, if a stem is only a beginning, the first word met with that beginning.
    """

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.terms: list[str] = []
        self.shares = array("f")
        self._by_language: dict[str | None, _Tokens] = {}

    def tokens_of(self, language: str | None) -> dict[str, int]:
        """The number of each token of a language, ``STOP_WORD`` for stop words; the dict fills as it is read."""
        found = self._by_language.get(language)
        if found is None:
            found = self._by_language[language] = _Tokens(self, language)
        return found


class _Tokens(dict[str, int]):
    def __init__(self, vocabulary: Vocabulary, language: str | None) -> None:
        super().__init__()
        self._vocabulary = vocabulary
        self._language = language
        self._unwanted = stop_words(language)
        stem = stemmer(language)
        # ``stemmer`` returns ``list``, which keeps the words, if it has no stemmer for the language.
        self._stem = _beginnings if stem is list else stem

    def __missing__(self, token: str) -> int:
        if len(self) >= MOST_TOKENS:
            self.clear()
        self[token] = number = self._number(token)
        return number

    def _number(self, token: str) -> int:
        if token in self._unwanted:
            return STOP_WORD
        # As text.tokens.terms does: Porter's algorithm knows no apostrophes.
        plain = token.removesuffix("'s") if self._language == "en" else token
        (term,) = self._stem([plain])
        numbers = self._vocabulary.numbers
        if term not in numbers:
            # Stores one string, not two equal ones: most words that are met once are their own stems.
            term = token if term == token else term
            numbers[term] = len(numbers)
            self._vocabulary.terms.append(token if self._stem is _beginnings else term)
            self._vocabulary.shares.append(share_of_reports(term, self._language))
        return numbers[term]


def _beginnings(tokens: list[str]) -> list[str]:
    return [token[:BEGINNING_LETTERS] if token.isalpha() else token for token in tokens]
