"""Makes an HTML page that shows the picture of a page with marks on it, for a browser to draw as a picture again."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from newsloom.pipeline.showing.marks import KINDS, Mark

__all__ = ["overlay_page"]

_STYLE: Final = """
body { margin: 0; font: 15px/20px Arial, sans-serif; background: #fff }
img { display: block }
.page { position: relative }
.mark { position: absolute; outline: 3px solid; outline-offset: 1px }
.legend { height: 44px; box-sizing: border-box; padding: 12px 16px; background: #222; color: #fff; white-space: nowrap }
.legend span { margin-right: 18px; padding-left: 8px; border-left: 16px solid }
"""


def overlay_page(picture: bytes, width: float, marks: Sequence[Mark], note: str) -> str:
    """An HTML page with the page's picture and the marks on it, below a legend and a note on how it was read."""
    shown = base64.b64encode(picture).decode()
    outlines = "".join(map(_outline, marks))
    return (
        f'<!DOCTYPE html><meta charset="utf-8"><style>{_STYLE}</style><body style="width:{width:.0f}px">'
        f'<div class="legend">{_legend(marks)}{escape(note)}</div>'
        f'<div class="page"><img src="data:image/png;base64,{shown}">{outlines}</div>'
    )


def _outline(mark: Mark) -> str:
    box, colour = mark.box, KINDS[mark.kind]
    place = f"left:{box.left:.0f}px;top:{box.top:.0f}px;width:{box.width:.0f}px;height:{box.height:.0f}px"
    return f'<div class="mark" style="{place};outline-color:{colour};background:{colour}1a"></div>'


def _legend(marks: Iterable[Mark]) -> str:
    there = {mark.kind for mark in marks}
    return "".join(
        f'<span style="border-color:{colour}">{kind}</span>' for kind, colour in KINDS.items() if kind in there
    )
