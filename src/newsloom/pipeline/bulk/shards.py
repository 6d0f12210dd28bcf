"""Shards: divides inputs of any size into pieces of work that any worker can do.

A shard is a part of a file, a number of small files, or a day of a newsroom. It has the same name and the same pages in
every run while its input is the same. Nothing is read to find the borders: a part of a compressed archive begins with
the first record at or after a position in the file, and ends before the first record at or after another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from hashlib import blake2b
from pathlib import Path
from typing import Final

from newsloom.errors import InputError
from newsloom.pipeline.bulk.archive import SQLITE_MAGIC, archive_days, is_newsroom, pages_of_day
from newsloom.pipeline.bulk.compressed import is_compressed
from newsloom.pipeline.bulk.inputs import (
    PAGE_SUFFIXES,
    WARC_SUFFIXES,
    InputEntry,
    beginning_of,
    file_entry,
    lines_between,
    records_between,
)
from newsloom.pipeline.bulk.places import Place, file_stamp, files_below, place_at
from newsloom.pipeline.bulk.tables import PARQUET_MAGIC, row_groups, rows_in
from newsloom.pipeline.bulk.warc import WARC_MAGIC

__all__ = ["Shard", "entries_in", "plan_shards", "share_read"]

# The most bytes of a file in a shard: a minute of work if they are compressed.
_MOST_SHARD_BYTES: Final = 128 * 1024 * 1024
# A file becomes this many shards, so that all cores get some, unless they would have less than a second of work.
_SHARDS_OF_FILE: Final = 16
_LEAST_SHARD_BYTES: Final = 2 * 1024 * 1024

# A shard of small files has at most this many, and usually at least as many as make a second of work.
_MOST_FILES: Final = 4_000
_LEAST_FILES: Final = 250
# How much smaller compression makes pages.
_PAGES_IN_COMPRESSED: Final = 4
_LINE_SUFFIXES: Final = (".jsonl", ".jsonl.gz", ".jsonl.zst", ".ndjson", ".ndjson.gz")
_TABLE_SUFFIXES: Final = (".parquet",)
# Records and lines are named by where they begin.
_PLACE_NAME: Final = re.compile(r"(?:offset|byte) (\d+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shard:
    """A piece of an input. ``kind`` is how it is read, ``start`` and ``end`` which part of it, in bytes or row groups.

    ``name`` is the name of its results. ``stamp`` changes when the input is rewritten. ``size`` is in bytes, for the
    estimate of the time left.
    """

    name: str
    source: str
    kind: str
    stamp: str
    start: int = 0
    end: int | None = None
    files: tuple[str, ...] = ()
    size: int = 0


def plan_shards(sources: Iterable[str], *, shard_bytes: int | None = None) -> list[Shard]:
    """The shards of inputs, in order. With ``shard_bytes`` None, a file's parts depend only on its size.

    The last parts of a file are smaller then. The largest shards are done first, so the small ones are left for the
    end, when idle workers wait for the slowest.

    Raises ``InputError`` for an input that cannot be read or has an unknown format.
    """
    shards: dict[str, Shard] = {}
    for source in sources:
        for shard in _shards_of(source, shard_bytes):
            shards.setdefault(shard.name, shard)
    return list(shards.values())


def entries_in(shard: Shard) -> Iterator[InputEntry]:
    """The pages of a shard, in order."""
    place = place_at(shard.source)
    match shard.kind:
        case "records":
            return records_between(place, shard.start, shard.end)
        case "lines":
            return lines_between(place, shard.start, shard.end)
        case "rows":
            return iter(rows_in(place, shard.start, shard.end))
        case "days":
            return iter(pages_of_day(shard.source, date.fromordinal(shard.start)))
        case _:
            return iter([file_entry(place / name if name else place, name or place.name) for name in shard.files])


def share_read(shard: Shard, name: str, number: int) -> float:
    """The share of a shard that is done after its ``number``-th page, which has this name. 0 if unknown."""
    if shard.files:
        return number / len(shard.files)
    place = _PLACE_NAME.fullmatch(name)
    if place is None or shard.end is None or shard.kind not in ("records", "lines"):
        return 0.0
    return min(1.0, max(0.0, (int(place[1]) - shard.start) / max(shard.end - shard.start, 1)))


def _shards_of(source: str, shard_bytes: int | None) -> Iterator[Shard]:
    if is_newsroom(source):
        yield from _of_newsroom(source)
        return
    place = place_at(source)
    if place.is_dir():
        yield from _of_folder(place, shard_bytes)
    elif place.exists():
        yield from _of_file(place, shard_bytes)
    else:
        raise InputError(source, "there is no such file or folder")


def _of_folder(folder: Place, shard_bytes: int | None) -> Iterator[Shard]:
    pages: list[tuple[str, int]] = []
    for file in files_below(folder):
        name = file.name.lower()
        if name.endswith((*WARC_SUFFIXES, *_LINE_SUFFIXES, *_TABLE_SUFFIXES)):
            yield from _of_file(file, shard_bytes)
        elif name.endswith(PAGE_SUFFIXES):
            size, _ = file_stamp(file)
            pages.append((str(file).removeprefix(str(folder)).lstrip("/"), size))
    yield from _of_pages(folder, pages, shard_bytes)


def _of_pages(folder: Place, pages: list[tuple[str, int]], shard_bytes: int | None) -> Iterator[Shard]:
    part = min(max(len(pages) // _SHARDS_OF_FILE + 1, _LEAST_FILES), _MOST_FILES)
    most_bytes = _PAGES_IN_COMPRESSED * (shard_bytes or _MOST_SHARD_BYTES)
    waiting: list[tuple[str, int]] = []
    held, most = 0, _next_part(len(pages), len(pages), part)
    for number, page in enumerate(pages, start=1):
        waiting.append(page)
        held += page[1]
        if len(waiting) == most or held > most_bytes or number == len(pages):
            yield _of_files(folder, waiting)
            waiting, held, most = [], 0, _next_part(len(pages) - number, len(pages), part)


def _of_files(folder: Place, files: list[tuple[str, int]]) -> Shard:
    names = tuple(name for name, _ in files)
    stamp = _digest(*(f"{name}:{size}" for name, size in files))
    return _shard(folder, "files", stamp, files=names, size=sum(size for _, size in files))


def _of_file(file: Place, shard_bytes: int | None) -> Iterator[Shard]:
    size, stamp = file_stamp(file)
    beginning = beginning_of(file)
    if beginning.startswith(SQLITE_MAGIC):
        yield from _of_newsroom(str(file))
    elif beginning.startswith(PARQUET_MAGIC):
        yield from _of_table(file, stamp, shard_bytes)
    elif beginning.startswith(WARC_MAGIC):
        yield from _parts(file, "records", stamp, _cut(size, shard_bytes) if _begins_compressed(file) else [size])
    elif beginning.startswith(b"{"):
        yield from _parts(file, "lines", stamp, [size] if _begins_compressed(file) else _cut(size, shard_bytes))
    elif beginning.startswith(b"<"):
        yield _shard(file, "files", stamp, files=("",), size=size)
    elif beginning:
        reason = 'wanted a WARC, Parquet, a newsroom, or JSON lines with "url" and "html"'
        raise InputError(str(file), reason)


def _begins_compressed(file: Place) -> bool:
    with file.open("rb") as stream:
        return is_compressed(stream.read(4))


def _parts(file: Place, kind: str, stamp: str, sizes: Iterable[int]) -> Iterator[Shard]:
    start = 0
    for size in sizes:
        # The last part ends at the size known now: what is appended later is not part of this run.
        yield _shard(file, kind, stamp, start=start, end=start + size, size=size)
        start += size


def _cut(size: int, shard_bytes: int | None) -> Iterator[int]:
    """The sizes of the parts of a file."""
    left = size
    while left:
        part = min(shard_bytes or _next_part(left, size, _part_of(size)), left)
        yield part
        left -= part


def _part_of(size: int) -> int:
    return min(max(size // _SHARDS_OF_FILE + 1, _LEAST_SHARD_BYTES), _MOST_SHARD_BYTES)


def _next_part(left: int, whole: int, part: int) -> int:
    """The size of the next part. Of more than four parts, two of the last four are halved and two quartered."""
    if left > 4 * part or whole <= 4 * part:
        return part
    smaller = part // 2 if left > 2 * part else part // 4
    # Avoids a tiny part at the end.
    return smaller if left >= smaller * 3 // 2 else left


def _of_table(file: Place, stamp: str, shard_bytes: int | None) -> Iterator[Shard]:
    groups = row_groups(file)
    whole = sum(size for _, size in groups) // _PAGES_IN_COMPRESSED
    start, held, left = 0, 0, whole
    for number, (_, size) in enumerate(groups, start=1):
        held += size // _PAGES_IN_COMPRESSED
        if held >= (shard_bytes or _next_part(left, whole, _part_of(whole))) or number == len(groups):
            yield _shard(file, "rows", stamp, start=start, end=number, size=held)
            start, held, left = number, 0, left - held


def _of_newsroom(newsroom: str) -> Iterator[Shard]:
    for day, stamp in archive_days(newsroom):
        # A password in the address must not affect the name.
        source = re.sub(r"//[^@/]*@", "//", newsroom)
        name = f"newsroom-{day.isoformat()}-{_digest(source, stamp)}"
        yield Shard(name=name, source=newsroom, kind="days", stamp=stamp, start=day.toordinal(), size=1)


def _shard(  # noqa: PLR0913 - a record's fields
    place: Place,
    kind: str,
    stamp: str,
    *,
    start: int = 0,
    end: int | None = None,
    files: tuple[str, ...] = (),
    size: int = 0,
) -> Shard:
    source = str(place.resolve()) if isinstance(place, Path) else str(place)
    # The stem is for people; the digest makes the name unique.
    stem = re.sub(r"[^A-Za-z0-9._-]", "_", place.name)[:80] or "pages"
    digest = _digest(source, kind, stamp, str(start), str(end), files[0] if files else "")
    name = f"{stem}-{start:012d}-{digest}" if kind in ("records", "lines", "rows") else f"{stem}-{digest}"
    return Shard(name=name, source=source, kind=kind, stamp=stamp, start=start, end=end, files=files, size=max(size, 1))


def _digest(*parts: str) -> str:
    return blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=5).hexdigest()
