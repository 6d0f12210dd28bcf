"""A template as an outline: its tags, and its paths as an indented tree.

Paths come from pages and may contain anything; here they are only split and counted. There is a row for nearly every
path. If these are too many, callers should show the first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from newsloom.learners.paths import parent_path
from newsloom.records import Template

__all__ = ["Branch", "path_tree", "tag_counts"]

# Starts the text at the end of a path. A text may contain slashes, a tag may not.
_TEXT_MARK = "/#"
# Sorts before every character of a tag, so that children come right after their parents.
_FIRST = "\x01"


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A row of the outline: nested elements from outer to inner, or a text that occurs on many pages.

    ``support`` is how many members have it. ``is_content`` marks the place of the members' own texts.
    """

    label: str
    depth: int
    support: int
    is_text: bool = False
    is_content: bool = False


def tag_counts(template: Template) -> tuple[tuple[str, int], ...]:
    """The number of the template's paths that end in each tag, the most frequent first."""
    tags = Counter(path.rpartition("/")[2] for path in template.paths if _TEXT_MARK not in path)
    return tuple(sorted(tags.items(), key=lambda item: (-item[1], item[0])))


def path_tree(template: Template) -> tuple[Branch, ...]:
    """The template's paths as a tree, parents before children. An element and its only child share a row."""
    children = Counter(map(parent_path, template.paths))
    rows: list[_Row] = []
    for path in sorted(template.paths, key=_place):
        row = _row(path, template)
        above = rows[-1] if rows else None
        if (
            above
            and above.path == parent_path(path)
            and children[above.path] == 1
            and _are_alike(above.branch, row.branch)
        ):
            label = f"{above.branch.label} › {row.branch.label}"
            rows[-1] = replace(row, begins=above.begins, branch=replace(row.branch, label=label))
        else:
            rows.append(row)
    return _indented(rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """A row of elements: the innermost is at ``path``, and they begin and end at these depths in the page."""

    path: str
    begins: int
    ends: int
    branch: Branch


def _place(path: str) -> tuple[str, str]:
    """The sort key of a path in the outline: below its parent, texts first."""
    element, _, text = path.partition(_TEXT_MARK)
    return element.replace("/", _FIRST), text


def _row(path: str, template: Template) -> _Row:
    element, mark, text = path.partition(_TEXT_MARK)
    depth = element.count("/") + bool(mark)
    branch = Branch(
        label=text if mark else element.rpartition("/")[2],
        depth=depth,
        support=template.paths[path],
        is_text=bool(mark),
        is_content=path in template.content_paths,
    )
    return _Row(path=path, begins=depth, ends=depth, branch=branch)


def _are_alike(outer: Branch, inner: Branch) -> bool:
    return outer.support == inner.support and not (outer.is_text or inner.is_text or outer.is_content)


def _indented(rows: Sequence[_Row]) -> tuple[Branch, ...]:
    """The branches with depths counted in rows instead of elements of the page."""
    shown: list[Branch] = []
    above: list[int] = []
    for row in rows:
        while above and above[-1] >= row.begins:
            above.pop()
        shown.append(replace(row.branch, depth=len(above)))
        above.append(row.ends)
    return tuple(shown)
