"""Where inputs and results are: paths on this machine, and addresses that fsspec supports (``s3://…``, ``gs://…``).

A ``RemoteFile`` has the part of ``pathlib.Path`` that the readers use. Needs the extra ``bulk`` for addresses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeAlias, cast

from newsloom.errors import InputError, MissingExtra

__all__ = ["Place", "RemoteFile", "file_stamp", "files_below", "place_at"]

_ADDRESS: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.:-]*://")


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file or folder at an fsspec address."""

    address: str

    def __str__(self) -> str:
        return self.address

    def __truediv__(self, name: str) -> RemoteFile:
        return RemoteFile(f"{self.address.rstrip('/')}/{name}")

    @property
    def name(self) -> str:
        return self.address.rstrip("/").rpartition("/")[2]

    def open(self, mode: str = "rb") -> BinaryIO:
        """Opens the file. Raises ``OSError`` if it cannot be opened."""
        filesystem, path = self.filesystem()
        return cast("BinaryIO", filesystem.open(path, mode))

    def is_dir(self) -> bool:
        filesystem, path = self.filesystem()
        return bool(filesystem.isdir(path))

    def exists(self) -> bool:
        filesystem, path = self.filesystem()
        return bool(filesystem.exists(path))

    def filesystem(self) -> tuple[Any, str]:
        """The fsspec file system and the path in it."""
        fsspec = _fsspec(self.address)
        try:
            filesystem, path = fsspec.core.url_to_fs(self.address)
        except (ImportError, ValueError) as error:
            raise InputError(self.address, str(error)) from error
        return filesystem, path


Place: TypeAlias = Path | RemoteFile


def place_at(name: str) -> Place:
    """The path or fsspec address with this name. ``file://`` is a path."""
    if name.startswith("file://"):
        return Path(name.removeprefix("file://"))
    return RemoteFile(name) if _ADDRESS.match(name) else Path(name)


def file_stamp(place: Place) -> tuple[int, str]:
    """The file's size, and a text that changes when it is rewritten. Raises ``InputError`` if there is no file."""
    try:
        if isinstance(place, Path):
            facts = place.stat()
            return facts.st_size, str(facts.st_mtime_ns)
        filesystem, path = place.filesystem()
        info = filesystem.info(path)
    except OSError as error:
        raise InputError(str(place), error.strerror or str(error)) from error
    stamp = next((info[key] for key in ("ETag", "etag", "md5Hash", "mtime", "LastModified") if info.get(key)), "")
    return int(info.get("size") or 0), str(stamp)


def files_below(folder: Place) -> Iterator[Place]:
    """All files in a folder and its subfolders, ordered by path. Links to folders are not followed."""
    if isinstance(folder, Path):
        waiting = [folder]
        while waiting:
            place = waiting.pop()
            if place.is_dir() and (place == folder or not place.is_symlink()):
                waiting += sorted(place.iterdir(), reverse=True)
            elif place.is_file():
                yield place
        return
    filesystem, path = folder.filesystem()
    for name in sorted(filesystem.find(path)):
        yield folder / name.removeprefix(path).lstrip("/")


def _fsspec(address: str) -> Any:
    try:
        import fsspec.core  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtra(f"reading {address}", "bulk") from error
    return fsspec
