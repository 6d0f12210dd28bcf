"""Whether a story is free, partly free or closed: as declared to search engines, else by class names of the page.

A ``Document`` goes in; "free", "partial" or "closed" and where it was read come out, or nothing. It does not look at
how much text there is.
"""

from __future__ import annotations

from typing import Final

from newsloom.dom import Document
from newsloom.text.patterns import pattern

__all__ = ["find_access"]

_TIERS: Final = {"free": "free", "metered": "partial", "locked": "closed"}
# A part of the page that stands between the reader and the story; not its style sheet ("no-paywall", "paywall-free").
_PAYWALL: Final = pattern(
    r"(?:^|[\s_-])(?<!no-)(?<!without-)paywall(?!-?(?:free|exempt|none|off|disabled))(?:ed)?(?:$|[\s_-])"
)
# Longer lists of classes are no page's.
_MAX_CLASS_CHARACTERS: Final = 500


def find_access(document: Document) -> tuple[str | None, str]:
    """Whether all may read the story, a part of it, or none of it; None and an empty source where nothing tells."""
    declared = document.declared
    if declared.is_free is not None:
        closed = "partial" if declared.has_closed_part else "closed"
        return ("free" if declared.is_free and not declared.has_closed_part else closed), declared.sources["is_free"]
    if declared.has_closed_part:
        return "partial", declared.sources["has_closed_part"]
    tier = _TIERS.get((declared.tier or "").strip().lower())
    if tier:
        return tier, declared.sources["tier"]
    return ("partial", "class") if _has_paywall(document) else (None, "")


def _has_paywall(document: Document) -> bool:
    tree = document.tree
    if tree is None:
        return False
    # Of all at once, for most pages have none.
    names = " ".join(tree.values("class").strings).lower()
    return "paywall" in names and any(map(_is_paywall, tree.values("class").strings))


def _is_paywall(name: str) -> bool:
    folded = name.lower()[:_MAX_CLASS_CHARACTERS]
    return "paywall" in folded and _PAYWALL.search(folded) is not None
