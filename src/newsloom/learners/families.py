"""Groups seen from template to template: groups of pages in, those of one family together, strangers apart, out.

A page that nobody resembles shares with others only what all pages share, and may be grouped by that; it leaves again,
for such a template does not make it shorter to describe. A site prints stories, galleries and lists with the same head,
menu and foot; description length over pages keeps such layouts apart as soon as each has several pages, but from
template to template the one is the shortest description of the other (``variation``). Pages on which the furniture
was moved still say the same as the rest of their site, if they are looked at that way; and pages of a section that
says nothing the rest says may still be made by the same hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from newsloom.learners.paths import ROOT, Numbers, PathSets
from newsloom.learners.variation import bits_saved, chance

__all__ = ["join_families", "join_sections", "join_strays", "join_variants", "part_strangers", "template_paths"]

# Groups of pages and the pages' paths, to groups some of which are together.
_Joining: TypeAlias = Callable[[Sequence[Sequence[int]], PathSets], list[list[int]]]

# A path on more templates than this brings no pair together; what is peculiar to a family is on few.
_MOST_SHARERS = 16
# What two pages have in common is no template: nothing is a stray of it, and it is no look of its own.
_LEAST_HOME = 3
# What one page says is no template at all, so nothing is a variant of it.
_LEAST_VARIANT = 2
# How others dress is known only from others: a home, and two more.
_LEAST_DRESSES = 3
# Of each group, so many others with most rare paths in common are weighed.
_MOST_RELATIVES = 8


def part_strangers(groups: Sequence[Sequence[int]], sets: PathSets) -> list[list[int]]:
    """The groups without the pages that are no variation of their group's template; those are alone."""
    books = _Books.of(groups, sets)
    parted: list[list[int]] = []
    for place, group in enumerate(groups):
        kept = [page for page in group if len(group) == 1 or books.explains(place, page, sets)]
        parted += [kept] if kept else []
        parted += [[page] for page in group if page not in set(kept)]
    return parted


def join_families(groups: Sequence[Sequence[int]], sets: PathSets) -> list[list[int]]:
    """The groups, those of one family together, whatever their order was; families may be of one family again.

    Two groups that are templates each must share most of the shorter one: what a site keeps over a redesign saves bits,
    too, but the new look is another template.
    """
    return _joined_until_none(groups, sets, _families_joined_once)


def join_strays(groups: Sequence[Sequence[int]], sets: PathSets) -> list[list[int]]:
    """The groups, each with the larger group that says the same, wherever it stands, if its pages are shorter so.

    Texts alone make sites of one owner or one content system alike, so every page of the smaller group pays for where
    it differs: few pages join many, and of two large groups neither joins the other; and most of the shorter template
    must be shared (of 150 pages of as many sites, four else join one of 40 sites).
    """
    return _joined_until_none(groups, sets.wherever(), _strays_joined_once)


def join_variants(groups: Sequence[Sequence[int]], sets: PathSets) -> list[list[int]]:
    """The groups, those whose templates say mostly the same, wherever it stands, together.

    Of two layouts with many pages each, neither is a stray of the other. From template to template the one is written
    once as a variation of the other, as in a family; but sites of one owner share texts, too, and so do a site's looks
    of ten years: more than half of the longer template must be shared, as a template is what more than half have.
    """
    return _joined_until_none(groups, sets.wherever(), _variants_joined_once)


def join_sections(groups: Sequence[Sequence[int]], sets: PathSets) -> list[list[int]]:
    """The groups, one or two odd pages each with the larger group that is dressed alike.

    A section with a design of its own has neither paths nor texts in common with its site, but is made by the same
    hands: names of styles, colours, widths, meta data. What two pages have in common is no template, so the question is
    put for those alone: looks of different years are dressed alike, too, and are templates each. Of a site that is
    learned alone nothing is joined: what is peculiar to its dress is not known.
    """
    if sum(len(group) >= _LEAST_HOME for group in groups) < _LEAST_DRESSES:
        return [list(group) for group in groups]
    return _sections_joined(groups, sets.dressed())


def _joined_until_none(groups: Sequence[Sequence[int]], sets: PathSets, join_once: _Joining) -> list[list[int]]:
    joined = join_once(groups, sets)
    while len(joined) < len(groups):
        groups, joined = joined, join_once(joined, sets)
    return joined


def _strays_joined_once(groups: Sequence[Sequence[int]], sets: PathSets) -> list[list[int]]:
    books = _Books.of(groups, sets)
    homes: dict[int, tuple[int, float, int]] = {}
    for pair in books.relatives():
        small, large = sorted(pair, key=lambda place: (len(groups[place]), place))
        if len(groups[large]) < _LEAST_HOME or not books.share_most(small, large, min):
            continue
        saving = books.saving(small, large, pages=len(groups[small]))
        if saving > 0:
            # One home for each: else a page between two sites would make them one. The largest: strays that join each
            # other first are too many to join it then.
            homes[small] = max(homes.get(small, (0, 0.0, 0)), (len(groups[large]), saving, large))
    joined = list(range(len(groups)))
    for small, (_, _, large) in homes.items():
        joined[_head(joined, small)] = _head(joined, large)
    return _gathered(groups, joined)


def _sections_joined(groups: Sequence[Sequence[int]], sets: PathSets) -> list[list[int]]:
    books = _Books.of(groups, sets)
    homes: dict[int, tuple[float, int]] = {}
    for pair in books.relatives():
        small, large = sorted(pair, key=lambda place: (len(groups[place]), place))
        if len(groups[small]) < _LEAST_HOME <= len(groups[large]):
            homes[small] = max(homes.get(small, (0.0, small)), (books.saving(small, large), large))
    joined = list(range(len(groups)))
    for small, (_, home) in homes.items():
        joined[small] = home
    return _gathered(groups, joined)


def _variants_joined_once(groups: Sequence[Sequence[int]], sets: PathSets) -> list[list[int]]:
    books = _Books.of(groups, sets)
    joined = list(range(len(groups)))
    for one, other in books.relatives():
        is_template = min(len(groups[one]), len(groups[other])) >= _LEAST_VARIANT
        if is_template and books.share_most(one, other, max) and books.saving(one, other) > 0:
            joined[_head(joined, one)] = _head(joined, other)
    return _gathered(groups, joined)


def _families_joined_once(groups: Sequence[Sequence[int]], sets: PathSets) -> list[list[int]]:
    books = _Books.of(groups, sets)
    joined = list(range(len(groups)))
    for one, other in books.relatives():
        are_templates = min(len(groups[one]), len(groups[other])) >= _LEAST_HOME
        if are_templates and not books.share_most(one, other, min):
            continue
        if books.saving(one, other) > 0:
            joined[_head(joined, one)] = _head(joined, other)
    return _gathered(groups, joined)


def _gathered(groups: Sequence[Sequence[int]], joined: list[int]) -> list[list[int]]:
    families: dict[int, list[int]] = {}
    for place, group in enumerate(groups):
        families.setdefault(_head(joined, place), []).extend(group)
    return list(families.values())


def template_paths(group: Sequence[int], sets: PathSets) -> Numbers:
    """The paths that more than half of the group's pages have, of those that two pages have at all."""
    paths, supports = np.unique(np.concatenate([sets.paths[page] for page in group]), return_counts=True)
    common = paths[2 * supports > len(group)]
    return np.array([path for path in common.tolist() if path in sets.names], dtype=np.int64)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Books:
    """Templates as ascending ranks of paths; how many templates have each path, and how many its parent."""

    known: Numbers
    templates: list[NDArray[np.int64]]
    parents: NDArray[np.int64]  # -1: the root
    sharers: NDArray[np.int64]
    own: list[int]  # elements that only a lone page has: they are no path of a template, but tell it from others

    @classmethod
    def of(cls, groups: Sequence[Sequence[int]], sets: PathSets) -> _Books:
        templates = [template_paths(group, sets) for group in groups]
        everything = np.concatenate(templates) if templates else np.empty(0, np.int64)
        known = np.unique(everything)
        parents = np.array([sets.names[path][0] for path in known.tolist()], dtype=np.int64)
        ranks = np.searchsorted(known, parents)
        # A parent is on every page its path is on, so it is known wherever it is not the root.
        ranks = np.where(parents == ROOT, -1, np.minimum(ranks, max(len(known) - 1, 0)))
        return cls(
            known=known,
            templates=[np.searchsorted(known, template) for template in templates],
            parents=ranks,
            sharers=np.bincount(np.searchsorted(known, everything), minlength=len(known)),
            own=[_own_elements(group[0], sets) if len(group) == 1 else 0 for group in groups],
        )

    def relatives(self) -> Iterator[tuple[int, int]]:
        """Pairs of templates that share rare paths, the closest of each."""
        owners = np.repeat(np.arange(len(self.templates)), [len(template) for template in self.templates])
        paths = np.concatenate(self.templates) if self.templates else owners
        rare = (self.sharers[paths] > 1) & (self.sharers[paths] <= _MOST_SHARERS)
        order = np.lexsort((owners[rare], paths[rare]))
        owners, paths = owners[rare][order], paths[rare][order]
        pairs = [np.empty(0, np.int64)]
        for step in range(1, _MOST_SHARERS):
            same = paths[step:] == paths[:-step]
            pairs.append(owners[:-step][same] * len(self.templates) + owners[step:][same])
        codes, counts = np.unique(np.concatenate(pairs), return_counts=True)
        weighed = np.zeros(len(self.templates), dtype=np.int64)
        for code in codes[np.argsort(-counts, kind="stable")].tolist():
            one, other = divmod(code, len(self.templates))
            if min(weighed[one], weighed[other]) < _MOST_RELATIVES:
                weighed[one] += 1
                weighed[other] += 1
                yield one, other

    def explains(self, place: int, page: int, sets: PathSets) -> bool:
        """Whether a page is shorter to describe as a variation of a template than by itself."""
        template, count = self.templates[place], len(self.templates)
        named = np.array([path for path in sets.paths[page].tolist() if path in sets.names], dtype=np.int64)
        shared = template[np.isin(self.known[template], named, assume_unique=True)]
        alone, below = self._chances(shared, 1)
        lost = (len(template) - len(shared), len(named) - len(shared) + _own_elements(page, sets))
        # Which parents the page's own paths have is not known: all count as if below what is shared.
        return sum(bits_saved(alone, below, one, one, count) for one in lost) > 0

    def share_most(self, one: int, other: int, which: Callable[[int, int], int]) -> bool:
        """Whether more than half of the paths of the shorter (``min``) or longer (``max``) template are both's."""
        first, second = self.templates[one], self.templates[other]
        shared = np.intersect1d(first, second, assume_unique=True)
        return 2 * len(shared) > which(len(first), len(second))

    def saving(self, one: int, other: int, *, pages: int = 1) -> float:
        """The bits saved by writing one as a variation of the other, in the mean of both ways.

        With ``pages`` it is not written once, but for so many pages.
        """
        first, second = self.templates[one], self.templates[other]
        shared = np.intersect1d(first, second, assume_unique=True)
        alone, below = self._chances(shared, 2)
        ways = [
            bits_saved(
                alone,
                below,
                pages * (len(whole) - len(shared) + self.own[place]),
                pages * (self._lost_below(whole, shared) + self.own[place]),
                len(self.templates),
            )
            for place, whole in ((one, first), (other, second))
        ]
        return sum(ways) / 2

    def _chances(self, shared: NDArray[np.int64], left_out: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """How likely paths are, by themselves and given their parents.

        The templates compared are left out: a path that only they have is as unlikely as can be.
        """
        count, sharers, parents = len(self.templates), self.sharers[shared], self.parents[shared]
        fathers = np.maximum(np.where(parents < 0, count, self.sharers[parents]), sharers)
        return chance(sharers - left_out, count - left_out), chance(sharers - left_out, fathers - left_out)

    def _lost_below(self, whole: NDArray[np.int64], shared: NDArray[np.int64]) -> int:
        parents = self.parents[np.setdiff1d(whole, shared, assume_unique=True)]
        return int((np.isin(parents, shared) | (parents < 0)).sum())


def _own_elements(page: int, sets: PathSets) -> int:
    """How many elements of a page no other page has; texts are not counted, for content is always its own."""
    elements = np.setdiff1d(sets.paths[page], sets.texts[page], assume_unique=True)
    return sum(path not in sets.names for path in elements.tolist())


def _head(joined: list[int], place: int) -> int:
    while joined[place] != place:
        joined[place] = joined[joined[place]]
        place = joined[place]
    return place
