from __future__ import annotations

import gzip
import json
from datetime import UTC, datetime

import numpy as np
import pytest

from newsloom.errors import CorpusError
from newsloom.evaluation.corpora.stories import (
    read_articles,
    read_pairs,
    read_stories,
    read_summaries,
    read_term_counts,
)

FERRY = {
    "id": "1",
    "title": "Ferry late",
    "text": "Fog had closed the harbour.",
    "lang": "en",
    "story": "ferry",
    "date": "2019-03-04T00:00:00+00:00",
    "url": "https://www.harbour-post.example/ferry",
    "source": "Harbour Post",
    "topic": "sea",
}


def written(tmp_path, *lines, name="set.jsonl.gz"):
    path = tmp_path / name
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    return path


def test_every_label_arrives(tmp_path):
    path = written(tmp_path, json.dumps(FERRY), "", json.dumps({"id": "2", "title": "Bridge open", "story": "bridge"}))
    found = read_stories(path)
    assert found.name == "set"
    assert found.ids == ("1", "2")
    assert found.labels == ("ferry", "bridge")
    assert found.topics == ("sea", None)
    ferry, bridge = found.articles
    assert (ferry.title, ferry.text, ferry.language) == ("Ferry late", "Fog had closed the harbour.", "en")
    assert (ferry.date, ferry.published) == ("2019-03-04", datetime(2019, 3, 4, tzinfo=UTC))
    assert (ferry.url, ferry.site) == ("https://www.harbour-post.example/ferry", "Harbour Post")
    assert (bridge.text, bridge.date) == ("", None)


def test_articles_by_id(tmp_path):
    assert read_articles(written(tmp_path, json.dumps(FERRY)))["1"].title == "Ferry late"


def test_what_is_not_a_number_is_nothing(tmp_path):
    path = written(tmp_path, '{"id": "1", "story": "a", "title": "Rain", "source": NaN}')
    assert read_stories(path).articles[0].site is None


def test_a_day_without_a_zone_is_a_day_in_utc(tmp_path):
    article = read_articles(written(tmp_path, json.dumps(FERRY | {"date": "2019-03-04"})))["1"]
    assert article.published == datetime(2019, 3, 4, tzinfo=UTC)


def test_summaries_by_story(tmp_path):
    path = written(tmp_path, json.dumps({"story": "ferry", "title": "Ferry late", "summary": "It was late."}))
    assert read_summaries(path) == {"ferry": "It was late."}


def test_pairs_with_their_grade(tmp_path):
    path = written(tmp_path, json.dumps({"a": "1", "b": "2", "lang": "en-tr", "overall": 2}))
    (pair,) = read_pairs(path)
    assert (pair.a, pair.b, pair.overall, pair.is_cross_language) == ("1", "2", 2.0, True)


@pytest.mark.parametrize(
    "line",
    [
        "[]",
        "{",
        '{"story": "a"}',
        '{"id": "1"}',
        '{"id": 1, "story": "a"}',
        '{"id": "1", "story": "a", "text": []}',
        '{"id": "1", "story": "a", "date": "yesterday"}',
        "[" * 100_000,
    ],
)
def test_a_line_of_another_shape_is_refused_with_its_place(tmp_path, line):
    with pytest.raises(CorpusError, match="line 2"):
        read_stories(written(tmp_path, json.dumps(FERRY), line))


@pytest.mark.parametrize("grade", ["2", None, True])
def test_a_grade_must_be_a_number(tmp_path, grade):
    with pytest.raises(CorpusError, match="overall"):
        read_pairs(written(tmp_path, json.dumps({"a": "1", "b": "2", "lang": "en-en", "overall": grade})))


def test_a_file_that_is_not_compressed_is_refused(tmp_path):
    path = tmp_path / "plain.jsonl.gz"
    path.write_text(json.dumps(FERRY))
    with pytest.raises(CorpusError, match="plain"):
        read_stories(path)


def test_a_file_cut_short_is_refused(tmp_path):
    path = written(tmp_path, *[json.dumps(FERRY | {"id": str(number)}) for number in range(50)])
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(CorpusError):
        read_stories(path)


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(CorpusError, match="nowhere"):
        read_stories(tmp_path / "nowhere.jsonl.gz")
    with pytest.raises(CorpusError, match="nowhere"):
        read_term_counts(tmp_path / "nowhere.npz")


COUNTS = {"indptr": [0, 2, 3], "indices": [4, 7, 7], "data": [1, 2, 5], "topic": [3, 9], "mmdd": [112, 105]}


def counted(tmp_path, **changes):
    path = tmp_path / "tdt.npz"
    np.savez_compressed(path, **{name: np.array(values) for name, values in (COUNTS | changes).items()})
    return path


def test_term_counts_by_document_and_day(tmp_path):
    found = read_term_counts(counted(tmp_path))
    assert found.document(0) == {4: 1, 7: 2}
    assert found.document(1) == {7: 5}
    assert found.topics.tolist() == [3, 9]
    assert found.arrival.tolist() == [1, 0]


@pytest.mark.parametrize("changes", [{"topic": [3]}, {"indptr": [0, 2, 9]}, {"data": [1]}])
def test_arrays_that_do_not_fit_are_refused(tmp_path, changes):
    with pytest.raises(CorpusError, match="fit each other"):
        read_term_counts(counted(tmp_path, **changes))


def test_an_archive_without_the_arrays_is_refused(tmp_path):
    path = tmp_path / "other.npz"
    np.savez(path, indptr=np.array([0]))
    with pytest.raises(CorpusError, match="indices"):
        read_term_counts(path)


def test_a_pickled_array_is_not_opened(tmp_path):
    path = tmp_path / "pickled.npz"
    np.savez(path, **{name: np.array([object()], dtype=object) for name in COUNTS})
    with pytest.raises(CorpusError):
        read_term_counts(path)
