"""Writes each request and response as sent to WARC files (ISO 28500:2017, WARC/1.1).

Files have a limited size. A pair of records is written at once, each record as a gzip member of its own, so a truncated
file is readable up to the cut; a file still being written is named ``….open``. A payload seen before is written as a
revisit. Needs the extra ``bulk``. Reads nothing.
"""

from __future__ import annotations

import contextlib
import io
import os
from collections import OrderedDict
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from newsloom.errors import MissingExtra, StoreError
from newsloom.fetch.request import Response
from newsloom.fetch.settings import Runtime
from newsloom.logs import INFO, log_event, stage_logger

__all__ = ["WarcWriter"]

_LOG: Final = stage_logger(__name__)

# The size that the standard recommends (annex D).
_FILE_BYTES: Final = 1_000_000_000
_MAX_REMEMBERED: Final = 100_000
# A revisit names the first record in some 400 bytes; smaller payloads are written again.
_MIN_REVISIT_BYTES: Final = 500
_VERSION: Final = "WARC/1.1"
_SOFTWARE: Final = "newsloom"


class WarcWriter:
    """An ``archive`` for the client: called with every response, closed at the end."""

    def __init__(self, folder: Path, *, max_file_bytes: int = _FILE_BYTES, runtime: Runtime | None = None) -> None:
        try:
            # Optional, and only archives need it.
            from warcio.statusandheaders import StatusAndHeaders  # noqa: PLC0415
            from warcio.warcwriter import WARCWriter  # noqa: PLC0415
        except ImportError as error:
            raise MissingExtra("writing WARC files", "bulk") from error
        self._folder = folder
        self._max_file_bytes = max_file_bytes
        self._runtime = runtime or Runtime()
        self._buffer = io.BytesIO()
        self._records: Any = WARCWriter(self._buffer, gzip=True, warc_version=_VERSION)
        self._head: Any = _head_class(StatusAndHeaders)
        self._file: io.FileIO | None = None
        self._path = folder
        self._size = 0
        self._serial = 0
        self._met: OrderedDict[str, tuple[str, str]] = OrderedDict()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __call__(self, response: Response) -> None:
        """Write one exchange. Raises ``StoreError`` if it cannot be written."""
        date = _warc_date(self._runtime.now())
        pair = self._request(response, date), self._response(response, date)
        try:
            if self._file is None:
                self._open()
            self._records.write_request_response_pair(*pair)
            self._write()
            if self._size >= self._max_file_bytes:
                self.close()
        except OSError as error:
            raise StoreError(str(self._path), f"the archive cannot be written: {error}") from error

    def close(self) -> None:
        """Finish the file being written, if any. The next exchange begins another."""
        if self._file is None:
            return
        os.fsync(self._file.fileno())
        self._file.close()
        self._file = None
        finished = self._path.rename(self._path.with_suffix(""))
        log_event(_LOG, INFO, "wrote %(path)s: %(bytes)d bytes", path=str(finished), bytes=self._size)

    def _open(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        now = self._runtime.now()
        self._serial += 1
        name = f"newsloom-{now:%Y%m%d%H%M%S}-{os.getpid()}-{self._serial:05}.warc.gz"
        self._path = self._folder / f"{name}.open"
        # Unbuffered: a buffer would later retry what could not be written, without our knowledge.
        self._file = self._path.open("xb", buffering=0)
        self._size = 0
        about = {"software": _SOFTWARE, "format": "WARC File Format 1.1"}
        self._records.write_record(self._records.create_warcinfo_record(name, about))
        self._write()

    def _write(self) -> None:
        """Write everything in the buffer, or nothing if the write fails."""
        assert self._file is not None  # noqa: S101 - opened by the caller
        written = self._buffer.getvalue()
        self._buffer.seek(0)
        self._buffer.truncate()
        rest = memoryview(written)
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError:
            with contextlib.suppress(OSError):
                self._file.seek(self._size)
                self._file.truncate()
            raise
        self._size += len(written)

    def _response(self, response: Response, date: str) -> Any:
        url = str(response.url)
        head = self._head(
            f"{response.status} {_as_sent(response.reason)}".strip(" "),
            _archived_headers(response),
            protocol="HTTP/1.1",
        )
        facts = {"WARC-Date": date}
        if response.peer:
            facts["WARC-IP-Address"] = response.peer
        if response.is_cut:
            facts["WARC-Truncated"] = "length"
        record = self._records.create_warc_record(
            url,
            "response",
            payload=io.BytesIO(response.body),
            length=len(response.body),
            http_headers=head,
            warc_headers_dict=dict(facts),
        )
        digest = str(record.rec_headers.get_header("WARC-Payload-Digest"))
        first = self._first_met(digest, url, date) if len(response.body) >= _MIN_REVISIT_BYTES else None
        if first is None:
            return record
        return self._records.create_revisit_record(url, digest, *first, http_headers=head, warc_headers_dict=facts)

    def _request(self, response: Response, date: str) -> Any:
        lines = [(name, _as_sent(value)) for name, value in response.request_headers.items()]
        head = self._head(f"GET {response.url.raw_path_qs} HTTP/1.1", lines, is_http_request=True)
        return self._records.create_warc_record(
            str(response.url), "request", http_headers=head, warc_headers_dict={"WARC-Date": date}
        )

    def _first_met(self, digest: str, url: str, date: str) -> tuple[str, str] | None:
        """Where and when the payload was first written. None if it is new; it is then remembered."""
        first = self._met.get(digest)
        if first is None:
            self._met[digest] = (url, date)
            if len(self._met) > _MAX_REMEMBERED:
                self._met.popitem(last=False)
        else:
            self._met.move_to_end(digest)
        return first


def _head_class(parent: Any) -> Any:
    """warcio's status and headers, written byte for byte: its own class escapes headers and fails on a status line."""

    class Head(parent):  # type: ignore[misc]
        def to_ascii_bytes(self, filter_func: Any = None) -> bytes:
            return bytes(self.to_bytes(filter_func, "latin-1"))

    return Head


def _archived_headers(response: Response) -> list[tuple[str, str]]:
    """The headers, with those of the transport renamed: the body is stored without chunks."""
    moved = {"transfer-encoding", "content-length"}
    headers = [
        (f"X-Archive-Orig-{name}" if name.lower() in moved else name, _as_sent(value))
        for name, value in response.headers.items()
    ]
    return [*headers, ("Content-Length", str(len(response.body)))]


def _as_sent(value: str) -> str:
    """The value as sent: bytes that are not UTF-8 decoded as Latin-1, without line breaks."""
    return value.encode("utf-8", "surrogateescape").decode("latin-1").replace("\r", " ").replace("\n", " ")


def _warc_date(now: datetime) -> str:
    return now.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
