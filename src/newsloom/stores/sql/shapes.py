"""Which pages of a site are printed alike: an address and a content type in, a digest for the kind of page out."""

from __future__ import annotations

import hashlib
import re
from typing import Final
from urllib.parse import urlsplit

__all__ = ["shape_of"]

_EXTENSION: Final = re.compile(r"\.[a-z]{1,5}$", re.IGNORECASE)


def shape_of(url: str, content_type: str | None, /) -> str:
    """Equal for pages of one host with paths of one depth and ending: mostly those of one template."""
    try:
        parts = urlsplit(url)
        host, path = parts.hostname or "", parts.path
    except ValueError:
        host, path = "", ""
    ending = _EXTENSION.search(path)
    kind = (content_type or "").partition(";")[0].strip().lower()
    facts = (host, kind, str(path.rstrip("/").count("/")), ending.group().lower() if ending else "")
    return hashlib.sha256("\n".join(facts).encode("utf-8", "surrogatepass")).hexdigest()
