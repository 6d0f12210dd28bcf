from __future__ import annotations

import io
import json
import os
from pathlib import Path

import pytest
import zstandard
from tests.pipeline.bulk.archives import answer, record, story, zipped

from newsloom.errors import InputError, UnknownName
from newsloom.pipeline.bulk.entries import LineEntry
from newsloom.pipeline.bulk.ordering import PageQueue
from newsloom.pipeline.bulk.places import place_at
from newsloom.pipeline.bulk.run import BulkOptions, read_in_bulk
from newsloom.records import Article

ONE = BulkOptions(workers=1, fields=("title", "word_count"))
COUNT = 70


def lines_of(file: Path) -> list[dict]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def folder_of(tmp_path: Path, count: int) -> Path:
    folder = tmp_path / "pages"
    folder.mkdir()
    for number in range(count):
        (folder / f"{number:03}.html").write_bytes(story(f"Bridge number {number} opens"))
    return folder


def test_every_page_has_its_line_in_the_order_of_the_pages(tmp_path, monkeypatch):
    # So few that reading must wait for writing.
    monkeypatch.setattr("newsloom.pipeline.bulk.reading._PAGES_PER_WORKER", 4)
    folder, heard = folder_of(tmp_path, COUNT), []
    counts = read_in_bulk(folder, tmp_path / "out.jsonl", BulkOptions(workers=2), report=heard.append)
    lines = lines_of(tmp_path / "out.jsonl")
    assert [line["page"] for line in lines] == [f"{number:03}.html" for number in range(COUNT)]
    assert [line["title"] for line in lines] == [f"Bridge number {number} opens" for number in range(COUNT)]
    assert (counts.pages, counts.articles, counts.failures) == (COUNT, COUNT, {})
    assert heard[-1] == counts
    assert Article.from_dict(lines[0]).paragraphs[0].startswith("The bridge over the Lorne")


def test_a_page_that_breaks_is_a_line_that_says_so(tmp_path):
    good = json.dumps({"url": "https://paper.example/a", "html": story().decode()})
    source = io.BytesIO("\n".join([good, "{", good, '{"url": "x"}', '{"html": "\\ud800"}']).encode())
    counts = read_in_bulk(source, tmp_path / "out.jsonl", ONE)
    lines = lines_of(tmp_path / "out.jsonl")
    assert [line.get("kind") for line in lines] == [None, "InputError", None, "InputError", None]
    assert lines[0] == {"page": "line 1", "title": "Bridge opens after nine years", "word_count": 50}
    assert set(lines[1]) == {"page", "url", "stage", "kind", "reason"}
    assert (counts.pages, counts.articles, counts.failures) == (5, 2, {"InputError": 2})


def test_an_archive_gives_articles_with_their_addresses(tmp_path):
    lying = record(answer(story()), length=10**12)
    (tmp_path / "in.warc.gz").write_bytes(
        zipped([record(b"x", kind="warcinfo"), record(answer(story())), lying, record(answer(story()))])
    )
    counts = read_in_bulk(tmp_path / "in.warc.gz", tmp_path / "out.jsonl", BulkOptions(workers=1, fields=("url",)))
    assert lines_of(tmp_path / "out.jsonl")[0] == {"page": "record 2", "url": "https://paper.example/story"}
    assert [line["page"] for line in lines_of(tmp_path / "out.jsonl")] == ["record 2", "record 3", "record 4"]
    assert (counts.pages, counts.articles, counts.failures, counts.passed) == (3, 2, {"DamagedFile": 1}, 1)


def test_a_run_that_was_ended_goes_on_with_the_same_pages_and_reads_nothing_twice(tmp_path):
    folder, out = folder_of(tmp_path, COUNT), tmp_path / "out.jsonl"

    def stop(counts):
        if counts.pages == 40:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        read_in_bulk(folder, out, ONE, report=stop)
    assert not out.exists()
    first = (folder / "000.html").rename(tmp_path / "first")
    with pytest.raises(InputError, match="the pages are not those"):
        read_in_bulk(folder, out, ONE)
    # Empty: what is there already is not read again.
    first.write_bytes(b"")
    first.rename(folder / "000.html")
    counts = read_in_bulk(folder, out, ONE)
    assert (counts.taken_up, counts.pages) == (40, COUNT - 40)
    assert [line["title"] for line in lines_of(out)] == [f"Bridge number {number} opens" for number in range(COUNT)]


def broken_off(source: Path, out: Path) -> None:
    """A run that ended behind its first page."""

    def stop(_tally):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        read_in_bulk(source, out, ONE, report=stop)


def test_a_page_whose_name_is_no_text_is_found_again(tmp_path):
    folder = folder_of(tmp_path, 2)
    (folder / os.fsdecode(b"000 caf\xe9.html")).write_bytes(story("Coffee house opens"))
    (folder / "000.html").unlink()
    broken_off(folder, tmp_path / "out.jsonl")
    assert read_in_bulk(folder, tmp_path / "out.jsonl", ONE).taken_up == 1
    assert [line["page"] for line in lines_of(tmp_path / "out.jsonl")] == ["000 caf?.html", "001.html"]


def test_a_file_that_was_written_anew_is_read_anew(tmp_path):
    source = tmp_path / "in.jsonl"
    source.write_text(json.dumps({"html": story("Old bridge opens").decode()}) + "\n")
    broken_off(source, tmp_path / "out.jsonl")
    source.write_text((json.dumps({"html": story("Bridge opens again").decode()}) + "\n") * 2)
    assert read_in_bulk(source, tmp_path / "out.jsonl", ONE).taken_up == 0
    assert [line["title"] for line in lines_of(tmp_path / "out.jsonl")] == ["Bridge opens again"] * 2


def test_one_file_may_be_at_any_address(tmp_path):
    (tmp_path / "in.warc.zst").write_bytes(b"".join(map(zstandard.compress, [record(answer(story()))] * 2)))
    read_in_bulk(place_at(f"local://{tmp_path}/in.warc.zst"), tmp_path / "out.jsonl", ONE)
    assert [line["page"] for line in lines_of(tmp_path / "out.jsonl")] == ["record 1", "record 2"]


def test_what_is_read_is_not_replaced_by_what_is_written(tmp_path):
    source = tmp_path / "in.jsonl"
    source.write_bytes(b"{}\n")
    (tmp_path / "link.jsonl").symlink_to(source)
    for target in (source, tmp_path / "link.jsonl"):
        with pytest.raises(InputError, match="is also the input"):
            read_in_bulk(source, target, ONE, is_replacing=True)
    assert source.read_bytes() == b"{}\n"


def test_lines_can_go_to_a_stream(tmp_path):
    stream = io.BytesIO()
    read_in_bulk(folder_of(tmp_path, 2), stream, ONE)
    assert [json.loads(line)["page"] for line in stream.getvalue().splitlines()] == ["000.html", "001.html"]


def test_where_there_is_no_page_no_file_is_made(tmp_path):
    (tmp_path / "in").mkdir()
    counts = read_in_bulk(tmp_path / "in", tmp_path / "out.jsonl", ONE)
    assert counts.pages == 0
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


def test_names_are_checked_before_anything_is_made(tmp_path):
    for plan in (BulkOptions(extractor="lom"), BulkOptions(fields=("titel",))):
        with pytest.raises(UnknownName, match=r"title|loom"):
            read_in_bulk(tmp_path, tmp_path / "out.jsonl", plan)
    assert not list(tmp_path.iterdir())


def test_what_is_read_ahead_of_a_slow_page_is_bounded_in_pages_and_in_bytes():
    for size, most in ((1, 3), (40_000_000, 2)):
        queue = PageQueue(3)
        source = queue.numbered(iter([LineEntry(name=str(number), line=bytes(size)) for number in range(5)]))
        taken = 0
        while queue.has_room():
            next(source)
            taken += 1
        assert taken == most
        ready = [list(queue.settled((number, f"page {number}"))) for number in (1, 0)]
        assert [[outcome for _, outcome in some] for some in ready] == [[], ["page 0", "page 1"]]
        assert queue.has_room()


def test_a_run_logs_its_end_and_each_failure(tmp_path, caplog):
    caplog.set_level("INFO", logger="newsloom")
    read_in_bulk(io.BytesIO(b'{\n{"html": "<p>A line.</p>"}\n'), tmp_path / "out.jsonl", ONE)
    started, failed, ended = caplog.records
    assert (started.taken_up, ended.pages, ended.failures) == (0, 2, {"InputError": 1})
    assert (failed.levelname, failed.url, failed.stage, failed.kind) == ("WARNING", "line 1", "bulk", "InputError")
