from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from newsloom.logs import configure, log_failure, stage_logger
from newsloom.records import Failure


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    yield io.StringIO()
    configure()


def test_nothing_is_printed_unless_asked_for(stream):
    configure(stream=stream)
    stage_logger("newsloom.fetch").error("the server is gone")
    assert stream.getvalue() == ""


def test_a_line_of_text_has_time_level_logger_and_message(stream):
    configure(verbose=1, stream=stream)
    stage_logger("newsloom.fetch.robots").info("read %s", "https://paper.example/robots.txt", extra={"status": 200})
    time, _, rest = stream.getvalue().partition(" ")
    assert rest == "INFO newsloom.fetch.robots: read https://paper.example/robots.txt\n"
    assert datetime.fromisoformat(time).tzinfo is not None


def test_a_line_of_json_has_the_facts_as_fields(stream):
    configure(log_format="json", stream=stream)
    at = datetime(2026, 5, 3, 10, 12, tzinfo=UTC)
    stage_logger("newsloom.fetch").warning("%s failed", "https://a.example/", extra={"kind": "timeout", "at": at})
    line = json.loads(stream.getvalue())
    assert datetime.fromisoformat(line.pop("time")).tzinfo is not None
    assert line == {
        "level": "WARNING",
        "logger": "newsloom.fetch",
        "message": "https://a.example/ failed",
        "kind": "timeout",
        "at": "2026-05-03T10:12:00+00:00",
    }


@pytest.mark.parametrize(("verbose", "levels"), [(1, ["INFO"]), (2, ["DEBUG", "INFO"])])
def test_decisions_are_printed_with_the_second_verbose(stream, verbose, levels):
    configure(verbose=verbose, log_format="json", stream=stream)
    logger = stage_logger("newsloom.fetch.politeness")
    logger.debug("waiting")
    logger.info("done")
    assert [json.loads(line)["level"] for line in stream.getvalue().splitlines()] == levels


def test_what_a_server_says_cannot_start_a_line_of_its_own(stream):
    configure(verbose=1, stream=stream)
    stage_logger("newsloom.fetch").warning("refused: %s", "no\n2026-01-01 INFO all is well \x1b[2J")
    assert stream.getvalue().count("\n") == 1
    assert "\x1b" not in stream.getvalue()


def test_a_second_call_replaces_the_first(stream):
    first = io.StringIO()
    configure(verbose=1, stream=first)
    configure(verbose=1, stream=stream)
    stage_logger("newsloom.fetch").info("done")
    assert (first.getvalue(), stream.getvalue().count("\n")) == ("", 1)


def test_a_traceback_is_kept(stream):
    configure(log_format="json", stream=stream)
    try:
        raise ValueError("no such page")
    except ValueError:
        stage_logger("newsloom.portal").exception("a request failed")
    assert "ValueError: no such page" in json.loads(stream.getvalue())["exception"]


def test_lines_are_not_printed_twice_where_the_root_logger_has_a_handler(stream):
    root = logging.getLogger()
    above = io.StringIO()
    handler = logging.StreamHandler(above)
    root.addHandler(handler)
    try:
        configure(verbose=1, stream=stream)
        stage_logger("newsloom.fetch").info("done")
    finally:
        root.removeHandler(handler)
    assert (above.getvalue(), stream.getvalue().count("\n")) == ("", 1)


def test_a_failure_is_one_line_with_its_facts(caplog):
    failure = Failure(
        url="https://a.example/story", stage="fetch", kind="timeout", reason="no complete answer within 30 s"
    )
    log_failure(stage_logger("newsloom.fetch"), failure)
    (record,) = caplog.records
    assert record.getMessage() == "https://a.example/story failed in fetch (timeout): no complete answer within 30 s"
    assert (record.url, record.stage, record.kind, record.reason) == (
        failure.url,
        failure.stage,
        failure.kind,
        failure.reason,
    )
    assert record.levelname == "WARNING"
