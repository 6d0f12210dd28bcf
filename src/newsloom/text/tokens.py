"""Splits text into words, tokens and terms, for comparing texts.

All are lists of strings in reading order. ``words`` are runs of letters and digits as written; ``tokens`` are words in
lower case; ``terms`` are tokens without stop words, stemmed: the unit of all term vectors. Chinese, Japanese, Thai and
other text without spaces becomes pairs of neighbouring characters, which compare well without knowing where words end;
``words`` does not split it. The language is not detected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from itertools import islice, pairwise
from typing import Final

from newsloom.text.casing import compose, lower
from newsloom.text.patterns import MARKS, pattern
from newsloom.text.stems import stemmer
from newsloom.text.stopwords import stop_words as listed_stop_words

__all__ = ["terms", "terms_of_each", "tokens", "words"]

# Thai to Burmese, Khmer, kana, Han: written without spaces between words.
_UNSPACED: Final = r"\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u1000-\u109f\u1780-\u17d3\u3041-\u30ff\u31f0-\u31ff"
_HAN: Final = r"\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"

_WORD: Final = pattern(r"\w+")
_WITH_APOSTROPHES: Final = pattern(r"\w+(?:'\w+)*")
_BEFORE_APOSTROPHE: Final = pattern(r"(\w+)(?:'\w+)*")
_SPECIAL: Final = pattern(f"[{MARKS}{_UNSPACED}{_HAN}]")
_RUN: Final = pattern(
    f"(?P<unspaced>[{_UNSPACED}{_HAN}]+)"
    f"|(?:(?![{_UNSPACED}{_HAN}])[\\w{MARKS}])+(?:'(?:(?![{_UNSPACED}{_HAN}])[\\w{MARKS}])+)*"
)

# Separates texts that are read together: no word contains it, and nothing composes with it.
_BETWEEN: Final = "\0"

# Their stop lists have the elided articles and pronouns as separate words: l, d, qu, dell.
_ELIDING: Final = frozenset({"ca", "fr", "it"})


def words(text: str) -> list[str]:
    """Every run of letters, digits and underscores, as written."""
    return _WORD.findall(text)


def tokens(text: str, language: str | None = None) -> list[str]:
    """The words of the text in lower case.

    An apostrophe within a word is kept ("don't"), but in Turkish, where a suffix follows it, it ends the word
    ("Ali'nin" is ali), and in French, Italian and Catalan it separates two words.
    """
    plain = _plain(text, language)
    return _find_tokens(plain, language)(plain)


def terms(
    text: str,
    *,
    language: str | None = None,
    stop_words: Collection[str] | None = None,
    stem: bool = True,
) -> list[str]:
    """The text's tokens without stop words, stemmed unless ``stem`` is False.

    ``stop_words`` defaults to those of the language. Pass a set: each token is looked up in it.
    """
    (found,) = terms_of_each([text], language=language, stop_words=stop_words, stem=stem)
    return found


def terms_of_each(
    texts: Sequence[str],
    *,
    language: str | None = None,
    stop_words: Collection[str] | None = None,
    stem: bool = True,
) -> list[list[str]]:
    """``terms`` of many short texts, such as a page's sentences, at a third of the cost."""
    unwanted = listed_stop_words(language) if stop_words is None else stop_words
    plain = _plain(_BETWEEN.join(text.replace(_BETWEEN, " ") for text in texts), language)
    find = _find_tokens(plain, language)
    kept = [[token for token in find(part) if token not in unwanted] for part in plain.split(_BETWEEN)]
    if not stem:
        return kept
    flat = [token for part in kept for token in part]
    if language == "en" and "'" in plain:
        # Porter's algorithm does not handle apostrophes: "minister's" would not match "minister".
        flat = [token.removesuffix("'s") for token in flat]
    stems = iter(stemmer(language)(flat))
    return [list(islice(stems, len(part))) for part in kept]


def _plain(text: str, language: str | None) -> str:
    return lower(compose(text), language).replace("’", "'")


def _find_tokens(plain: str, language: str | None) -> Callable[[str], list[str]]:
    if not plain.isascii() and _SPECIAL.search(plain):
        return _tokens_of_any_script
    return _word_pattern(language).findall


def _word_pattern(language: str | None) -> re.Pattern[str]:
    if language == "tr":
        return _BEFORE_APOSTROPHE
    return _WORD if language in _ELIDING else _WITH_APOSTROPHES


def _tokens_of_any_script(text: str) -> list[str]:
    found: list[str] = []
    for run in _RUN.finditer(text):
        if run["unspaced"] is None:
            found.append(run[0])
        else:
            found.extend(_pairs(run[0]))
    return found


def _pairs(run: str) -> list[str]:
    return [first + second for first, second in pairwise(run)] or [run]
