# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Measures the length of texts in letters and words that are comparable across scripts.

A headline of fifteen Chinese characters says as much as one of fifty letters in eight words. All lengths and
thresholds in Newsloom are in letters and words of an alphabet, so characters that say more than a letter count as the
letters of a translation. Thai, Khmer and their neighbours have letters, but no spaces.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

from newsloom.text.patterns import each_mark
from newsloom.zeros import zeros

__all__ = ["count_letters", "count_tokens", "count_words", "is_closed_line", "of_length", "scaled_words", "sizes_of"]

# A thousand Chinese characters are about six hundred English words; a thousand Japanese ones, two thirds of them kana,
# four hundred; a thousand Korean syllables, not counting spaces, five hundred.
_HAN = cython.declare(cython.double, 3.4)
_KANA = cython.declare(cython.double, 1.8)
_HANGUL = cython.declare(cython.double, 2.8)
_UNSPACED = cython.declare(cython.double, 1.0)
_NONE = cython.declare(cython.double, 0.0)
# Letters of a word, with the space after it.
_WORD_LETTERS = cython.declare(cython.double, 5.7)
# A line of Thai or Lao with at least this many words is a sentence.
_SENTENCE_WORDS = cython.declare(cython.double, 16)
# If words have more letters than this on average, they are not words.
_LONG_WORD = cython.declare(cython.double, 12)


def sizes_of(texts: list[str]) -> tuple[array[float], array[float], array[float]]:
    """The words and letters of each line, and whether it is closed. Faster than calling the functions line by line."""
    found = tuple(zeros("d", len(texts)) for _ in range(3))
    words: cython.double[::1] = found[0]
    letters: cython.double[::1] = found[1]
    is_closed: cython.double[::1] = found[2]
    line: cython.Py_ssize_t
    text: str
    for line in range(len(texts)):
        text = texts[line]
        words[line] = count_words(text)
        letters[line] = count_letters(text)
        is_closed[line] = is_closed_line(text, words[line])
    return found[0], found[1], found[2]


def of_length(texts: list[str], least: cython.Py_ssize_t, most: cython.Py_ssize_t) -> list[int]:
    """The indexes of the texts with ``least`` to ``most`` characters."""
    found: list[int] = []
    index: cython.Py_ssize_t
    text: str
    for index in range(len(texts)):
        text = texts[index]
        if least <= len(text) <= most:
            found.append(index)
    return found


@cython.ccall
def count_letters(text: str) -> float:
    """The length of the text in letters of an alphabet."""
    letters: float = len(text)
    if text.isascii():
        return letters
    sign: cython.Py_UCS4
    for sign in text:
        weight: float = _weight(sign)
        if weight > 0:
            letters += weight - 1
    return letters


@cython.ccall
def count_words(text: str) -> float:
    """The length of the text in words of an alphabet: those between spaces, if the script has any; 0 if empty."""
    return scaled_words(text, text.count(" ") + 1) if text else 0.0


@cython.ccall
def count_tokens(text: str) -> float:
    """Like ``count_words``, without punctuation: counts runs of letters, digits and marks."""
    marks: frozenset[str] = each_mark() if not text.isascii() else frozenset()
    count: float = 0.0
    is_in_word: cython.bint = False
    sign: cython.Py_UCS4
    for sign in text:
        if not (sign.isalnum() or sign == "_" or (sign > "\u02ff" and sign in marks)):
            is_in_word = False
        elif not is_in_word:
            is_in_word = True
            count += 1
    return scaled_words(text, count)


@cython.ccall
def scaled_words(text: str, words: float) -> float:
    """The length of a text in words of an alphabet, given the number of words between spaces."""
    dense: float = 0.0 if text.isascii() else _dense_words(text)
    if dense > 0:
        return dense
    # A compound or an address, which says more than a word.
    length: float = len(text)
    return max(words, length / 3) if words < length / _LONG_WORD else words


@cython.ccall
def is_closed_line(text: str, words: float) -> cython.bint:
    """Whether the line ends like a sentence. Thai and Lao have no full stop, so there a long line counts."""
    sign: cython.Py_UCS4 = text[len(text) - 1]
    if "\u0e01" <= sign <= "\u0ece":
        return words >= _SENTENCE_WORDS
    return sign in '.!?…»”"’)。！？｡」』）】।॥۔؟։።។။'


@cython.cfunc
def _dense_words(text: str) -> float:
    """The words of a text in a script without spaces or with more than a letter per character; 0 for other scripts."""
    letters: float = 0.0
    sign: cython.Py_UCS4
    for sign in text:
        letters += _weight(sign)
    return letters / _WORD_LETTERS + _other_words(text) if letters > 0 else 0.0


@cython.cfunc
def _other_words(text: str) -> float:
    """The number of words in other scripts, such as names."""
    count: float = 0.0
    is_in_word: cython.bint = False
    sign: cython.Py_UCS4
    for sign in text:
        if _weight(sign) > 0 or not sign.isalnum():
            is_in_word = False
        elif not is_in_word:
            is_in_word = True
            count += 1
    return count


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _weight(sign: cython.Py_UCS4) -> float:
    """How many letters a character counts as if its script has no alphabet or no spaces; 0 for all others."""
    if sign < "\u0e01":
        return _NONE
    if "\u4e00" <= sign <= "\u9fff" or "\u3400" <= sign <= "\u4dbf" or "\U00020000" <= sign <= "\U0003ffff":
        return _HAN
    if "\uac00" <= sign <= "\ud7a3":
        return _HANGUL
    if "\u3041" <= sign <= "\u30ff" or "\u31f0" <= sign <= "\u31ff" or "\uff66" <= sign <= "\uff9f":
        return _KANA
    if "\u0e01" <= sign <= "\u0ece" or "\u1000" <= sign <= "\u109f" or "\u1780" <= sign <= "\u17d3":
        return _UNSPACED
    return _HAN if "\u3005" <= sign <= "\u3007" or "\uf900" <= sign <= "\ufaff" else _NONE
