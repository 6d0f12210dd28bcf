from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.dialects import sqlite

from newsloom.stores.sql.types import Digest, JsonText, Moment, PackedJson, Words

DIALECT = sqlite.dialect()

any_text = st.text(st.characters(codec=None, exclude_categories=()))
moments = st.datetimes(timezones=st.just(UTC)) | st.datetimes(
    min_value=datetime(2, 1, 1),
    max_value=datetime(9998, 1, 1),
    timezones=st.just(timezone(timedelta(hours=5, minutes=30))),
)


def there_and_back(kind, value):
    written = kind.process_bind_param(value, DIALECT)
    return written, kind.process_result_value(written, DIALECT)


@given(any_text)
def test_any_text_comes_back_from_what_every_database_takes(text):
    written, read = there_and_back(Words(), text)
    assert read == text
    assert "\x00" not in written
    written.encode()


@given(st.dictionaries(any_text, any_text))
def test_any_document_is_written_as_text_that_every_database_takes(document):
    written, _ = there_and_back(JsonText(), document)
    assert "\x00" not in written
    written.encode()


@pytest.mark.parametrize("kind", [JsonText(), PackedJson()], ids=["plain", "packed"])
def test_a_document_with_strange_characters_comes_back(kind):
    document = {"text": "a\x00b", "half": "\ud83d", "plain": "Ω 🗞"}
    assert there_and_back(kind, document)[1] == document


@given(moments)
def test_a_moment_comes_back_to_the_microsecond(moment):
    read = there_and_back(Moment(), moment)[1]
    assert read == moment
    assert read.tzinfo is UTC


def test_a_time_without_a_zone_is_refused():
    with pytest.raises(ValueError, match="no time zone"):
        Moment().process_bind_param(datetime(2026, 11, 1), DIALECT)


def test_silence_is_kept():
    for kind in (Words(), Moment(), Digest()):
        assert there_and_back(kind, None) == (None, None)


def test_a_digest_takes_half_its_letters():
    written, read = there_and_back(Digest(), "ab" * 32)
    assert (len(written), read) == (32, "ab" * 32)
