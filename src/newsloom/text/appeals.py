"""Lines that ask a reader to pay or to sign in: a line goes in; whether it is one comes out.

A paywall's appeal stands between two paragraphs and ends with a full stop, as they do. Only its words tell it, and only
where the line says little else: a report may speak of subscribers. The words are data (``data/appeals.txt``).
"""

from __future__ import annotations

import functools
import re
from typing import Final

from newsloom.text.casing import lower
from newsloom.text.keywords import Keywords, may_be_keyword
from newsloom.text.wordlists import read_lines

__all__ = ["is_appeal_line"]

# In characters; what is longer tells of something.
_MAX_LINE: Final = 120


def is_appeal_line(line: str) -> bool:
    """Whether the line asks the reader to subscribe, to register or to sign in, to read on."""
    if len(line) > _MAX_LINE:
        return False
    small = lower(line)
    return _keywords().bits_in(small) != 0 or (not small.isascii() and _in_signs().search(small) is not None)


@functools.cache
def _keywords() -> Keywords:
    """The appeals in an alphabet."""
    return Keywords({words: 1 for words in read_lines("appeals") if may_be_keyword(words)})


@functools.cache
def _in_signs() -> re.Pattern[str]:
    """The others: hardly a line has their first signs."""
    return re.compile("|".join(re.escape(words) for words in read_lines("appeals") if not may_be_keyword(words)))
