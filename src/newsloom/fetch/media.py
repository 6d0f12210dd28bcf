"""Media types: the Accept header to send, and the Content-Types that are not read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["ANYTHING", "PICTURES", "READABLE", "Accept"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Accept:
    """Media types to accept: ``header`` is sent, ``only`` these types are read, and of these none of ``never``.

    Both hold prefixes of media types, in lower case. A response without a type is read.
    """

    header: str = "*/*"
    only: tuple[str, ...] = ()
    never: tuple[str, ...] = ()

    def welcomes(self, content_type: str | None) -> bool:
        media_type = (content_type or "").partition(";")[0].strip().lower()
        if not media_type:
            return True
        return not media_type.startswith(self.never) and (not self.only or media_type.startswith(self.only))


ANYTHING: Final = Accept()

# A list of types to reject: feeds and pages are sent under a dozen types, some of them wrong (text/plain,
# application/octet-stream), but never under these.
READABLE: Final = Accept(
    header="text/html,application/xhtml+xml,application/xml;q=0.9,application/rss+xml;q=0.9,"
    "application/atom+xml;q=0.9,application/feed+json;q=0.9,*/*;q=0.5",
    never=(
        "audio/",
        "font/",
        "image/",
        "model/",
        "video/",
        "application/font",
        "application/gzip",
        "application/java-archive",
        "application/msword",
        "application/ogg",
        "application/pdf",
        "application/vnd.android",
        "application/vnd.ms-",
        "application/vnd.openxmlformats",
        "application/x-7z",
        "application/x-bzip",
        "application/x-iso",
        "application/x-msdownload",
        "application/x-rar",
        "application/x-shockwave",
        "application/x-tar",
        "application/zip",
    ),
)

PICTURES: Final = Accept(header="image/avif,image/webp,image/*,*/*;q=0.1", only=("image/",))
