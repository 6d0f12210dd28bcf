"""Removes dates and times from bylines and puts bars in their place."""

from __future__ import annotations

import re
from typing import Final

from newsloom.text.digits import western_digits
from newsloom.text.patterns import MARKS, pattern

__all__ = ["without_dates"]

# "Ann LeeDec 5, 2023": adjacent tags without a space between them.
_GLUED_DAY: Final = pattern(r"(?<=[a-zß-ÿ])(?=[A-Z][a-zß-ÿ]{2,8}\.? \d{1,2},? (?:19|20)\d\d)")
# "on July 21, 2012", "le 21 juillet 2012", "5 hours ago". ``_MONTH`` matches the name of a month in any language.
_MONTH: Final = rf"[^\W\d_](?:[^\W\d_]|[{MARKS}]){{2,15}}"
_DIGIT: Final = pattern(r"\d")
_WHEN: Final = pattern(
    r"(?:\b(?:published|(?:last )?updated?|posted|publié|publicado|pubblicato|veröffentlicht|aktualisiert):?\s+)?"
    rf"(?:\b(?-i:on|am|vom|le|el|il|em|den|op)\s+(?:{_MONTH},\s+)?)?"
    rf"(?:\b{_MONTH}\.?\s\d{{1,2}}(?:st|nd|rd|th)?,?\s(?:19|20)\d\d"
    rf"|\b\d{{1,2}}(?:\.|st|nd|rd|th|er)?\s(?:de\s|of\s)?{_MONTH}\.?,?\s(?:de\s|del\s)?(?:14|19|20|25)\d\d"
    r"|\b\d{4}[年년]\s?\d{1,2}[月월]\s?\d{1,2}[日일]"
    r"|\b\d{1,4}[./-]\d{1,2}[./-]\d{2,4}|\b\d{1,2}[\s-](?:hours?|minutes?|mins?|days?|weeks?)[\s-](?:ago|read))"
    r"(?!\d)(?:(?:,|\s-)?\s(?:at\s|um\s|à\s|เวลา\s)?\d{1,2}[:.h]\d\d(?:\s?[ap]m|\sน\.)?(?!\w))?",
    re.IGNORECASE,
)


def without_dates(line: str) -> str:
    """The line with a bar in place of each day or time: "By Ann Lee on July 21, 2012"."""
    # Nearly all lines have no digits and need only this check.
    return _WHEN.sub(" | ", _GLUED_DAY.sub(" ", western_digits(line))) if _DIGIT.search(line) else line
