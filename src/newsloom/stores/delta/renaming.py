"""Finds names that changed between two versions of a page, as a list of renames, and applies such a list.

Some sites shuffle the variables of a script and the ids of their drawings with every request: nothing has changed, but
hardly a line is the same. Here both versions are read as words and separators, matched where the separators are equal,
and each new name of a word is recorded with the position where it begins. The quality of the matching affects only the
size of the result, never its correctness.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from newsloom.stores.delta.alignment import aligned

__all__ = ["Rename", "read_renames", "renamed", "renames", "write_renames"]

# A UUID is one name, because it changes as a whole. Letters, digits, _ and $ form names in JavaScript.
_WORD: Final = re.compile(rb"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9A-Za-z_$]+|[^0-9A-Za-z_$]+")
_UUID: Final = re.compile(rb"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
_UUID_BYTES: Final = 16

# A word used only once under its new name costs as much here as in the difference itself.
_FEWEST_USES: Final = 2


@dataclass(frozen=True, slots=True)
class Rename:
    """From the word at this position on, every occurrence of that word is replaced by ``name``."""

    position: int
    name: bytes


def renames(earlier: bytes, later: bytes, /) -> list[Rename]:
    """The renames that turn words of the earlier version into those of the later one, ordered by position."""
    old_words, new_words = _WORD.findall(earlier), _WORD.findall(later)
    uses: dict[bytes, list[_Use]] = {}
    for position, new in aligned(old_words, new_words):
        runs = uses.setdefault(old_words[position], [])
        if runs and runs[-1].name == new_words[new]:
            runs[-1].count += 1
        else:
            runs.append(_Use(position, new_words[new]))
    found = (rename for word, runs in uses.items() for rename in _worthwhile(word, runs))
    return sorted(found, key=lambda rename: rename.position)


def renamed(earlier: bytes, found: Iterable[Rename], /) -> bytes:
    """The earlier version with the renames applied."""
    words: list[bytes] = _WORD.findall(earlier)
    begins = {rename.position: rename.name for rename in found}
    changed = {words[position] for position in begins}
    names: dict[bytes, bytes] = {}
    for position, word in enumerate(words):
        if word in changed:
            if position in begins:
                names[word] = begins[position]
            words[position] = names.get(word, word)
    return b"".join(words)


def write_renames(found: list[Rename], /) -> bytes:
    """The list as bytes: gaps between positions, lengths of names, UUIDs in binary, other names."""
    gaps = [after - before for before, after in itertools.pairwise([0, *(rename.position for rename in found)])]
    is_uuid = [_UUID.fullmatch(rename.name) is not None for rename in found]
    lengths = [0 if uuid else len(rename.name) for rename, uuid in zip(found, is_uuid, strict=True)]
    uuids = b"".join(_binary(rename.name) for rename, uuid in zip(found, is_uuid, strict=True) if uuid)
    others = b"".join(rename.name for rename, uuid in zip(found, is_uuid, strict=True) if not uuid)
    return b"".join(map(_number, [len(found), *gaps, *lengths])) + uuids + others


def read_renames(data: bytes, /) -> list[Rename]:
    """The inverse of ``write_renames``."""
    numbers = _Numbers(data)
    count = numbers.next()
    gaps = [numbers.next() for _ in range(count)]
    lengths = [numbers.next() for _ in range(count)]
    uuid_at = numbers.position
    other_at = uuid_at + _UUID_BYTES * lengths.count(0)
    found = []
    position = 0
    for gap, length in zip(gaps, lengths, strict=True):
        position += gap
        if length:
            name, other_at = data[other_at : other_at + length], other_at + length
        else:
            name, uuid_at = _text(data[uuid_at : uuid_at + _UUID_BYTES]), uuid_at + _UUID_BYTES
        found.append(Rename(position, name))
    return found


@dataclass(slots=True)
class _Use:
    """A part of the page in which a word has the same new name."""

    position: int
    name: bytes
    count: int = 1


def _worthwhile(word: bytes, runs: list[_Use]) -> Iterator[Rename]:
    name = word
    for run in runs:
        if run.count >= _FEWEST_USES and run.name != name:
            name = run.name
            yield Rename(run.position, name)


def _binary(uuid: bytes) -> bytes:
    return bytes.fromhex(uuid.replace(b"-", b"").decode())


def _text(uuid: bytes) -> bytes:
    digits = uuid.hex()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:])).encode()


def _number(value: int) -> bytes:
    # Seven bits per byte, lowest first; all bytes but the last have the eighth bit set.
    written = bytearray()
    while value > 0x7F:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    written.append(value)
    return bytes(written)


class _Numbers:
    """Reads what ``_number`` wrote."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.position = 0

    def next(self) -> int:
        value = shift = 0
        while True:
            byte = self._data[self.position]
            self.position += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte <= 0x7F:
                return value
