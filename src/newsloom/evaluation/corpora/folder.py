"""A set that has been unpacked: the same parts as in an archive, read from a folder."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import Path

from newsloom.errors import CorpusError
from newsloom.evaluation.corpora.place import (
    PAGE_LIMIT_BYTES,
    PAGE_SUFFIX,
    PAGES_FOLDER,
    TRUTH_LIMIT_BYTES,
    TRUTH_NAME,
)

__all__ = ["Folder"]


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
        with _faults_named(truth), truth.open("rb") as file:
            if (size := truth.stat().st_size) > TRUTH_LIMIT_BYTES:
                raise CorpusError(str(truth), f"has {size} bytes; at most {TRUTH_LIMIT_BYTES} are read")
            yield from file

    def pages(self, wanted: Container[str]) -> Iterator[tuple[str, bytes]]:
        # The folder is listed and no path is made from an id: an id is what a stranger wrote.
        for page in self._page_files():
            page_id = page.name.removesuffix(PAGE_SUFFIX)
            if page_id in wanted:
                with _faults_named(page), page.open("rb") as file:
                    content = file.read(PAGE_LIMIT_BYTES)
                yield page_id, content

    def folders(self) -> Iterator[tuple[str, str, bytes]]:
        with _faults_named(self.path):
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
        with _faults_named(pages):
            return sorted(page for page in pages.iterdir() if page.suffix == PAGE_SUFFIX and page.is_file())


@contextlib.contextmanager
def _faults_named(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CorpusError(str(path), f"cannot be read ({error.strerror}). Is the set complete?") from error
