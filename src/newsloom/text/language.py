"""Detects the language of a text, and normalises the many ways in which pages name languages.

A language is two letters (ISO 639-1), or None if the text is too short. A script that only one language of the
newspapers uses decides at once; otherwise an n-gram model (``newsloom.text.ngrams``) reads the beginning of the text.
Bokmål and nynorsk are both ``no``. Text in several languages is not split.
"""

from __future__ import annotations

import functools
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from typing import Final

from newsloom.text.casing import lower
from newsloom.text.patterns import pattern
from newsloom.text.wordlists import read_lines

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["detect_language", "is_latin", "normalise_language", "other_letters"]

# A beginning this long decides as well as the whole text; reading more only costs time.
_SAMPLE_CHARACTERS: Final = 400
# The model guesses on fewer letters than this: a headline of three short words has about 20.
_FEWEST_LETTERS: Final = 20
# In a script that only one language uses, even the shortest headlines are enough.
_FEWEST_OF_A_SCRIPT: Final = 8
# Japanese text is at least a third kana; a Chinese text may quote a Japanese name.
_LEAST_KANA: Final = 0.1

_KANA: Final = "kana"
# The first code point of each run of blocks (Unicode's Blocks.txt) and the only language that uses its script; ""
# if several do, so that the model must decide.
_SCRIPTS: Final = (
    (0x0000, ""),
    (0x0370, "el"),
    (0x0400, ""),
    (0x0530, "hy"),
    (0x0590, "he"),
    (0x0600, ""),
    (0x0980, "bn"),
    (0x0A00, "pa"),
    (0x0A80, "gu"),
    (0x0B00, "or"),
    (0x0B80, "ta"),
    (0x0C00, "te"),
    (0x0C80, "kn"),
    (0x0D00, "ml"),
    (0x0D80, "si"),
    (0x0E00, "th"),
    (0x0E80, "lo"),
    (0x0F00, ""),
    (0x1000, "my"),
    (0x10A0, "ka"),
    (0x1100, "ko"),
    (0x1200, "am"),
    (0x13A0, ""),
    (0x1780, "km"),
    (0x1800, ""),
    (0x1F00, "el"),
    (0x2000, ""),
    (0x3040, _KANA),
    (0x3100, ""),
    (0x3400, "zh"),
    (0xA000, ""),
    (0xAC00, "ko"),
    (0xD7B0, ""),
    (0x20000, "zh"),
    (0x32000, ""),
)
_SCRIPT_STARTS: Final = tuple(start for start, _ in _SCRIPTS)
# Unicode's Blocks.txt: Latin letters, with all their accents, come before the Greek ones.
_NOT_LATIN: Final = pattern("[^\0-\u036f]")
_SUBTAG: Final = pattern(r"[-_.@;,\s]")


def detect_language(text: str) -> str | None:
    """The main language of the text's beginning.

    None if the text has fewer than about 20 letters, or 8 in a script that only one language uses.
    """
    sample = text[:_SAMPLE_CHARACTERS]
    letters = "".join(filter(str.isalpha, sample))
    if len(letters) < _FEWEST_OF_A_SCRIPT:
        return None
    return _by_script(letters) or (_by_ngrams(sample) if len(letters) >= _FEWEST_LETTERS else None)


def is_latin(text: str) -> cython.bint:
    """Whether all letters of the text are Latin."""
    if not cython.compiled:
        return not other_letters(text)
    sign: cython.Py_UCS4
    for sign in text:  # noqa: SIM110 - a generator is no C
        if sign >= "\u0370" and sign.isalpha():
            return False
    return True


def other_letters(text: str) -> int:
    """The number of letters that are not Latin."""
    return sum(map(str.isalpha, _NOT_LATIN.findall(text)))


def normalise_language(name: str | None) -> str | None:
    """The two-letter code of a language tag, locale or name (``en-US``, ``nb_NO``, ``türkçe``), or None."""
    if not name:
        return None
    wanted = lower(name.strip())
    codes = _codes()
    return codes.get(wanted) or codes.get(_SUBTAG.split(wanted, maxsplit=1)[0])


def _by_script(letters: str) -> str | None:
    if len(letters.encode("ascii", "ignore")) * 2 > len(letters):
        return None
    counts = Counter(_SCRIPTS[bisect_right(_SCRIPT_STARTS, ord(letter)) - 1][1] for letter in letters)
    if counts[_KANA] >= _LEAST_KANA * len(letters):
        counts["ja"] = counts.pop(_KANA) + counts.pop("zh", 0)
    language, count = counts.most_common(1)[0]
    return language if language and count * 2 > len(letters) else None


def _by_ngrams(sample: str) -> str | None:
    # Imported here: text in a script of its own does not need the model.
    from newsloom.text.ngrams import likeliest_language  # noqa: PLC0415

    return likeliest_language(sample)


@functools.cache
def _codes() -> Mapping[str, str]:
    rows = (line.split("\t") for line in read_lines("languages"))
    return {name: code for code, names in rows for name in (code, *names.split(", "))}
