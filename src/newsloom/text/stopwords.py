"""Stop words: the frequent words of a language that say little about the subject of a text.

The lists for English and Turkish are those of the N-EXT thesis (Tables A.2 and A.1); each file in ``data/stopwords``
names its source. A language without a list has no stop words. ``tokens.terms`` removes them from a text.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable

from newsloom.text.casing import lower
from newsloom.text.language import normalise_language
from newsloom.text.wordlists import read_lines

__all__ = ["stop_words"]


def stop_words(language: str | None, extra: Iterable[str] = ()) -> frozenset[str]:
    """The stop words of a language in lower case, with the caller's own, which may be in any case."""
    own = frozenset(lower(word, language) for word in extra)
    return _listed(language) | own if own else _listed(language)


# Bounded, because the key may come from a page.
@functools.lru_cache(maxsize=256)
def _listed(language: str | None) -> frozenset[str]:
    code = normalise_language(language)
    return frozenset(read_lines("stopwords", code)) if code else frozenset()
