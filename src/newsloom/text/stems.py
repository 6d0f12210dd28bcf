"""Stems words: reduces them to what their inflected forms share.

English uses Porter's algorithm, as in the N-EXT thesis; every other language uses Snowball's. In a language without an
algorithm words stay as they are. Words must be in lower case. There is no dictionary: a stem need not be a word.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Final

# Uses PyStemmer's stemmers, which are in C, if PyStemmer is installed, and its own otherwise.
import snowballstemmer

from newsloom.text.language import normalise_language

__all__ = ["stemmer"]

_ALGORITHMS: Final = {
    "ar": "arabic",
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "porter",
    "eo": "esperanto",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fa": "persian",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hi": "hindi",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "ne": "nepali",
    "nl": "dutch",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "st": "sesotho",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
    "yi": "yiddish",
}


def stemmer(language: str | None) -> Callable[[list[str]], list[str]]:
    """A function that stems each word of a list.

    Each call makes a new one, which takes under a microsecond, because stemmers must not be shared between threads.
    """
    algorithm = _algorithm(language)
    if algorithm is None:
        return list
    stem_words: Callable[[list[str]], list[str]] = snowballstemmer.stemmer(algorithm).stemWords
    return stem_words


# Bounded, because the key may come from a page.
@functools.lru_cache(maxsize=256)
def _algorithm(language: str | None) -> str | None:
    algorithm = _ALGORITHMS.get(normalise_language(language) or "")
    # Older releases of the stemmers know fewer languages.
    return algorithm if algorithm in snowballstemmer.algorithms() else None
