"""Shows a record to people: as one short line for a prompt or a log, or as an HTML card for a notebook."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable
from typing import Final

__all__ = ["card", "counted", "described"]

_LONGEST: Final = 60
# A card shows at most this much of a text.
_MOST_CHARACTERS: Final = 600


def described(record: object, /, **facts: object) -> str:
    """The name of the record's class with these facts. Facts that are None or empty are left out."""
    short = reprlib.Repr()
    short.maxstring = short.maxother = _LONGEST
    said = ", ".join(f"{name}={short.repr(value)}" for name, value in facts.items() if value not in (None, ""))
    return f"{type(record).__name__}({said})"


def card(heading: str | None, url: str | None, facts: Iterable[str | None], text: str = "") -> str:
    """The record as HTML for a notebook. All text is escaped, and only web addresses become links."""
    # Imported here: few records are ever shown in a notebook.
    from html import escape  # noqa: PLC0415

    title = escape(heading or url or "without a headline")
    if url and url.lower().startswith(("http://", "https://")):
        title = f'<a href="{escape(url)}" rel="noreferrer noopener" target="_blank">{title}</a>'
    short = text if len(text) <= _MOST_CHARACTERS else text[:_MOST_CHARACTERS].rstrip() + " …"
    paragraphs = [" · ".join(filter(None, facts)), *short.split("\n\n")]
    body = "".join(f"<p>{escape(paragraph)}</p>" for paragraph in paragraphs if paragraph)
    return f"<article><h4>{title}</h4>{body}</article>"


def counted(count: int, one: str, many: str | None = None) -> str:
    """A number with its noun: "1 page", "2 pages", "3 stories"."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
