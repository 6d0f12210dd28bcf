"""Cleans foreign text for feeds: removes characters, addresses and language tags that the formats do not allow."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote, urlsplit

__all__ = ["html_or_text", "language_tag", "web_address", "xml_text"]

# Everything but the production Char of XML 1.0, https://www.w3.org/TR/xml/#charsets. UTF-8 cannot encode a lone
# surrogate either, so JSON loses the same characters.
_UNSAYABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTITY: Final = re.compile(r"&(?=#?\w{1,40};)")
# RFC 5646, 2.1, without its rarest forms.
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")
_BREAKS: Final = re.compile(r"[\t\n\r]+")
# RFC 3986, appendix A, allows none of these.
_RAW: Final = re.compile(r"""[\s"<>\\^`{|}]+""")


def xml_text(text: str) -> str:
    """The text without characters that XML forbids."""
    return _UNSAYABLE.sub("", text)


def html_or_text(text: str) -> str:
    """Text that reads the same as HTML and, with rare exceptions, as plain text.

    RSS does not define which of the two a title is. "M&S" is kept; what would be a tag or an entity is escaped.
    """
    return _ENTITY.sub("&amp;", xml_text(text)).replace("<", "&lt;").replace(">", "&gt;")


def web_address(url: str | None) -> str | None:
    """The address if it is a complete http(s) address, else None. Characters not allowed in it are encoded."""
    # As in browsers, line breaks and tabs within an address are ignored, and so are blanks around it.
    address = _BREAKS.sub("", xml_text(url or "").strip())
    try:
        parts = urlsplit(address)
        is_safe = parts.scheme in ("http", "https") and bool(parts.hostname) and not _RAW.search(parts.netloc)
    except ValueError:
        return None
    return _RAW.sub(lambda found: quote(found[0], safe=""), address) if is_safe else None


def language_tag(language: str | None) -> str | None:
    """The language if it is a valid tag, else None."""
    return language if language and _LANGUAGE.fullmatch(language) else None
