"""The vocabulary: a token and its language in, the number of its stem out.

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
# In a language without a stemmer words that begin alike are one: Can et al. (2008) found five letters as good as a
# stemmer in Turkish, and five were best of five to seven on sets in letters that no list knows; see NOTES.md.
BEGINNING_LETTERS: Final = 5
# Tokens that are remembered of a language: those of news are fewer, and noise must not fill the memory.
MOST_TOKENS: Final = 200_000


class Vocabulary:
    """The stems met so far, in the order they were met, and how common each is in news at large.

    ``terms`` are for readers: the stems, or, where a stem is but a beginning, the first word met that begins so.
    """

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.terms: list[str] = []
        self.shares = array("f")
        self._by_language: dict[str | None, _Tokens] = {}

    def tokens_of(self, language: str | None) -> dict[str, int]:
        """The number of each token of a language, ``STOP_WORD`` for those without; it fills as it is asked."""
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
        # It keeps the words where it knows no stems.
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
            # One string, not two that are equal: most words that are met once are their own stems.
            term = token if term == token else term
            numbers[term] = len(numbers)
            self._vocabulary.terms.append(token if self._stem is _beginnings else term)
            self._vocabulary.shares.append(share_of_reports(term, self._language))
        return numbers[term]


def _beginnings(tokens: list[str]) -> list[str]:
    return [token[:BEGINNING_LETTERS] if token.isalpha() else token for token in tokens]
