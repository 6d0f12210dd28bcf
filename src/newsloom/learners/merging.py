"""Refines groups of pages by comparing whole templates: merges related groups and splits off strangers.

A page unlike all others shares only what all pages share, and may be grouped by that; it is split off, because that
template does not shorten its description. A site prints stories, galleries and lists with the same head, menu and foot:
summed over pages, description length keeps such layouts apart, but of two templates one is shortest written as a
variation of the other (``deltacoding``). Pages whose furniture was moved are compared by their texts, wherever these
are. Odd pages of a section with its own design share neither paths nor texts with their site; their words
(``languagemodel``) and their attributes must both match, because each alone is wrong too often.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from newsloom.disjointsets import DisjointSets
from newsloom.learners.descriptionlength import membership_bits
from newsloom.learners.languagemodel import GroupLanguageModels
from newsloom.learners.paths import PathSets
from newsloom.learners.templateindex import LEAST_HOME, TemplateIndex

__all__ = ["join_families", "join_sections", "join_strays", "join_variants", "split_strangers"]

# Given groups of pages and the paths of the pages, returns the groups with some of them joined.
_Joining: TypeAlias = Callable[[Sequence[Sequence[int]], PathSets], list[list[int]]]

# One page does not make a template, so nothing is a variant of it.
_LEAST_VARIANT = 2
# Which attributes are common is known only from other groups: a home, and two more.
_LEAST_HOMES = 3


def split_strangers(groups: Sequence[Sequence[int]], sets: PathSets) -> list[list[int]]:
    """The groups, with each page that is not a variation of its group's template in a group of its own."""
    index = TemplateIndex.of(groups, sets)
    parted: list[list[int]] = []
    for place, group in enumerate(groups):
        kept = [page for page in group if len(group) == 1 or index.explains(place, page, sets)]
        parted += [kept] if kept else []
        parted += [[page] for page in group if page not in set(kept)]
    return parted


def join_families(groups: Sequence[Sequence[int]], sets: PathSets) -> list[list[int]]:
    """The groups, with those of one family joined, whatever their order; families may be joined again.

    Two groups that are each a template must share most of the shorter one: what a site keeps over a redesign saves bits
    too, but the new look is another template.
    """
    return _joined_until_none(groups, sets, _families_joined_once)


def join_strays(groups: Sequence[Sequence[int]], sets: PathSets) -> list[list[int]]:
    """The groups, each joined to a larger one with the same texts anywhere if that makes its pages shorter to describe.

    By texts alone, sites of one owner or one content system are alike. So every page of the smaller group pays for its
    differences: few pages join many, but of two large groups neither joins the other. And most of the shorter template
    must be shared: without this, of 150 pages of as many sites, four join one of 40 sites.
    """
    return _joined_until_none(groups, sets.ignoring_position(), _strays_joined_once)


def join_variants(groups: Sequence[Sequence[int]], sets: PathSets) -> list[list[int]]:
    """The groups, with those joined whose templates have mostly the same texts, in whatever place.

    Of two layouts with many pages each, neither is a stray of the other. Here one template is written once as a
    variation of the other, as in a family. But sites of one owner share texts too, and so do a site's looks over ten
    years: more than half of the longer template must be shared, just as a template is what more than half have.
    """
    return _joined_until_none(groups, sets.ignoring_position(), _variants_joined_once)


def join_sections(groups: Sequence[Sequence[int]], sets: PathSets) -> list[list[int]]:
    """The groups, with those of one or two odd pages joined to a larger group with their words and their attributes.

    Only groups of one or two pages are joined, because what two pages have in common is not a template: a site's looks
    of different years also have the same words and attributes, but are separate templates. If a site is learned alone,
    nothing is joined, because it is not known what is peculiar to it.
    """
    joined = {place: list(group) for place, group in enumerate(groups)}
    homes = [place for place, group in joined.items() if len(group) >= LEAST_HOME]
    if len(homes) < _LEAST_HOMES:
        return list(joined.values())
    similar = _similar_attributes(groups, sets)
    models = GroupLanguageModels.of(groups, sets) if similar else None
    for odd, candidates in similar.items():
        home = models.alike(odd, homes) if models else None
        if home is not None and home in candidates:
            joined[home] += joined.pop(odd)
    return list(joined.values())


def _joined_until_none(groups: Sequence[Sequence[int]], sets: PathSets, join_once: _Joining) -> list[list[int]]:
    joined = join_once(groups, sets)
    while len(joined) < len(groups):
        groups, joined = joined, join_once(joined, sets)
    return joined


def _strays_joined_once(groups: Sequence[Sequence[int]], sets: PathSets) -> list[list[int]]:
    index = TemplateIndex.of(groups, sets)
    homes: dict[int, tuple[int, float, int]] = {}
    for pair in index.relatives():
        small, large = sorted(pair, key=lambda place: (len(groups[place]), place))
        if len(groups[large]) < LEAST_HOME or not index.share_most(small, large, min):
            continue
        saving = index.saving(small, large, pages=len(groups[small]))
        if saving > 0:
            # One home for each, or a page between two sites would join them. The largest home, because strays that
            # join each other first are then too many to join it.
            homes[small] = max(homes.get(small, (0, 0.0, 0)), (len(groups[large]), saving, large))
    joined = DisjointSets(len(groups))
    for small, (_, _, large) in homes.items():
        joined.join(small, large)
    return _gathered(groups, joined)


def _variants_joined_once(groups: Sequence[Sequence[int]], sets: PathSets) -> list[list[int]]:
    index = TemplateIndex.of(groups, sets)
    joined = DisjointSets(len(groups))
    for one, other in index.relatives():
        is_template = min(len(groups[one]), len(groups[other])) >= _LEAST_VARIANT
        if is_template and index.share_most(one, other, max) and index.saving(one, other) > 0:
            joined.join(one, other)
    return _gathered(groups, joined)


def _families_joined_once(groups: Sequence[Sequence[int]], sets: PathSets) -> list[list[int]]:
    index = TemplateIndex.of(groups, sets)
    joined = DisjointSets(len(groups))
    for one, other in index.relatives():
        are_templates = min(len(groups[one]), len(groups[other])) >= LEAST_HOME
        if are_templates and not index.share_most(one, other, min):
            continue
        if index.saving(one, other) > 0:
            joined.join(one, other)
    return _gathered(groups, joined)


def _gathered(groups: Sequence[Sequence[int]], joined: DisjointSets) -> list[list[int]]:
    return [[page for place in places for page in groups[place]] for places in joined.groups()]


def _similar_attributes(groups: Sequence[Sequence[int]], sets: PathSets) -> dict[int, set[int]]:
    """For each odd group the homes with similar attributes: its own are shorter to write as a variation of theirs.

    The bits that one cluster fewer saves in L(M_D) are counted: the more pages there are for each cluster, the less
    likely is a cluster of its own for an odd page.
    """
    index = TemplateIndex.of(groups, sets.attributes_only())
    pages = sum(map(len, groups))
    fewer = float(membership_bits(pages, len(groups)) - membership_bits(pages, len(groups) - 1))
    alike: dict[int, set[int]] = {}
    for pair in index.relatives():
        small, large = sorted(pair, key=lambda place: (len(groups[place]), place))
        if len(groups[small]) < LEAST_HOME <= len(groups[large]) and index.saving(small, large) + fewer > 0:
            alike.setdefault(small, set()).add(large)
    return alike
