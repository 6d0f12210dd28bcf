"""The files of a labelled set, in a ``.tar.xz``, a plain tar or a folder.

An archive is streamed: nothing is unpacked to disk, and one member is in memory. Every error is a ``CorpusError``.
"""

from __future__ import annotations

import contextlib
import hashlib
import lzma
import tarfile
from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Final, Protocol, cast

from newsloom.errors import CorpusError

__all__ = [
    "PAGES_FOLDER",
    "PAGE_LIMIT_BYTES",
    "PAGE_SUFFIX",
    "TRUTH_LIMIT_BYTES",
    "TRUTH_NAME",
    "Archive",
    "CorpusFiles",
    "Folder",
    "files_at",
]

PAGES_FOLDER: Final = "pages"
PAGE_SUFFIX: Final = ".html"
TRUTH_NAME: Final = "truth.jsonl"

# Three times the largest page of the current sets (5.3 MB); the rest of a page is not read.
PAGE_LIMIT_BYTES: Final = 16 * 2**20

# 100,000 pages with 5 KB of labels each: anything larger is not a truth file, or is a decompression bomb.
TRUTH_LIMIT_BYTES: Final = 512 * 2**20

_XZ_MAGIC: Final = b"\xfd7zXZ\0"

# A multiple of tar's 512; larger reads save no more time.
_READ_BYTES: Final = 2**18


class CorpusFiles(Protocol):
    """Reads the parts of one set."""

    def truth_lines(self) -> Iterator[bytes]: ...

    def pages(self, wanted: Container[str]) -> Iterator[tuple[str, bytes]]:
        """Yields the pages whose id is in ``wanted`` when they are reached, as (id, bytes)."""

    def folders(self) -> Iterator[tuple[str, str, bytes]]:
        """Yields the pages of every folder, as (folder, file name, bytes), for sets labelled by their folders."""

    def digest(self) -> str: ...


def files_at(path: Path) -> CorpusFiles:
    """Returns the set at a path, packed or unpacked."""
    return Folder(path) if path.is_dir() else Archive(path)


@dataclass(frozen=True, slots=True)
class Archive:
    """The set in the archive at ``path``."""

    path: Path

    def truth_lines(self) -> Iterator[bytes]:
        with _opened(self.path) as tar:
            for member in _files(tar):
                if _parts(member) == (TRUTH_NAME,):
                    yield from _lines(tar, member, self.path)
                    return
        raise CorpusError(
            str(self.path), f"wanted a {TRUTH_NAME} at the top of the archive, found none. Is this a labelled set?"
        )

    def pages(self, wanted: Container[str]) -> Iterator[tuple[str, bytes]]:
        with _opened(self.path) as tar:
            for member in _files(tar):
                page_id = _page_id(member)
                if page_id is not None and page_id in wanted:
                    yield page_id, _content(tar, member)

    def folders(self) -> Iterator[tuple[str, str, bytes]]:
        with _opened(self.path) as tar:
            for member in _files(tar):
                *above, name = _parts(member)
                if len(above) == 1 and name.endswith(PAGE_SUFFIX):
                    yield above[0], name, _content(tar, member)

    def digest(self) -> str:
        with _archive_errors(self.path), self.path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()


@dataclass(frozen=True, slots=True)
class Folder:
    """The set in the folder at ``path``."""

    path: Path

    def truth_lines(self) -> Iterator[bytes]:
        truth = self.path / TRUTH_NAME
        if not truth.is_file():
            raise CorpusError(
                str(self.path), f"wanted a {TRUTH_NAME} in the folder, found none. Is this a labelled set?"
            )
        with _folder_errors(truth), truth.open("rb") as file:
            if (size := truth.stat().st_size) > TRUTH_LIMIT_BYTES:
                raise CorpusError(str(truth), f"has {size} bytes; at most {TRUTH_LIMIT_BYTES} are read")
            yield from file

    def pages(self, wanted: Container[str]) -> Iterator[tuple[str, bytes]]:
        # No path is made from an id, because ids come from outside.
        for page in self._page_files():
            page_id = page.name.removesuffix(PAGE_SUFFIX)
            if page_id in wanted:
                with _folder_errors(page), page.open("rb") as file:
                    content = file.read(PAGE_LIMIT_BYTES)
                yield page_id, content

    def folders(self) -> Iterator[tuple[str, str, bytes]]:
        with _folder_errors(self.path):
            for page in sorted(self.path.glob(f"*/*{PAGE_SUFFIX}")):
                with page.open("rb") as file:
                    yield page.parent.name, page.name, file.read(PAGE_LIMIT_BYTES)

    def digest(self) -> str:
        digest = hashlib.sha256()
        for line in self.truth_lines():
            digest.update(line)
        for page in self._page_files():
            digest.update(b"\0" + page.name.encode("utf-8", "surrogateescape"))
        return digest.hexdigest()

    def _page_files(self) -> list[Path]:
        pages = self.path / PAGES_FOLDER
        with _folder_errors(pages):
            return sorted(page for page in pages.iterdir() if page.suffix == PAGE_SUFFIX and page.is_file())


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[tarfile.TarFile]:
    # "|" never seeks back: members are read in stored order, and each byte is decompressed once. tarfile's own
    # decompression expands all of what it has read, even a bomb; LZMAFile returns only as many bytes as it is asked
    # for.
    with (
        _archive_errors(path),
        _uncompressed(path) as file,
        tarfile.open(fileobj=file, mode="r|", bufsize=_READ_BYTES) as tar,
    ):
        yield tar


def _uncompressed(path: Path) -> BinaryIO:
    with path.open("rb") as file:
        is_xz = file.read(len(_XZ_MAGIC)) == _XZ_MAGIC
    return cast("BinaryIO", lzma.open(path)) if is_xz else path.open("rb")


@contextlib.contextmanager
def _archive_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except (tarfile.TarError, lzma.LZMAError, EOFError, OSError) as error:
        reason = f"cannot be read as a .tar.xz ({error}). Is the download complete?"
        raise CorpusError(str(path), reason) from error


def _files(tar: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    for member in tar:
        # tarfile remembers every member for getmembers(): a stream of many pages would fill the memory.
        tar.members.clear()  # type: ignore[attr-defined]
        if member.isfile():
            yield member


def _parts(member: tarfile.TarInfo) -> tuple[str, ...]:
    return PurePosixPath(member.name).parts


def _page_id(member: tarfile.TarInfo) -> str | None:
    parts = _parts(member)
    is_page = len(parts) == 2 and parts[0] == PAGES_FOLDER and parts[1].endswith(PAGE_SUFFIX)
    return parts[1].removesuffix(PAGE_SUFFIX) if is_page else None


def _lines(tar: tarfile.TarFile, member: tarfile.TarInfo, path: Path) -> Iterator[bytes]:
    if member.size > TRUTH_LIMIT_BYTES:
        raise CorpusError(str(path), f"{TRUTH_NAME} has {member.size} bytes; at most {TRUTH_LIMIT_BYTES} are read")
    file = tar.extractfile(member)
    if file is not None:
        yield from file


def _content(tar: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = tar.extractfile(member)
    return file.read(min(member.size, PAGE_LIMIT_BYTES)) if file is not None else b""


@contextlib.contextmanager
def _folder_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CorpusError(str(path), f"cannot be read ({error.strerror}). Is the set complete?") from error
