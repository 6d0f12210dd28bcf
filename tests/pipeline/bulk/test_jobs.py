from __future__ import annotations

import gzip
import itertools
import json
import os
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import blake2b

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard
from tests.pipeline.bulk.archives import answer, record, story, zipped
from tests.pipeline.bulk.titles import ProcessStep, TitleStep

from newsloom.errors import InputError
from newsloom.pipeline.bulk.jobs import JobOptions, read_pages
from newsloom.pipeline.bulk.shards import entries_in, plan_shards
from newsloom.pipeline.bulk.steps.extract import ExtractStep
from newsloom.records import Article, Link, Page, Revision, Source
from newsloom.stores import open_store

ONE = JobOptions(workers=1)
SMALL = replace(ONE, shard_bytes=4_000)
STEP = ExtractStep(fields=("url", "title", "is_article", "word_count"))


def rows_of(folder) -> list[dict]:
    return [row for file in sorted(folder.glob("*.parquet")) for row in pq.read_table(file).to_pylist()]


def titles(folder) -> list[str]:
    return sorted(row["title"] for row in rows_of(folder))


@pytest.fixture
def crawl(tmp_path):
    """An archive of 60 pages in gzip, where a record is a member."""
    file = tmp_path / "crawl.warc.gz"
    pages = [record(answer(story(f"Bridge {number} opens")), WARC_Date="2024-05-03T10:00:00Z") for number in range(60)]
    file.write_bytes(zipped([record(b"x", kind="warcinfo"), *pages]))
    return file


EXPECTED = sorted(f"Bridge {number} opens" for number in range(60))


def test_parts_of_an_archive_meet_exactly(crawl, tmp_path):
    for size in (700, 4_000, 10**9):
        out = tmp_path / f"out {size}"
        report = read_pages(STEP, [str(crawl)], str(out), replace(ONE, shard_bytes=size))
        assert titles(out) == EXPECTED
        assert report.counts["pages"] == report.counts["articles"] == 60
        assert len(list(out.glob("*.parquet"))) == report.tasks == -(-crawl.stat().st_size // size)


def test_zstd_lines_and_tables_give_the_same_pages(crawl, tmp_path):
    records = gzip.decompress(crawl.read_bytes()).split(b"WARC/1.1\r\n")[1:]
    frames = [zstandard.compress(b"WARC/1.1\r\n" + one) for one in records]
    (tmp_path / "crawl.warc.zst").write_bytes(b"".join(frames))
    lines = [{"url": "https://paper.example/a", "html": story(title).decode()} for title in EXPECTED]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (tmp_path / "pages.jsonl").write_text(text)
    (tmp_path / "pages.jsonl.zst").write_bytes(zstandard.compress(text.encode()))
    pq.write_table(pa.Table.from_pylist(lines), tmp_path / "pages.parquet", row_group_size=7)
    for name in ("crawl.warc.zst", "pages.jsonl", "pages.jsonl.zst", "pages.parquet"):
        out = tmp_path / f"out of {name}"
        read_pages(STEP, [str(tmp_path / name)], str(out), SMALL)
        assert titles(out) == EXPECTED, name


def test_a_run_that_was_ended_goes_on_with_the_shards_that_are_missing(crawl, tmp_path):
    out = tmp_path / "out"

    def stop(report):
        if report.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        read_pages(STEP, [str(crawl)], str(out), SMALL, stop)
    kept = {file.name: file.stat().st_mtime_ns for file in out.glob("*.parquet")}
    assert len(kept) == 2
    report = read_pages(STEP, [str(crawl)], str(out), SMALL)
    assert report.taken_up == 2
    assert {file.name: file.stat().st_mtime_ns for file in out.glob("*.parquet") if file.name in kept} == kept
    assert titles(out) == EXPECTED
    assert not [file.name for file in out.iterdir() if "unfinished" in file.name]


def test_two_workers_that_are_interrupted_leave_nothing_half_done(crawl, tmp_path):
    out, two = tmp_path / "out", replace(SMALL, workers=2)

    def stop(report):
        if report.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        read_pages(STEP, [str(crawl)], str(out), two, stop)
    assert not [file.name for file in out.iterdir() if "unfinished" in file.name]
    assert read_pages(STEP, [str(crawl)], str(out), two).taken_up >= 2
    assert titles(out) == EXPECTED


def test_a_file_is_cut_by_its_own_size(tmp_path):
    megabyte = 1024 * 1024
    (tmp_path / "small.jsonl").write_bytes(b'{"html": ""}\n')
    with (tmp_path / "large.jsonl").open("wb") as file:
        file.write(b'{"html": ""}\n')
        file.truncate(160 * megabyte)
    shards = plan_shards([str(tmp_path / "small.jsonl"), str(tmp_path / "large.jsonl")])
    part = 10 * megabyte + 1
    # The last are for workers that have nothing else to do when others still have a whole one.
    assert [shard.size for shard in shards[1:]] == [
        *[part] * 12,
        *[part // 2] * 4,
        *[part // 4] * 7,
        160 * megabyte - 12 * part - 4 * (part // 2) - 7 * (part // 4),
    ]
    assert all(one.end == other.start for one, other in itertools.pairwise(shards[1:]))
    assert len(plan_shards([str(tmp_path / "large.jsonl")], shard_bytes=80 * megabyte)) == 2


def test_a_folder_of_pages_is_cut_by_their_number(tmp_path):
    for number in range(1_300):
        (tmp_path / f"{number:04}.html").touch()
    shards = plan_shards([str(tmp_path)])
    assert [len(shard.files) for shard in shards] == [250, 250, 125, 125, 125, 62, 62, 62, 62, 62, 62, 53]
    assert [name for shard in shards for name in shard.files] == [f"{number:04}.html" for number in range(1_300)]


def test_shards_are_read_and_written_in_processes_of_their_own(crawl, tmp_path):
    two = replace(SMALL, workers=2)
    assert read_pages(ProcessStep(), [str(crawl)], str(tmp_path / "out"), two).tasks > 2
    by_shard = [{row["title"] for row in pq.read_table(file).to_pylist()} for file in tmp_path.glob("out/*.parquet")]
    assert {len(processes) for processes in by_shard} == {1}
    assert str(os.getpid()) not in set.union(*by_shard)


def test_what_is_under_way_is_told(crawl, tmp_path):
    reports = []
    read_pages(TitleStep(), [str(crawl)], str(tmp_path / "out"), ONE, reports.append)
    assert [report for report in reports if not report.done and report.new_rows == report.counts.get("rows") == 1]
    assert (reports[-1].share_done, reports[-1].new_rows, reports[-1].seconds_left) == (1.0, 60, 0.0)


def test_a_marker_tells_counts_and_the_digest_of_its_file(crawl, tmp_path):
    read_pages(STEP, [str(crawl)], str(tmp_path / "out"), ONE)
    (marker,) = (tmp_path / "out").glob("*.done")
    told = json.loads(marker.read_text())
    content = (tmp_path / "out" / f"{told['shard']}.parquet").read_bytes()
    assert told["digest"] == blake2b(content, digest_size=16).hexdigest()
    assert (told["rows"], told["size"]) == (60, len(content))
    assert told["counts"] == {"pages": 60, "articles": 60, "passed": 1, "revisits": 0}


def test_what_was_made_of_an_input_that_has_changed_is_made_anew(crawl, tmp_path):
    read_pages(STEP, [str(crawl)], str(tmp_path / "out"), SMALL)
    crawl.write_bytes(zipped([record(answer(story("Ferry sinks")))]))
    read_pages(STEP, [str(crawl)], str(tmp_path / "out"), SMALL)
    assert titles(tmp_path / "out") == ["Ferry sinks"]


def test_a_folder_of_another_job_is_left_alone(crawl, tmp_path):
    read_pages(STEP, [str(crawl)], str(tmp_path / "out"), ONE)
    other = replace(STEP, fields=("url", "title"))
    with pytest.raises(InputError, match=r"another job \(fields\)"):
        read_pages(other, [str(crawl)], str(tmp_path / "out"), ONE)
    read_pages(other, [str(crawl)], str(tmp_path / "out"), replace(ONE, is_replacing=True))
    assert "word_count" not in rows_of(tmp_path / "out")[0]


def test_a_page_that_fails_is_kept_with_the_reason(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(b'{"html": "<p>A line.</p>"}\n{"url": "x"}\n')
    read_pages(STEP, [str(tmp_path / "a.jsonl")], str(tmp_path / "out"), ONE)
    good, bad = rows_of(tmp_path / "out")
    assert (good["kind"], good["kept_page"]) == (None, None)
    assert (bad["page"], bad["kind"], bad["kept_page"]) == ("byte 27", "InputError", b'{"url": "x"}\n')


def test_records_of_all_kinds_are_read_or_counted(tmp_path):
    text = "Bridge opens\nThe bridge over the Lorne opened on Monday, nine years after the first stone was laid.\n"
    records = [
        record(text.encode(), kind="conversion", Content_Type="text/plain", WARC_Date="2024-05-03T10:00:00Z"),
        record(b"", kind="revisit"),
        record(answer(story())),
        record(answer(story()), length=10**9),
    ]
    (tmp_path / "a.warc.gz").write_bytes(zipped(records))
    report = read_pages(STEP, [str(tmp_path)], str(tmp_path / "out"), ONE)
    converted, page, damaged = rows_of(tmp_path / "out")
    assert (converted["title"], str(converted["day"])) == ("Bridge opens", "2024-05-03")
    assert page["title"] == "Bridge opens after nine years"
    assert damaged["kind"] == "DamagedFile"
    assert (report.counts["revisits"], report.counts["passed"], report.failures) == (1, 1, {"DamagedFile": 1})


def test_inputs_and_results_may_be_at_any_address_of_fsspec(tmp_path):
    crawl, results = f"local://{tmp_path}/crawl", f"local://{tmp_path}/results"
    (tmp_path / "crawl").mkdir()
    (tmp_path / "crawl" / "a.warc.gz").write_bytes(zipped([record(answer(story("Bridge opens")))]))
    (tmp_path / "crawl" / "b.html").write_bytes(story("Ferry sinks"))
    report = read_pages(STEP, [crawl], results, ONE)
    again = read_pages(STEP, [crawl], results, ONE)
    assert titles(tmp_path / "results") == ["Bridge opens", "Ferry sinks"]
    assert (report.taken_up, again.taken_up) == (0, 2)
    assert {row["source"] for row in rows_of(tmp_path / "results")} == {f"{crawl}/a.warc.gz", crawl}


def test_the_pages_a_newsroom_keeps_are_read_with_their_feeds_titles(tmp_path):
    noon, url = datetime(2026, 3, 2, 12, 0, tzinfo=UTC), "https://paper.example/a"
    store = open_store(str(tmp_path / "newsloom.db"))
    with store.transaction() as transaction:
        transaction.sources.add(Source(url="https://paper.example/feed", kind="feed"))
        transaction.links.sight("https://paper.example/feed", (Link(url=url, title="Bridge opens, says feed"),), noon)
        for hour in (0, 1):
            page = story(f"Bridge opens {hour}")
            transaction.pages.keep(Page(url=url, fetched_at=noon + timedelta(hours=hour), body=page))
        transaction.articles.keep(Revision(article=Article(url=url, title="Bridge", text="One."), seen_at=noon))
    store.close()
    (shard,) = plan_shards([str(tmp_path / "newsloom.db")])
    pages = [entry.page() for entry in entries_in(shard)]
    assert [(page.title, page.url) for page in pages] == [("Bridge opens, says feed", url)] * 2
    read_pages(STEP, [str(tmp_path / "newsloom.db")], str(tmp_path / "out"), ONE)
    assert titles(tmp_path / "out") == ["Bridge opens 0", "Bridge opens 1"]
    assert {str(row["day"]) for row in rows_of(tmp_path / "out")} == {"2026-03-02"}
