"""Opens the page that an argument names: an address, a file, or ``-`` for stdin.

Raises ``InputError`` if there is nothing to read, and ``FetchError`` if an address cannot be fetched. Addresses are
fetched by the guarded client, with the limits in the settings.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from newsloom.cli.output import write_error
from newsloom.dom.decode import charset_of, decode
from newsloom.dom.layout import Layout
from newsloom.errors import InputError
from newsloom.pipeline.showing.marks import Mark
from newsloom.records import Page
from newsloom.settings import Settings

__all__ = [
    "RENDER_HELP",
    "SHOW_HELP",
    "OpenedPage",
    "fetch_page",
    "is_address",
    "open_page",
    "read_or_draw",
    "read_page",
    "save_file",
    "save_picture",
]

SHOW_HELP: Final = "Draw the page, and save a picture of it that shows how each part was classified."
RENDER_HELP: Final = "Draw the page with a browser, running its scripts, and read the result."

# A page is cut at 8 MB when it is parsed. More than this is not even read, so that /dev/zero or a
# film, named by mistake, takes little memory.
_MOST_BYTES: Final = 64 * 1024 * 1024

_ADDRESS: Final = re.compile(r"[a-z][a-z0-9+.-]{1,20}://", re.IGNORECASE)


def is_address(name: str) -> bool:
    """Whether a name is an address rather than a file; the guard checks its kind later."""
    return _ADDRESS.match(name) is not None


def open_page(name: str, encoding: str | None, settings: Callable[[], Settings]) -> tuple[bytes | str, str | None]:
    """The page, as text if its encoding is known from elsewhere, and its address if it was fetched."""
    if not is_address(name):
        page = read_page(name)
        return page.decode(encoding, errors="replace") if encoding else page, None
    # The settings are only read now: an error in them does not concern a file.
    fetched = fetch_page(name, settings())
    found = charset_of(fetched.content_type)
    if encoding:
        return fetched.body.decode(encoding, errors="replace"), fetched.url
    return decode(fetched.body, found)[0] if found else fetched.body, fetched.url


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedPage:
    """A page to read. It was drawn by a browser if it has a ``layout``; ``picture`` is a PNG of it, if requested."""

    page: bytes | str
    url: str | None
    layout: Layout | None = None
    picture: bytes | None = None


def read_or_draw(
    name: str,
    encoding: str | None,
    settings: Callable[[], Settings],
    *,
    url: str | None = None,
    is_drawn: bool = False,
    has_picture: bool = False,
) -> OpenedPage:
    """The page, drawn by a browser if that or a picture is requested. Also raises ``RenderError``, ``MissingExtra``.

    A file is drawn with the files beside it, or with those at its address if that is given.
    """
    if not (is_drawn or has_picture):
        page, address = open_page(name, encoding, settings)
        return OpenedPage(page=page, url=address)
    from newsloom import wiring  # noqa: PLC0415 - an HTTP client and a database take a while to load

    if is_address(name) or url:
        fetched = fetch_page(name, settings()) if is_address(name) else _saved_page(name, url or "")
        if encoding:
            fetched = replace(fetched, content_type=f"text/html; charset={encoding}")
        drawn = wiring.drawn_page(fetched, settings(), has_picture=has_picture)
    else:
        body = read_page(name)
        text = body.decode(encoding, errors="replace") if encoding else body
        folder = None if name == "-" else Path(name).parent
        drawn = wiring.drawn_file(text, folder, settings(), has_picture=has_picture)
    if drawn.reason:
        write_error(f"{name}: {drawn.reason}")
    address = drawn.url if is_address(name) else url
    return OpenedPage(page=drawn.html, url=address, layout=drawn.layout, picture=drawn.picture)


def save_picture(
    page: OpenedPage, marks: Callable[[Layout], Sequence[Mark]], note: str, file: Path, settings: Settings
) -> None:
    """Write the picture of a drawn page with its marks. Raises ``RenderError``, and ``InputError`` if not drawn."""
    from newsloom.pipeline.showing.overlay import overlay_page  # noqa: PLC0415 - few commands show pictures
    from newsloom.wiring import drawn_file  # noqa: PLC0415

    if page.picture is None or page.layout is None:
        raise InputError(str(file), "the page was not drawn")
    shown = overlay_page(page.picture, page.layout.width, marks(page.layout), note)
    save_file(file, drawn_file(shown, None, settings, has_picture=True).picture or b"")


def save_file(file: Path, content: bytes) -> None:
    """Write a file that a user named. Raises ``InputError``."""
    try:
        file.write_bytes(content)
    except OSError as error:
        raise InputError(str(file), error.strerror or str(error)) from error


def _saved_page(name: str, url: str) -> Page:
    return Page(url=url, fetched_at=datetime.now(UTC), body=read_page(name))


def fetch_page(url: str, settings: Settings) -> Page:
    """The page at an address."""
    from newsloom.wiring import fetched_page  # noqa: PLC0415 - an HTTP client and a database take a while to load

    return fetched_page(url, settings)


def read_page(name: str) -> bytes:
    """The bytes of the file a user named, or of stdin."""
    if name == "-":
        return _read_stdin()
    try:
        with Path(name).open("rb") as file:
            return file.read(_MOST_BYTES)
    except (OSError, ValueError) as error:
        # ValueError: a name with a NUL in it.
        raise InputError(name, getattr(error, "strerror", None) or str(error)) from error


def _read_stdin() -> bytes:
    if sys.stdin is None:
        raise InputError("-", "stdin is closed")
    return sys.stdin.buffer.read(_MOST_BYTES)
