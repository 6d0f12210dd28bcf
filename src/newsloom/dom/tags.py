"""What tags do to the text in them: which go on with the line, and which are not read."""

from __future__ import annotations

from typing import Final

__all__ = ["INLINE_TAGS", "LAYOUT_TAGS", "LEAKY_TAGS", "UNSEEN_TAGS"]

INLINE_TAGS: Final = frozenset(
    (
        "a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q rp rt ruby s "
        "samp small span strike strong sub sup time tt u var wbr"
    ).split()
)
"""Tags that do not end a line of text; all others do."""

UNSEEN_TAGS: Final = frozenset(
    (
        "applet audio canvas datalist embed head iframe map math noembed noframes noscript object option script "
        "select style svg template textarea title video"
    ).split()
)
"""Tags whose text is not part of what a reader reads."""

LEAKY_TAGS: Final = frozenset({"head", "math", "object", "select", "svg"})
"""HTML ends these at the first paragraph or block; libxml2 keeps all that follows an unclosed one inside it.

A head is not ended by a tag that it does not know."""

LAYOUT_TAGS: Final = frozenset({"table", "div", "section", "article", "header", "footer", "nav", "aside", "main", "ul"})
"""Tags that part a page into blocks: "TABLE, DIV, etc.", and what HTML 5 has put in their place."""
