"""Lines that ask a reader to pay or to sign in: a line goes in; whether it is one comes out.

A paywall's appeal stands between two paragraphs and ends with a full stop, as they do. Only its words tell it, and only
where the line says little else: a report may speak of subscribers. The words are data (``data/appeals.txt``).
"""

from __future__ import annotations

import functools
import re
from typing import Final

from newsloom.text.casing import lower
from newsloom.text.wordlists import read_lines

__all__ = ["is_appeal_line"]

# In characters; what is longer tells of something.
_MAX_LINE: Final = 120


def is_appeal_line(line: str) -> bool:
    """Whether the line asks the reader to subscribe, to register or to sign in, to read on."""
    return len(line) <= _MAX_LINE and _appeals().search(lower(line)) is not None


@functools.cache
def _appeals() -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, read_lines("appeals"))))
