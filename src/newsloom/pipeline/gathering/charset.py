"""The encoding that a server names for its page: a Content-Type header in, a name out. Decodes nothing."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["charset_of"]

_CHARSET: Final = re.compile(r"""charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})""", re.IGNORECASE)


def charset_of(content_type: str | None) -> str | None:
    """The encoding that a Content-Type header names, or None."""
    found = _CHARSET.search(content_type or "")
    return found[1] if found else None
