"""Runs damaged pages through everything that is compiled: ``python -m benchmarks.damaged``.

Pages are cut, repeated, mixed and flipped by a seed, then extracted and read as front pages. Results are not compared:
this is for extensions compiled with sanitizers (``make sanitize``), which end the process at the first invalid access.
"""

from __future__ import annotations

import argparse
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final

import newsloom.dom.nodes
from newsloom import extract, press, read_items
from newsloom.testing.hostile_pages import HOSTILE_PAGES

_PAGES: Final = Path(__file__).parents[1] / "tests" / "pages"
_LONGEST: Final = 300_000  # bytes of a page; longer ones take long without showing more
# Byte sequences that are special to a parser, a character counter or a table of indexes.
_TOKENS: Final = (
    *(b"<", b">", b"</", b"/>", b'"', b"'", b"&", b"\0", b"<!--", b"-->", b"<![CDATA[", b"]]>", b"\xff", b"\xf0\x9f"),
    *(f"<{tag}>".encode() for tag in ("p", "a href=/x", "table", "tr", "td", "b", "script", "svg", "template", "br")),
    *(f"</{tag}>".encode() for tag in ("p", "a", "div", "table", "body", "html", "script", "head")),
    *(text.encode() for text in ("\u202e", "İ", "ß", "𝔸", "\ud7ff", "\u0301", "\xa0", "&#x110000;", "&#0;", "&shy;")),
    b'<div class="' + b"x " * 300 + b'">',
    b"<i>" * 400,
)


def main() -> None:
    """Damages pages and reads them, as often as asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sets", type=Path, help="folder with labelled sets, whose pages are damaged as well")
    parser.add_argument("--of-each", type=int, default=40, help="pages of each labelled set")
    asked = parser.parse_args()
    pages = [*_invented(), *(_labelled(asked.sets, asked.of_each) if asked.sets else ())]
    print(f"{len(pages)} pages, {asked.rounds} rounds from seed {asked.seed}, by {newsloom.dom.nodes.__file__}")
    for number in range(asked.seed, asked.seed + asked.rounds):
        _read(damaged(pages, Random(number)))  # noqa: S311
    print(f"{asked.rounds} damaged pages read")


def damaged(pages: list[bytes], chance: Random, /) -> bytes:
    """Returns one of the pages, changed in a few ways."""
    page = chance.choice(pages)[:_LONGEST]
    for _ in range(chance.randint(1, 6)):
        page = chance.choice(_DAMAGES)(page, pages, chance)[:_LONGEST]
    return page


def _flipped(page: bytes, _: list[bytes], chance: Random) -> bytes:
    flipped = bytearray(page)
    for _ in range(min(len(page), chance.choice((1, 10, 200)))):
        flipped[chance.randrange(len(page))] ^= 1 << chance.randrange(8)
    return bytes(flipped)


def _cut(page: bytes, _: list[bytes], chance: Random) -> bytes:
    start, end = sorted(chance.choices(range(len(page) + 1), k=2))
    return page[:start] + page[end:] if chance.random() < 0.7 else page[start:end]


def _repeated(page: bytes, _: list[bytes], chance: Random) -> bytes:
    start, end = sorted(chance.choices(range(len(page) + 1), k=2))
    end = min(end, start + 2_000)
    return page[:end] + page[start:end] * chance.choice((1, 5, 50)) + page[end:]


def _mixed(page: bytes, pages: list[bytes], chance: Random) -> bytes:
    other = chance.choice(pages)[:_LONGEST]
    return page[: chance.randint(0, len(page))] + other[chance.randint(0, len(other)) :]


def _salted(page: bytes, _: list[bytes], chance: Random) -> bytes:
    for _ in range(chance.choice((1, 8, 40))):
        place = chance.randint(0, len(page))
        page = page[:place] + chance.choice(_TOKENS) + page[place:]
    return page


_DAMAGES: Final[tuple[Callable[[bytes, list[bytes], Random], bytes], ...]] = (
    _flipped,
    _cut,
    _repeated,
    _mixed,
    _salted,
)


def _read(page: bytes) -> None:
    extract(page, url="https://paper.example/2024/05/a-story-of-the-day")
    read_items(page, url="https://paper.example/")


def _invented() -> Iterator[bytes]:
    for page in press.demo_pages():
        yield page.page if isinstance(page.page, bytes) else page.page.encode()
    for file in sorted(_PAGES.rglob("*.html")):
        yield file.read_bytes()
    for make in HOSTILE_PAGES.values():
        yield make()


def _labelled(folder: Path, of_each: int) -> Iterator[bytes]:
    for archive in (*sorted(folder.glob("*.tar.xz")), *folder.parent.glob("frontpages.tar.xz")):
        with tarfile.open(archive) as pages:
            found = (member for member in pages if member.isfile() and member.name.endswith(".html"))
            for _, member in zip(range(of_each), found, strict=False):
                file = pages.extractfile(member)
                yield file.read() if file else b""


if __name__ == "__main__":
    main()
