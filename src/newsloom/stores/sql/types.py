"""Column types that store Python values the same way in every dialect, and read them back.

Times are microseconds since 1970 in UTC, because SQLite has no type for them, and writing them in two ways would mean
two schemas. Text comes from strangers and keeps every character, including those that PostgreSQL and UTF-8 refuse.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, Never

import zstandard
from sqlalchemy import BigInteger, Dialect, Integer, LargeBinary, MetaData, Text
from sqlalchemy.types import TypeDecorator

from newsloom.timestamps import moment_of, timestamp

__all__ = ["METADATA", "Digest", "JsonText", "Key", "Moment", "PackedJson", "Unreadable", "Words", "json_of"]

# PostgreSQL refuses NUL, UTF-8 half of a surrogate pair; headers and broken pages contain both.
_REFUSED: Final = re.compile("[\x00\ud800-\udfff]")
_HALF_PAIR: Final = re.compile("[\ud800-\udfff]")
_ESCAPED: Final = "\x1b"

# SQLite numbers rows automatically only in a column declared INTEGER.
Key: Final = BigInteger().with_variant(Integer(), "sqlite")


class Moment(TypeDecorator[datetime]):
    """An aware time. A naive one is refused, because it is ambiguous."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:  # noqa: ARG002
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"the time {value} has no time zone")
        return timestamp(value)

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        return None if value is None else moment_of(value)


class Words(TypeDecorator[str]):
    """Text, with every character preserved."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        if value is None or not (value.startswith(_ESCAPED) or _REFUSED.search(value)):
            return value
        return _ESCAPED + json.dumps(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        if value is None or not value.startswith(_ESCAPED):
            return value
        text: str = json.loads(value.removeprefix(_ESCAPED))
        return text


class JsonText(TypeDecorator[Any]):
    """A record's fields as JSON. Text, not PostgreSQL's jsonb, which refuses NUL."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str:  # noqa: ARG002
        return json_of(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:  # noqa: ARG002
        return None if value is None else _read(lambda: json.loads(value))


class PackedJson(TypeDecorator[Any]):
    """A large record's fields as compressed JSON with a checksum."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> bytes:  # noqa: ARG002
        return zstandard.ZstdCompressor(write_checksum=True).compress(json_of(value).encode())

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> Any:  # noqa: ARG002
        return None if value is None else _read(lambda: json.loads(zstandard.ZstdDecompressor().decompress(value)))


class Digest(TypeDecorator[str]):
    """A digest in hex, stored in half the bytes."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> bytes | None:  # noqa: ARG002
        return None if value is None else bytes.fromhex(value)

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        return None if value is None else bytes(value).hex()


class Unreadable:
    """Stands in for a damaged document: accessing any field raises ``TypeError``."""

    def __init__(self, reason: str) -> None:
        self.reason = reason

    def __getitem__(self, _name: object) -> Never:
        raise TypeError(self.reason)


def _read(read: Callable[[], Any]) -> Any:
    try:
        return read()
    except (ValueError, zstandard.ZstdError, MemoryError) as error:
        return Unreadable(str(error) or type(error).__name__)


def json_of(value: Any, /) -> str:
    """A value as JSON that can be encoded in UTF-8."""
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _HALF_PAIR.sub(lambda half: f"\\u{ord(half.group()):04x}", written)


METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)
