"""Renders pages in a browser: takes a page's bytes and returns the markup after scripts and a ``Layout``.

Rendering needs the extra ``render`` and a chromium (docs/howto/drawing.md). The records that it takes and returns do
not need them, so only these are imported here at once.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

from newsloom.extras import require
from newsloom.fetch.render.records import RenderedPage, RenderSettings, Resource, ResourceSource
from newsloom.fetch.render.subresources import Subresources

if TYPE_CHECKING:
    from newsloom.fetch.render.blocking import BlockingRenderer, folder_resources, render_page
    from newsloom.fetch.render.renderer import Renderer, kept_resources, no_resources

__all__ = [
    "BlockingRenderer",
    "RenderSettings",
    "RenderedPage",
    "Renderer",
    "Resource",
    "ResourceSource",
    "Subresources",
    "folder_resources",
    "kept_resources",
    "no_resources",
    "render_page",
]

_HOMES: Final = {
    **dict.fromkeys(("BlockingRenderer", "folder_resources", "render_page"), "newsloom.fetch.render.blocking"),
    **dict.fromkeys(("Renderer", "kept_resources", "no_resources"), "newsloom.fetch.render.renderer"),
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    require("render", "drawing pages")
    value = globals()[name] = getattr(importlib.import_module(_HOMES[name]), name)
    return value
