"""A template as an outline: a record in, its tags and its paths, indented, out.

Paths come from pages and may say anything; here they are only cut and counted. There is a row for nearly every path,
which may be too many to show: whoever shows them takes the first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from newsloom.learners.paths import parent_path
from newsloom.records import Template

__all__ = ["Branch", "path_tree", "tag_counts"]

# Where a path ends in a text, this begins it; a text may hold slashes, a tag may not.
_TEXT_MARK = "/#"
# Sorts before everything that a tag may hold, so that children come right after their parents.
_FIRST = "\x01"


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A row of the outline: elements from an outer one to an inner one, or a text that is printed again and again.

    ``support`` is how many members have it; ``is_content`` where the members' own texts stand.
    """

    label: str
    depth: int
    support: int
    is_text: bool = False
    is_content: bool = False


def tag_counts(template: Template) -> tuple[tuple[str, int], ...]:
    """At how many of the template's paths each tag stands, the most frequent first."""
    tags = Counter(path.rpartition("/")[2] for path in template.paths if _TEXT_MARK not in path)
    return tuple(sorted(tags.items(), key=lambda item: (-item[1], item[0])))


def path_tree(template: Template) -> tuple[Branch, ...]:
    """The template's paths as a tree, parents before children; an element shares the row of its only child."""
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
    """The elements of a row, of which the innermost is at ``path``, begin and end so deep in the page."""

    path: str
    begins: int
    ends: int
    branch: Branch


def _place(path: str) -> tuple[str, str]:
    """Where a path comes in the outline: below its parent, texts first."""
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
    """The branches as deep as they have rows above them, instead of how deep they stand in the page."""
    shown: list[Branch] = []
    above: list[int] = []
    for row in rows:
        while above and above[-1] >= row.begins:
            above.pop()
        shown.append(replace(row.branch, depth=len(above)))
        above.append(row.ends)
    return tuple(shown)
