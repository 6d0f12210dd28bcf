"""Which tags do not break the line of text, and which are not read."""

from __future__ import annotations

from typing import Final

__all__ = ["INLINE_TAGS", "LAYOUT_TAGS", "LEAKY_TAGS", "UNSEEN_TAGS"]

INLINE_TAGS: Final = frozenset(
    (
        "a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q rp rt ruby s "
        "samp small span strike strong sub sup time tt u var wbr"
    ).split()
)
"""Tags that do not end a line of text; all other tags do."""

UNSEEN_TAGS: Final = frozenset(
    (
        "applet audio canvas datalist embed head iframe map math noembed noframes noscript object option script "
        "select style svg template textarea title video"
    ).split()
)
"""Tags whose text readers do not see."""

LEAKY_TAGS: Final = frozenset({"head", "math", "object", "select", "svg"})
"""HTML ends these at the first paragraph or block, but libxml2 keeps everything after an unclosed one inside it.

In libxml2, an unknown tag does not end a head."""

LAYOUT_TAGS: Final = frozenset({"table", "div", "section", "article", "header", "footer", "nav", "aside", "main", "ul"})
"""Tags that divide a page into blocks: "TABLE, DIV, etc.", and the newer ones of HTML 5."""
