"""Odd pages of a section with a design of its own: groups of pages in, those with their site's template together out.

Such pages have neither paths nor texts in common with the rest of their site, but two witnesses are left: they speak
like it (``speech``), and they are made by the same hands: names of styles, colours, widths, meta data. Each alone is
wrong too often: what is written of one topic or archived by one archive is not of one site.
"""

from __future__ import annotations

from collections.abc import Sequence

from newsloom.learners.books import LEAST_HOME, Books
from newsloom.learners.length import membership_bits
from newsloom.learners.paths import PathSets
from newsloom.learners.speech import Speech

__all__ = ["join_sections"]

# How others dress is known only from others: a home, and two more.
_LEAST_DRESSES = 3


def join_sections(groups: Sequence[Sequence[int]], sets: PathSets) -> list[list[int]]:
    """The groups, one or two odd pages each with the larger group that speaks like them and is dressed alike.

    What two pages have in common is no template, so the question is put for those alone: looks of different years are
    alike in both, too, and are templates each. Of a site that is learned alone nothing is joined: what is peculiar to
    it is not known.
    """
    joined = {place: list(group) for place, group in enumerate(groups)}
    homes = [place for place, group in joined.items() if len(group) >= LEAST_HOME]
    if len(homes) < _LEAST_DRESSES:
        return list(joined.values())
    dressed = _dressed_alike(groups, sets)
    speech = Speech.of(groups, sets) if dressed else None
    for odd, worn_by in dressed.items():
        home = speech.alike(odd, homes) if speech else None
        if home is not None and home in worn_by:
            joined[home] += joined.pop(odd)
    return list(joined.values())


def _dressed_alike(groups: Sequence[Sequence[int]], sets: PathSets) -> dict[int, set[int]]:
    """For each odd group the homes that it is dressed like: it is shorter to write as a variation of their dress.

    What one cluster fewer saves in L(M_D) is counted: the more pages there are for each cluster, the less likely is
    one of its own for an odd page.
    """
    books = Books.of(groups, sets.dressed())
    pages = sum(map(len, groups))
    fewer = float(membership_bits(pages, len(groups)) - membership_bits(pages, len(groups) - 1))
    alike: dict[int, set[int]] = {}
    for pair in books.relatives():
        small, large = sorted(pair, key=lambda place: (len(groups[place]), place))
        if len(groups[small]) < LEAST_HOME <= len(groups[large]) and books.saving(small, large) + fewer > 0:
            alike.setdefault(small, set()).add(large)
    return alike
