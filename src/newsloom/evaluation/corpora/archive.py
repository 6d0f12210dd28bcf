"""A set in a ``.tar.xz``, or a plain tar, streamed: nothing is unpacked to disk, one member is in memory."""

from __future__ import annotations

import contextlib
import hashlib
import lzma
import tarfile
from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Final, cast

from newsloom.errors import CorpusError
from newsloom.evaluation.corpora.place import (
    PAGE_LIMIT_BYTES,
    PAGE_SUFFIX,
    PAGES_FOLDER,
    TRUTH_LIMIT_BYTES,
    TRUTH_NAME,
)

__all__ = ["Archive"]

_XZ_MAGIC: Final = b"\xfd7zXZ\0"

# A multiple of tar's 512; larger reads no longer save time.
_READ_BYTES: Final = 2**18


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
        with _faults_named(self.path), self.path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[tarfile.TarFile]:
    # "|" never seeks back: members are read in the order they lie, each byte decompressed once.
    # tarfile's own decompression expands whatever a read brings, a bomb whole; LZMAFile gives
    # as many bytes as it is asked for.
    with (
        _faults_named(path),
        _uncompressed(path) as file,
        tarfile.open(fileobj=file, mode="r|", bufsize=_READ_BYTES) as tar,
    ):
        yield tar


def _uncompressed(path: Path) -> BinaryIO:
    with path.open("rb") as file:
        is_xz = file.read(len(_XZ_MAGIC)) == _XZ_MAGIC
    return cast("BinaryIO", lzma.open(path)) if is_xz else path.open("rb")


@contextlib.contextmanager
def _faults_named(path: Path) -> Iterator[None]:
    try:
        yield
    except (tarfile.TarError, lzma.LZMAError, EOFError, OSError) as error:
        reason = f"cannot be read as a .tar.xz ({error}). Is the download complete?"
        raise CorpusError(str(path), reason) from error


def _files(tar: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    for member in tar:
        # tarfile remembers every member for getmembers(); a stream of many pages must not grow.
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
