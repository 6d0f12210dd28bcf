"""Recognises lines that ask a reader to pay or to sign in.

A paywall's appeal looks like the paragraphs around it and ends with a full stop, as they do. It is recognised by its
words, and only if the line is short: a report may be about subscribers. The words are in ``data/appeals.txt``.
"""

from __future__ import annotations

import functools
from typing import Final

from newsloom.text.casing import lower
from newsloom.text.keywords import Keywords, may_be_keyword
from newsloom.text.wordlists import read_lines

__all__ = ["MAX_APPEAL_LINE", "is_appeal_line"]

# In characters; longer lines are part of a story.
MAX_APPEAL_LINE: Final = 120
# In letters: enough to be rare, and few enough for a small table.
_STEM: Final = 6


def is_appeal_line(line: str) -> bool:
    """Whether the line asks the reader to subscribe, register or sign in to read on."""
    if len(line) > MAX_APPEAL_LINE:
        return False
    is_plain = line.isascii()
    # ``Keywords`` ignores the case of ASCII letters.
    small = line if is_plain else lower(line)
    # Most lines contain none of the stems. Lines in East Asian characters, which Keywords cannot find, are all checked.
    may_be = _stems().bits_in(small) != 0 or not (is_plain or may_be_keyword(small))
    return may_be and any(map(lower(small).__contains__, _appeals()))


@functools.cache
def _stems() -> Keywords:
    """The first letters of the longest word of each appeal."""
    longest = (max(words.split(), key=len) for words in read_lines("appeals") if may_be_keyword(words))
    return Keywords(dict.fromkeys((word[:_STEM] for word in longest), 1))


@functools.cache
def _appeals() -> tuple[str, ...]:
    return tuple(read_lines("appeals"))
