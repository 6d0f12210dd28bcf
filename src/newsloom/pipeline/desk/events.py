"""How new a story's event was: a window of articles in order of arrival in, the newness of some of them out.

An article is compared with those shortly before it, so that the cost of a first report does not grow with the window.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.desk.firststories import newness

__all__ = ["newness_of"]

# Compared together, and with as many before them: some days of a busy newsroom, and about a second of work.
_SPAN: Final = 2000


def newness_of(articles: Sequence[ArticleOrItem], places: Iterable[int]) -> dict[int, float]:
    """For each of the places, how new the event of its article was when it came."""
    wanted = sorted(set(places))
    found: dict[int, float] = {}
    for start in sorted({place // _SPAN * _SPAN for place in wanted}):
        here = [place for place in wanted if start <= place < start + _SPAN]
        begin = max(0, start - _SPAN)
        scores = newness(articles[begin : here[-1] + 1])
        found |= {place: round(scores[place - begin], 4) for place in here}
    return found
