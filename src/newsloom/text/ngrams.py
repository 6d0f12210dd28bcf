"""The likeliest language of a text by its byte n-grams: naive Bayes over one array.

Text goes in and two letters come out, or None where no n-gram is known. The weights are those of py3langid's model
(Lui and Baldwin, 2012) for the languages that share a script with others, thinned to the n-grams that tell most and
rounded to a byte; ``training.language`` makes the file. Importing this module loads numpy, and the first call about
three megabytes.
"""

from __future__ import annotations

import functools
import io
import pkgutil
import unicodedata
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["MODEL_NAME", "SIZES", "LanguageProfiles", "likeliest_language", "ngram_code"]

MODEL_NAME: Final = "language.npy"
# Bytes of the n-grams; longer ones win where several end at the same byte.
SIZES: Final = (2, 3, 4, 5)
# Beyond the bytes of the longest: a code also says how long its n-gram is.
_SIZE_SHIFT: Final = 8 * max(SIZES)

_Codes = npt.NDArray[np.uint64]


class LanguageProfiles(NamedTuple):
    """What is in the file: codes in rising order, a row of weights for each, and the language of each column."""

    codes: _Codes
    weights: npt.NDArray[np.int8]
    languages: tuple[str, ...]


def likeliest_language(text: str) -> str | None:
    """The language whose weights of the text's n-grams have the greatest sum."""
    model = _model()
    rows, counts = np.unique(_known_ngrams(model.codes, _encoded(text)), return_counts=True)
    if not len(rows):
        return None
    # The tenth "the" says less than the first.
    scores = np.log1p(counts, dtype=np.float32) @ model.weights[rows].astype(np.float32)
    return model.languages[int(scores.argmax())]


def ngram_code(ngram: bytes) -> int:
    """The number by which an n-gram is found."""
    return int.from_bytes(ngram, "big") | len(ngram) << _SIZE_SHIFT


def _encoded(text: str) -> bytes:
    cased = text.lower() if text.isupper() else text
    # A lone surrogate cannot be encoded.
    return unicodedata.normalize("NFC", cased).encode("utf-8", "ignore")


def _known_ngrams(codes: _Codes, content: bytes) -> npt.NDArray[np.int64]:
    """The rows of the longest known n-grams that end at each byte."""
    letters = np.frombuffer(content, dtype=np.uint8).astype(np.uint64)
    rows = np.full(len(letters), -1, dtype=np.int64)
    ngrams = letters
    for size in SIZES[: max(len(letters) - 1, 0)]:
        ngrams = (letters[: len(letters) - size + 1] << np.uint64(8 * (size - 1))) | ngrams[1:]
        wanted = ngrams | np.uint64(size << _SIZE_SHIFT)
        found = np.minimum(np.searchsorted(codes, wanted), len(codes) - 1)
        is_known = codes[found] == wanted
        rows[size - 1 :][is_known] = found[is_known]
    return rows[rows >= 0]


@functools.cache
def _model() -> LanguageProfiles:
    # Three arrays one behind the other, not a zip of them, which takes twice as long to open.
    file = io.BytesIO(pkgutil.get_data("newsloom.text", f"data/{MODEL_NAME}") or b"")
    codes, weights, languages = (np.load(file, allow_pickle=False) for _ in LanguageProfiles._fields)
    return LanguageProfiles(codes, weights, tuple(languages.tolist()))
