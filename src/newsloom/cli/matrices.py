"""Formats what learners count: the path/document matrix, labelled blocks, a site's segment table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from newsloom.pipeline.learn import LabelledBlock, PathMatrix
from newsloom.pipeline.templates.segments import segment_facts
from newsloom.records import SiteSegments

__all__ = ["blocks_dict", "blocks_text", "matrix_dict", "matrix_text", "segments_dict", "segments_text"]

_PARTS = ("M_T", "M_D", "M_Delta")
# As many columns as fit on a wide screen; the JSON has all.
_MOST_COLUMNS = 24


def matrix_dict(matrix: PathMatrix, names: Sequence[str]) -> dict[str, Any]:
    """The complete matrices, with the names of their rows and columns."""
    return {
        "paths": [
            {"path": path, "support": support} for path, support in zip(matrix.paths, matrix.supports, strict=True)
        ],
        "documents": list(names),
        "M_E": matrix.entries.tolist(),
        "M_T": matrix.templates.tolist(),
        "M_D": matrix.members.tolist(),
        "M_Delta": matrix.differences.tolist(),
        "bits": {**dict(zip(_PARTS, matrix.bits, strict=True)), "total": matrix.total_bits},
    }


def matrix_text(matrix: PathMatrix, names: Sequence[str], rows: int) -> str:
    """The paths with their supports, each matrix, and L(C) in its three parts; at most ``rows`` paths."""
    shown = min(rows, len(matrix.paths))
    lines = [f"d{number}  {name}" for number, name in enumerate(names, 1)]
    lines += ["", "support  path"]
    lines += [
        f"{support:>7}  p{number} {path}"
        for number, (path, support) in enumerate(zip(matrix.paths[:shown], matrix.supports, strict=False), 1)
    ]
    if shown < len(matrix.paths):
        lines.append(f"         … {len(matrix.paths) - shown} more: --paths {len(matrix.paths)}, or --format json")
    for title, values, row, column in (
        ("M_E, paths and documents", matrix.entries[:shown], "p", "d"),
        ("M_T, paths and templates", matrix.templates[:shown], "p", "t"),
        ("M_D, templates and documents", matrix.members, "t", "d"),
        ("M_Delta = M_E - M_T M_D", matrix.differences[:shown], "p", "d"),
    ):
        lines += ["", title, *_grid(values, row, column)]
    shares = " + ".join(f"L({name}) {bits:,.1f}" for name, bits in zip(_PARTS, matrix.bits, strict=True))
    return "\n".join([*lines, "", f"L(C) = {shares} = {matrix.total_bits:,.1f} bits"])


def blocks_dict(name: str, blocks: Sequence[LabelledBlock]) -> dict[str, Any]:
    """A page with its blocks."""
    return {
        "page": name,
        "blocks": [
            {"path": one.path, "length": one.length, "ratio": round(one.ratio, 4), "is_template": one.is_template}
            for one in blocks
        ],
    }


def blocks_text(name: str, blocks: Sequence[LabelledBlock]) -> str:
    """A page with its blocks, a line each: template or not, the ratio, its length, its path."""
    marked = ((one, "template" if one.is_template else "content ") for one in blocks)
    return "\n".join(
        [name, *(f"  {mark}  {one.ratio:.2f}  {one.length:>6}  {one.path or '/'}" for one, mark in marked)]
    )


def segments_dict(table: SiteSegments) -> dict[str, Any]:
    """The whole table of a site."""
    return {
        "site": table.site,
        "method": table.method,
        "pages": table.pages,
        "counted_until": table.counted_until.isoformat(),
        "segments": [
            {
                "segment": one.segment,
                "df": one.frequency,
                "last_page": one.last_page,
                "lifetime": round(one.lifetime, 1),
                "is_template": one.is_template,
            }
            for one in segment_facts(table)
        ],
        "blocks": [
            {"path": path, "template": template, "content": others}
            for path, (template, others) in sorted(table.blocks.items(), key=lambda one: (-sum(one[1]), one[0]))
        ],
    }


def segments_text(table: SiteSegments, rows: int) -> str:
    """The segments of most pages, with how many more pages may lack each, and the blocks judged most often."""
    facts = segments_dict(table)
    templates = sum(one["is_template"] for one in facts["segments"])
    until = f"{table.pages} pages until {table.counted_until:%Y-%m-%d %H:%M}"
    lines = [f"{table.site}: {until}, {len(table.segments)} segments, {templates} of them template"]
    lines.append("     DF  pages left  segment")
    for one in facts["segments"][:rows]:
        left = one["last_page"] + one["lifetime"] - table.pages
        lines.append(f"{one['df']:>7}  {max(left, 0):>10,.0f}  {one['segment']}")
    lines.append("template  content  block")
    lines += [f"{one['template']:>8}  {one['content']:>7}  {one['path'] or '/'}" for one in facts["blocks"][:rows]]
    return "\n".join(lines)


def _grid(values: NDArray[np.int8], row: str, column: str) -> list[str]:
    """A matrix with the names of its rows and columns."""
    count = values.shape[1]
    shown = values[:, :_MOST_COLUMNS]
    heads = [f"{column}{number}" for number in range(1, shown.shape[1] + 1)]
    width = max((len(head) for head in heads), default=1) + 1
    more = f"  … {count - shown.shape[1]} more columns" if count > shown.shape[1] else ""
    left = len(f"{row}{max(1, len(values))}")
    lines = [" " * left + "".join(f"{head:>{width}}" for head in heads) + more]
    for number, line in enumerate(shown.tolist(), 1):
        lines.append(f"{row}{number}".ljust(left) + "".join(f"{value:>{width}}" for value in line))
    return lines
