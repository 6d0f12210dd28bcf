"""What may be written: text of strangers in, the same without what a format cannot hold out."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

__all__ = ["language_tag", "plain_in_html", "sayable", "web_address"]

# All but the production Char of XML 1.0, https://www.w3.org/TR/xml/#charsets; half of a surrogate pair has no form in
# UTF-8 at all, so JSON loses the same characters.
_UNSAYABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTITY: Final = re.compile(r"&(?=#?\w{1,40};)")
# RFC 5646, 2.1, without its rarest forms.
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")
_BLANKS: Final = re.compile(r"\s+")


def sayable(text: str) -> str:
    """The text without characters that XML forbids."""
    return _UNSAYABLE.sub("", text)


def plain_in_html(text: str) -> str:
    """Text that says the same to those who take it for HTML and, but for rare signs, to those who take it for text.

    RSS does not say which a title is. "M&S" stays as it is; what would be read as a tag or an entity is escaped.
    """
    return _ENTITY.sub("&amp;", sayable(text)).replace("<", "&lt;").replace(">", "&gt;")


def web_address(url: str | None) -> str | None:
    """The address if it is http(s) and whole; a reader follows no other."""
    address = _BLANKS.sub("", sayable(url or ""))
    try:
        parts = urlsplit(address)
        is_safe = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return None
    return address if is_safe else None


def language_tag(language: str | None) -> str | None:
    """The language if it is a tag of one; pages claim all kinds of things."""
    return language if language and _LANGUAGE.fullmatch(language) else None
