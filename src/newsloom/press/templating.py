"""Loads the Jinja templates of the made-up pages."""

from __future__ import annotations

from functools import cache
from typing import Any

__all__ = ["page_templates"]


@cache
def page_templates() -> Any:
    """The environment of all templates of the press. Raises ``ImportError`` without the extra ``portal``."""
    # Imported here: it is in the portal's extra, which the demo needs too, but not its help.
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415

    return Environment(loader=PackageLoader("newsloom.press"), autoescape=True, undefined=StrictUndefined)
