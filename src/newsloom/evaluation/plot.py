"""Draws a ``Table`` as an SVG: a dot with its interval for each group and method.

Written here, so that a report needs no plotting library. Colours follow the reader's light or dark scheme; methods
differ in shape as well as in colour.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from newsloom.errors import InputError
from newsloom.evaluation.table import Row, Table
from newsloom.pipeline.segmentplot import COLOURS

__all__ = ["draw_svg"]

_WIDTH: Final = 760
_LEFT: Final = 170  # room for a group's name
_RIGHT: Final = 30
_TOP: Final = 44  # room for the title; the legend comes below
_BOTTOM: Final = 48
_LINE: Final = 16  # between the methods of a group
_GAP: Final = 16  # between groups
_LEGEND_STEP: Final = 180
_LEGEND_COLUMNS: Final = 3
_LEGEND_LINE: Final = 20
_LONGEST_NAME: Final = 22

# Centred on (0, 0), about equal in size.
_SHAPES: Final = (
    '<circle r="5"/>',
    '<rect x="-4.5" y="-4.5" width="9" height="9"/>',
    '<path d="M0-6 5.5 4.5h-11z"/>',
    '<path d="M0-6.5 5 0 0 6.5-5 0z"/>',
)
_STYLE: Final = (
    "svg{background:#fff;color:#1b1b1b;font:13px system-ui,sans-serif}"
    "@media(prefers-color-scheme:dark){svg{background:#16181c;color:#e6e6e6}}"
    "text{fill:currentColor}.grid{stroke:currentColor;stroke-opacity:.18}.axis{stroke:currentColor;stroke-opacity:.6}"
    ".title{font-size:15px;font-weight:600}"
)


def draw_svg(table: Table, measure: str | None = None) -> str:
    """Returns the measure's means as an SVG document; None draws the task's chief measure.

    Raises ``InputError`` if no row has the measure.
    """
    measure = measure or table.report.task.chief
    rows = [row for row in table.rows if measure in row.measures]
    if not rows:
        raise InputError("plot", f"no page has a value for {measure}. Available: {', '.join(table.measures) or 'none'}")
    methods = table.report.methods
    groups = list(dict.fromkeys(row.group for row in rows))
    top = _TOP + math.ceil(len(methods) / _LEGEND_COLUMNS) * _LEGEND_LINE
    bottom = top + len(groups) * (_GAP + _LINE * len(methods))
    height = bottom + _BOTTOM
    title = f"{measure} by {table.by}"
    size = f'viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label={quoteattr(_printable(title))}>',
        f"<style>{_STYLE}</style>",
        _text(_LEFT, 24, title, css="title"),
        *_legend(methods),
        *_axis(top, bottom, measure),
        *_groups(groups, rows, top, methods, measure),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _legend(methods: Sequence[str]) -> Iterator[str]:
    for index, method in enumerate(methods):
        line, column = divmod(index, _LEGEND_COLUMNS)
        x, y = _LEFT + 6 + column * _LEGEND_STEP, _TOP + line * _LEGEND_LINE
        yield _marker(x, y, index)
        yield _text(x + 12, y + 4, _shortened(method))


def _axis(top: float, bottom: float, measure: str) -> Iterator[str]:
    for tenth in range(0, 11, 2):
        x = _x(tenth / 10)
        yield f'<line class="grid" x1="{x}" y1="{top}" x2="{x}" y2="{bottom}"/>'
        yield _text(x, bottom + 18, f"{tenth / 10:.1f}", anchor="middle")
    yield f'<line class="axis" x1="{_x(0)}" y1="{bottom}" x2="{_x(1)}" y2="{bottom}"/>'
    yield _text(_x(0.5), bottom + 38, f"mean {measure}, with 95 % interval", anchor="middle")


def _groups(
    groups: Sequence[str], rows: Sequence[Row], top: float, methods: Sequence[str], measure: str
) -> Iterator[str]:
    height = _GAP + _LINE * len(methods)
    first_line = {group: top + index * height + (_GAP + _LINE) / 2 for index, group in enumerate(groups)}
    for group, y in first_line.items():
        yield _text(_LEFT - 12, y + _LINE * (len(methods) - 1) / 2 + 4, _shortened(group), anchor="end")
    for row in rows:
        place = methods.index(row.method)
        yield from _whisker(row, first_line[row.group] + _LINE * place, place, measure)


def _whisker(row: Row, y: float, method_index: int, measure: str) -> Iterator[str]:
    interval = row.measures[measure]
    colour = COLOURS[method_index % len(COLOURS)]
    low, high = _x(interval.low), _x(interval.high)
    said = f"{row.group}, {row.method}: {interval.mean:.3f} [{interval.low:.3f}, {interval.high:.3f}]"
    yield f"<g><title>{_escaped(said)}</title>"
    line = f"M{low} {y}H{high}M{low} {y - 4}v8M{high} {y - 4}v8"
    yield f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="1.6"/>'
    yield _marker(_x(interval.mean), y, method_index) + "</g>"


def _marker(x: float, y: float, method_index: int) -> str:
    colour, shape = COLOURS[method_index % len(COLOURS)], _SHAPES[method_index % len(_SHAPES)]
    return f'<g transform="translate({x} {y})" fill="{colour}">{shape}</g>'


def _x(value: float) -> float:
    return round(_LEFT + value * (_WIDTH - _LEFT - _RIGHT), 1)


def _text(x: float, y: float, content: str, *, anchor: str = "start", css: str = "") -> str:
    style = f' class="{css}"' if css else ""
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}"{style}>{_escaped(content)}</text>'


def _shortened(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"


def _escaped(content: str) -> str:
    return escape(_printable(content))


def _printable(content: str) -> str:
    # XML 1.0 does not allow control characters and lone surrogates, not even escaped.
    return "".join(sign if sign.isprintable() else " " for sign in content)
