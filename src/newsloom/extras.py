"""Checks that the packages of an extra are installed, before any work is done."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from typing import Final

from newsloom.errors import MissingExtra

__all__ = ["require"]

# extra → the modules that its packages provide
_MODULES: Final[Mapping[str, tuple[str, ...]]] = {
    "portal": ("argon2", "babel", "jinja2", "prometheus_client", "python_multipart", "starlette", "uvicorn"),
    "postgres": ("psycopg",),
    "render": ("playwright",),
    "bulk": ("distributed", "fsspec", "pyarrow", "warcio"),
    "evaluate": ("scipy",),
}


def require(extra: str, subject: str) -> None:
    """Raises ``MissingExtra``, naming the subject, if a package of the extra is missing."""
    if not all(importlib.util.find_spec(name) for name in _MODULES[extra]):
        raise MissingExtra(subject, extra)
