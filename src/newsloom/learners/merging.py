"""Refines groups of pages by comparing whole templates: groups in, related ones merged and strangers split off, out.

A page unlike all others shares only what all pages share, and may be grouped by that; it is split off, because that
template does not shorten its description. A site prints stories, galleries and lists with the same head, menu and foot:
over pages, description length keeps such layouts apart, but from template to template one is the shortest description
of the other (``deltacoding``). Pages whose furniture was moved are compared by their texts wherever they stand. Odd
pages of a section with its own design share neither paths nor texts with their site; their words
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

# Groups of pages and the pages' paths, to groups some of which are together.
_Joining: TypeAlias = Callable[[Sequence[Sequence[int]], PathSets], list[list[int]]]

# What one page says is no template at all, so nothing is a variant of it.
_LEAST_VARIANT = 2
# Which attributes are common is known only from other groups: a home, and two more.
_LEAST_HOMES = 3


def split_strangers(groups: Sequence[Sequence[int]], sets: PathSets) -> list[list[int]]:
    """The groups without the pages that are no variation of their group's template; those are alone."""
    index = TemplateIndex.of(groups, sets)
    parted: list[list[int]] = []
    for place, group in enumerate(groups):
        kept = [page for page in group if len(group) == 1 or index.explains(place, page, sets)]
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
    return _joined_until_none(groups, sets.ignoring_position(), _strays_joined_once)


def join_variants(groups: Sequence[Sequence[int]], sets: PathSets) -> list[list[int]]:
    """The groups, those whose templates say mostly the same, wherever it stands, together.

    Of two layouts with many pages each, neither is a stray of the other. From template to template the one is written
    once as a variation of the other, as in a family; but sites of one owner share texts, too, and so do a site's looks
    of ten years: more than half of the longer template must be shared, as a template is what more than half have.
    """
    return _joined_until_none(groups, sets.ignoring_position(), _variants_joined_once)


def join_sections(groups: Sequence[Sequence[int]], sets: PathSets) -> list[list[int]]:
    """The groups, one or two odd pages each with the larger group that has their words and their attributes.

    What two pages have in common is no template, so the question is put for those alone: looks of different years are
    alike in both, too, and are templates each. Of a site that is learned alone nothing is joined: what is peculiar to
    it is not known.
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
            # One home for each: else a page between two sites would make them one. The largest: strays that join each
            # other first are too many to join it then.
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
    """For each odd group the homes with similar attributes: as a variation of theirs, its own are shorter to write.

    What one cluster fewer saves in L(M_D) is counted: the more pages there are for each cluster, the less likely is
    one of its own for an odd page.
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
