from __future__ import annotations

import gzip
import io
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from newsloom.errors import InputError
from newsloom.pipeline.export import stored_articles, write_articles
from newsloom.records import Article, ArticleQuery, Block, Coverage, Image, Page, Report, Revision
from newsloom.stores.digests import article_id
from newsloom.stores.sqlite import MemoryStore

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
COUNT = 1203  # more than two portions


@pytest.fixture(scope="module")
def store():
    store = MemoryStore()
    with store.transaction() as transaction:
        for number in range(COUNT):
            at, url = NOON + timedelta(seconds=number), f"https://paper.example/{number}"
            transaction.pages.keep(Page(url=url, fetched_at=at, body=b"<p>%d" % number, content_type="text/html"))
            article = Article(url=url, title=f"Şehir {number}", text="One.\n\nTwo.", authors=("Ada Strand",))
            transaction.articles.keep(Revision(article=article, seen_at=at))
        edited = Article(
            url="https://paper.example/0",
            title="Şehir, edited",
            published=NOON,
            images=(Image(url="https://paper.example/p.jpg", credit="Ole"),),
        )
        transaction.articles.keep(Revision(article=edited, seen_at=NOON + timedelta(days=1)))
        body = b"<p>edited"
        transaction.pages.keep(Page(url="https://paper.example/0", fetched_at=NOON + timedelta(days=1), body=body))
    return store


def test_every_article_comes_once_as_it_reads_now(store):
    urls = [article.url for article in stored_articles(store)]
    assert len(urls) == len(set(urls)) == COUNT
    assert next(stored_articles(store)).title == "Şehir, edited"


def test_articles_can_be_chosen_by_time(store):
    query = ArticleQuery(since=NOON + timedelta(seconds=5), until=NOON + timedelta(seconds=8))
    chosen = stored_articles(store, query)
    assert [article.url[-1] for article in chosen] == ["5", "6", "7"]


def test_json_lines_read_back_as_the_same_articles(store, tmp_path):
    assert write_articles(store, stored_articles(store), tmp_path / "a.jsonl", "jsonl") == COUNT
    lines = (tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines()
    assert [Article.from_dict(json.loads(line)) for line in lines] == list(stored_articles(store))


def test_each_line_says_what_only_the_newsroom_knows():
    store, url = MemoryStore(), "https://www.paper.example/news/1"
    report = Report(url=url, paper="paper.example", seen_at=NOON)
    article = Article(url=url, title="Bridge opens", text="One.", blocks=(Block(text="One."),))
    with store.transaction() as transaction:
        transaction.articles.keep(Revision(article=article, seen_at=NOON))
        transaction.articles.keep(Revision(article=replace(article, text="Two."), seen_at=NOON + timedelta(hours=1)))
        transaction.stories.keep(
            Coverage(id="bridge", first_seen=NOON, last_seen=NOON, changed_at=NOON, reports=(report,))
        )
    stream = io.StringIO()
    write_articles(store, stored_articles(store), stream, "jsonl")
    line = json.loads(stream.getvalue())
    assert (line["id"], line["paper"], line["story"]) == (article_id(url), "paper.example", "bridge")
    assert line["first_seen"] == NOON.isoformat()
    assert line["changed_at"] == (NOON + timedelta(hours=1)).isoformat()
    assert line["blocks"][0]["text"] == "One."


def test_a_parquet_table_has_the_same_columns(store, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    write_articles(store, stored_articles(store), tmp_path / "a.parquet", "parquet")
    row = parquet.read_table(tmp_path / "a.parquet").to_pylist()[1]
    assert (row["id"], row["first_seen"]) == (article_id(row["url"]), NOON + timedelta(seconds=1))
    assert {"paper", "story", "changed_at", "blocks"} <= row.keys()


def test_json_lines_can_go_to_a_stream(store):
    stream = io.StringIO()
    assert write_articles(store, stored_articles(store), stream, "jsonl") == COUNT
    assert stream.getvalue().count("\n") == COUNT


def test_a_parquet_table_has_a_row_for_each_article(store, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    assert write_articles(store, stored_articles(store), tmp_path / "a.parquet", "parquet") == COUNT
    rows = parquet.read_table(tmp_path / "a.parquet").to_pylist()
    assert len(rows) == COUNT
    assert rows[1]["title"] == "Şehir 1"
    assert rows[1]["authors"] == ["Ada Strand"]
    assert rows[0]["published"] == NOON
    assert json.loads(rows[0]["images"])[0]["credit"] == "Ole"


def test_a_warc_has_every_version_of_every_page(store, tmp_path):
    archive = pytest.importorskip("warcio.archiveiterator")
    assert write_articles(store, stored_articles(store), tmp_path / "a.warc.gz", "warc") == COUNT + 1
    with gzip.open(tmp_path / "a.warc.gz") as stream:
        records = [(r.rec_headers["WARC-Target-URI"], r.raw_stream.read()) for r in archive.ArchiveIterator(stream)]
    assert records[:2] == [("https://paper.example/0", b"<p>0"), ("https://paper.example/0", b"<p>edited")]
    assert len(records) == COUNT + 1


def test_a_folder_that_is_not_there_is_an_input_error(store, tmp_path):
    with pytest.raises(InputError, match="no-such"):
        write_articles(store, stored_articles(store), tmp_path / "no-such" / "a.jsonl", "jsonl")


def test_an_export_that_breaks_off_leaves_the_old_file_alone(store, tmp_path):
    file = tmp_path / "a.jsonl"
    file.write_text("old", encoding="utf-8")

    def breaking():
        yield Article(url="https://paper.example/1")
        raise InputError("a page", "breaks off")

    with pytest.raises(InputError, match="breaks off"):
        write_articles(store, breaking(), file, "jsonl")
    assert file.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [file]
