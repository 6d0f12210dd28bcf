from __future__ import annotations

import gzip
import json
import statistics

import numpy as np
import pytest

from newsloom.errors import CorpusError
from newsloom.evaluation.corpora.stories import SetKind, companion, kind_of_set, set_name
from newsloom.evaluation.desk import desk_cells, evaluate_desk, pearson

QUAKE = "An earthquake shook the harbour of Norvik. Mayor Lind asked the army for help and water."
RATES = "The central bank of Zubrowka raised interest rates against inflation."


def written(path, *lines):
    path.write_bytes(gzip.compress("\n".join(json.dumps(line) for line in lines).encode()))
    return path


@pytest.fixture
def stories(tmp_path):
    lines = [{"id": str(n), "text": text, "story": text[:5], "lang": "en"} for n, text in enumerate((QUAKE, RATES))]
    return written(tmp_path / "news.jsonl.gz", *lines)


@pytest.fixture
def pairs(tmp_path):
    texts = {"a": QUAKE, "b": QUAKE + " Divers came.", "c": RATES, "d": "Ein Erdbeben erschütterte Norvik."}
    articles = [{"id": name, "text": text, "lang": "de" if name == "d" else "en"} for name, text in texts.items()]
    written(tmp_path / "pairs-articles.jsonl.gz", *articles)
    graded = [("a", "b", "en-en", 1.0), ("a", "c", "en-en", 4.0), ("b", "c", "en-en", 3.5), ("a", "d", "en-de", 1.5)]
    lines = [{"a": a, "b": b, "lang": language, "overall": grade} for a, b, language, grade in graded]
    return written(tmp_path / "pairs.jsonl.gz", *lines, {"a": "a", "b": "gone", "lang": "en-en", "overall": 2})


@pytest.fixture
def counts(tmp_path):
    """Two topics of six documents each, by turns, and a third of one."""
    topics = [1, 2] * 6 + [3]
    documents = [{10 * topic + word: 2 for word in range(8)} | {90 + place: 1} for place, topic in enumerate(topics)]
    arrays = {
        "indptr": np.cumsum([0, *map(len, documents)]),
        "indices": [term for one in documents for term in one],
        "data": [count for one in documents for count in one.values()],
        "topic": topics,
        "mmdd": [101 + place for place in range(len(topics))],
    }
    np.savez(tmp_path / "tdt.npz", **{name: np.array(values) for name, values in arrays.items()})
    return tmp_path / "tdt.npz"


def scores(path, **options):
    return {(one.question, one.measure): one for one in evaluate_desk(path, **options)}


def test_summaries_are_judged_where_people_wrote_some(stories, tmp_path):
    assert evaluate_desk(stories) == ()
    written(tmp_path / "news-summaries.jsonl.gz", {"story": QUAKE[:5], "summary": QUAKE})
    found = scores(stories)
    assert found["summaries of 60 words", "ROUGE-1 F"].score == 1.0
    assert found["summaries of 60 words", "ROUGE-L F"].cases == 1


def test_pairs_are_judged_by_how_their_likeness_follows_peoples_grades(pairs):
    found = scores(pairs)
    assert found["pairs, English", "Pearson"].score > 0.9
    assert found["pairs, English", "Pearson"].cases == 3, "a pair without an article is no pair"
    assert ("pairs, across languages", "Pearson") not in found, "of one pair nothing can be said"


def test_first_stories_and_tracking_are_judged_by_their_cost(counts):
    found = scores(counts)
    assert found["first stories", "cost"].score == 0.0
    assert found["first stories", "cost"].cases == 3
    assert found["tracking from 1", "cost, one threshold"].score == pytest.approx(0.0)
    assert found["tracking from 4", "cost, a threshold a topic"].cases == 2


def test_a_limit_takes_the_first(counts):
    assert scores(counts, limit=2)["first stories", "cost"].cases == 2


def test_cells_are_text(counts):
    header, rows = desk_cells(evaluate_desk(counts))
    assert header == ("set", "question", "measure", "score", "cases")
    assert rows[0] == ("tdt", "first stories", "cost", "0.000", "3")


def test_a_set_is_known_by_its_first_line(stories, pairs, counts, tmp_path):
    assert [kind_of_set(path) for path in (stories, pairs, counts)] == [SetKind.STORIES, SetKind.PAIRS, SetKind.COUNTS]
    assert kind_of_set(written(tmp_path / "empty.jsonl.gz")) is SetKind.STORIES
    assert set_name(counts) == "tdt"
    assert companion(pairs, "articles").name == "pairs-articles.jsonl.gz"


def test_pairs_without_their_articles_are_refused(pairs):
    companion(pairs, "articles").unlink()
    with pytest.raises(CorpusError, match="pairs-articles"):
        evaluate_desk(pairs)


def test_a_hand_computed_correlation():
    # Deviations -1 0 1 and -1 1 0: products add up to 1, squares to 2 each.
    assert pearson([1, 2, 3], [1, 3, 2]) == pytest.approx(0.5)


def test_correlation_the_other_way_round():
    assert pearson([1, 2, 3], [6, 4, 2]) == pytest.approx(-1.0)


@pytest.mark.parametrize(("a", "b"), [([], []), ([1], [2]), ([1, 1], [1, 2])])
def test_where_nothing_varies_nothing_can_be_said(a, b):
    assert pearson(a, b) is None


def test_rows_of_different_lengths_are_a_mistake():
    with pytest.raises(statistics.StatisticsError):
        pearson([1, 2], [1, 2, 3])
