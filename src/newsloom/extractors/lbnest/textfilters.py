"""The text filters: sentences in, what is left of their words to be compared out (LBNEST, section III.B).

"All the texts were filtered to remove the common words", and "word stemming was also applied": a declared sequence,
each filter of which can be left out or moved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal

from newsloom.text.stems import stemmer
from newsloom.text.stopwords import stop_words as stop_words_of
from newsloom.text.tokens import tokens

__all__ = ["TextFilter", "filtered"]

TextFilter = Literal["stop-words", "stems"]

Words = list[str]


def filtered(
    sentences: Iterable[str], filters: Sequence[TextFilter], *, language: str | None, stop_words: Sequence[str] = ()
) -> list[str]:
    """The sentences as the filters leave them, in lower case, with single spaces."""
    steps = [_STEPS[name](language, stop_words) for name in filters]
    texts = []
    for sentence in sentences:
        words = tokens(sentence[:_MAX_CHARACTERS], language)
        for step in steps:
            words = step(words)
        texts.append(" ".join(words))
    return texts


def _without_stop_words(language: str | None, extra: Sequence[str]) -> Callable[[Words], Words]:
    unwanted = stop_words_of(language, tuple(extra))
    return lambda words: [word for word in words if word not in unwanted]


def _stems(language: str | None, _extra: Sequence[str]) -> Callable[[Words], Words]:
    return stemmer(language)


_STEPS: Final[dict[TextFilter, Callable[[str | None, Sequence[str]], Callable[[Words], Words]]]] = {
    "stop-words": _without_stop_words,
    "stems": _stems,
}
# No sentence of a newspaper has as many; one that never ends must not be compared whole.
_MAX_CHARACTERS: Final = 2_000
