"""Finds whether a story is "free", "partial" or "closed": as declared to search engines, else by class names.

The amount of text on the page is not considered.
"""

from __future__ import annotations

from typing import Final

from newsloom.dom import Document
from newsloom.text.patterns import pattern

__all__ = ["find_access"]

_TIERS: Final = {"free": "free", "metered": "partial", "locked": "closed"}
# A class of a paywall on the page; not "no-paywall" or "paywall-free".
_PAYWALL: Final = pattern(
    r"(?:^|[\s_-])(?<!no-)(?<!without-)paywall(?!-?(?:free|exempt|none|off|disabled))(?:ed)?(?:$|[\s_-])"
)
# No real page has longer lists of classes.
_MAX_CLASS_CHARACTERS: Final = 500


def find_access(document: Document) -> tuple[str | None, str]:
    """The access to the story and its source; None and an empty source if the page does not say."""
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
    # Checks all classes at once first, because most pages have none.
    names = " ".join(tree.values("class").strings).lower()
    return "paywall" in names and any(map(_is_paywall, tree.values("class").strings))


def _is_paywall(name: str) -> bool:
    folded = name.lower()[:_MAX_CLASS_CHARACTERS]
    return "paywall" in folded and _PAYWALL.search(folded) is not None
