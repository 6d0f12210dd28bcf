"""Pictures of a page that mark what a method took from it."""

from __future__ import annotations

from newsloom.pipeline.showing.kept import ShownPage, show_page
from newsloom.pipeline.showing.marks import KINDS, Mark, article_marks, item_marks
from newsloom.pipeline.showing.overlay import overlay_page
from newsloom.pipeline.showing.schematic import page_svg

__all__ = ["KINDS", "Mark", "ShownPage", "article_marks", "item_marks", "overlay_page", "page_svg", "show_page"]
