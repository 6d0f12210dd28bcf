"""Pages that say themselves how they are drawn, so that what reads drawings is tested without a browser.

An element's ``at`` is its box, "left top width height"; ``set`` is how its text is set, "size weight colour", of which
the last may be left out; ``on`` is its background, ``plane`` its place in the order of painting. Elements without
``at`` are inline and as large as their parents.
"""

from __future__ import annotations

from array import array

from newsloom.dom import Document, parse
from newsloom.dom.layout import Layout, Style

__all__ = ["drawn"]


def drawn(page: str, *, width: float = 1000.0, height: float = 2000.0, language: str = "en") -> Document:
    document = parse(f'<html lang="{language}"><body at="0 0 {width:g} {height:g}">{page}</body></html>')
    tree = document.tree
    assert tree is not None
    boxes = [array("f", bytes(4 * len(tree))) for _ in range(4)]
    codes, planes = array("i", [-1] * len(tree)), array("i", bytes(4 * len(tree)))
    styles: dict[Style, int] = {}
    found: list[Style] = []
    for node in range(len(tree)):
        parent = tree.parents[node]
        above = found[parent] if parent >= 0 else Style("serif", 16.0, 400, False, "#000000", None, 20.0, "block")
        at, how = tree.get(node, "at"), (tree.get(node, "set") or "").split()
        size, weight = (float(how[0]) if how else above.size), (int(how[1]) if len(how) > 1 else above.weight)
        style = Style(
            font=above.font,
            size=size,
            weight=weight,
            is_italic=False,
            colour=how[2] if len(how) > 2 else above.colour,
            background=tree.get(node, "on"),
            line_height=1.25 * size,
            display="block" if at else "inline",
        )
        found.append(style)
        sides = [float(side) for side in at.split()] if at else [side[max(parent, 0)] for side in boxes]
        for side, value in zip(boxes, sides, strict=True):
            side[node] = value
        plane = tree.get(node, "plane")
        planes[node] = int(plane) if plane else planes[parent] if parent >= 0 else 0
        codes[node] = -1 if tree.get(node, "hidden") is not None else styles.setdefault(style, len(styles))
    document.layout = Layout(
        source="drawn",
        width=width,
        height=height,
        lefts=boxes[0],
        tops=boxes[1],
        widths=boxes[2],
        heights=boxes[3],
        styles=tuple(styles),
        style_codes=codes,
        stacking=planes,
    )
    return document
