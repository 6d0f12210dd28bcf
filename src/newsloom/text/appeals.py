"""Lines that ask a reader to pay or to sign in: a line goes in; whether it is one comes out.

A paywall's appeal stands between two paragraphs and ends with a full stop, as they do. Only its words tell it, and only
where the line says little else: a report may speak of subscribers. The words are data (``data/appeals.txt``).
"""

from __future__ import annotations

import functools
from typing import Final

from newsloom.text.casing import lower
from newsloom.text.keywords import Keywords, may_be_keyword
from newsloom.text.wordlists import read_lines

__all__ = ["MAX_APPEAL_LINE", "is_appeal_line"]

# In characters; what is longer tells of something.
MAX_APPEAL_LINE: Final = 120
# In letters: enough to be rare, and few enough for a small table.
_STEM: Final = 6


def is_appeal_line(line: str) -> bool:
    """Whether the line asks the reader to subscribe, to register or to sign in, to read on."""
    if len(line) > MAX_APPEAL_LINE:
        return False
    is_plain = line.isascii()
    # Capitals of ASCII are looked for as small letters.
    small = line if is_plain else lower(line)
    # Most lines have none of their words, and those in signs of East Asia are told by these.
    may_be = _stems().bits_in(small) != 0 or not (is_plain or may_be_keyword(small))
    return may_be and any(map(lower(small).__contains__, _appeals()))


@functools.cache
def _stems() -> Keywords:
    """The beginning of the longest word of each appeal."""
    longest = (max(words.split(), key=len) for words in read_lines("appeals") if may_be_keyword(words))
    return Keywords(dict.fromkeys((word[:_STEM] for word in longest), 1))


@functools.cache
def _appeals() -> tuple[str, ...]:
    return tuple(read_lines("appeals"))
