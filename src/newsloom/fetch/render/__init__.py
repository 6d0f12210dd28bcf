"""Pages as a browser draws them: bytes in, markup after scripts and a Layout out.

Needs the extra ``render`` and a chromium; see docs/howto/drawing.md.
"""

from __future__ import annotations

from newsloom.extras import require

require("render", "drawing pages")

from newsloom.fetch.render.blocking import BlockingRenderer, folder_resources, render_page  # noqa: E402
from newsloom.fetch.render.records import RenderedPage, RenderSettings, Resource, ResourceSource  # noqa: E402
from newsloom.fetch.render.renderer import Renderer, kept_resources, no_resources  # noqa: E402

__all__ = [
    "BlockingRenderer",
    "RenderSettings",
    "RenderedPage",
    "Renderer",
    "Resource",
    "ResourceSource",
    "folder_resources",
    "kept_resources",
    "no_resources",
    "render_page",
]
