from __future__ import annotations

import gzip
import io
import json
import os
import zlib

import brotli
import pytest
from tests.pipeline.bulk.archives import answer, record, story, zipped

from newsloom.decompression import BodyBroken, BodyTooLarge
from newsloom.errors import InputError
from newsloom.pipeline.bulk.entries import BrokenEntry, DamagedFile, RecordEntry
from newsloom.pipeline.bulk.inputs import Revisit, entries_of


def listed(source) -> list[str | None]:
    """The names of the pages, "!" before those that cannot be got at; None for what is no page."""
    return [
        None
        if one is None or isinstance(one, Revisit)
        else f"! {one.name}"
        if isinstance(one, BrokenEntry)
        else one.name
        for one in entries_of(source)
    ]


def archive(tmp_path, *records: bytes):
    file = tmp_path / "a.warc"
    file.write_bytes(b"".join(records))
    return file


def only_page(source) -> tuple[bytes | str, str | None]:
    (entry,) = entries_of(source)
    page = entry.page()
    return page.content, page.url


def test_a_folder_gives_its_pages_by_their_paths(tmp_path):
    for name in ("b.html", "a/z.htm", "a/b/c.xhtml", "a.html", "note.txt", "a/picture.png", "c.HTML.gz"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(gzip.compress(story()) if name.endswith("gz") else story())
    assert listed(tmp_path) == ["a/b/c.xhtml", "a/z.htm", "a.html", "b.html", "c.HTML.gz"]
    assert all(entry.page().content == story() for entry in entries_of(tmp_path))


def test_a_folder_of_archives_gives_their_pages(tmp_path):
    (tmp_path / "1.warc.gz").write_bytes(zipped([record(b"x", kind="warcinfo"), record(answer(story()))]))
    (tmp_path / "2.warc").write_bytes(record(answer(story())))
    assert listed(tmp_path) == [None, "1.warc.gz record 2", "2.warc record 1"]


def test_pipes_and_links_to_folders_are_passed(tmp_path):
    (tmp_path / "page.html").write_bytes(story())
    os.mkfifo(tmp_path / "endless.html")
    (tmp_path / "again").symlink_to(tmp_path, target_is_directory=True)
    assert listed(tmp_path) == ["page.html"]


def test_a_link_to_itself_costs_no_other_page(tmp_path):
    for name in ("a.html", "c.html"):
        (tmp_path / name).write_bytes(story())
    (tmp_path / "b.html").symlink_to("b.html")
    (tmp_path / "d.warc").symlink_to("d.warc")
    assert listed(tmp_path) == ["a.html", "b.html", "c.html", "! d.warc record 1"]
    with pytest.raises(InputError, match=r"b\.html"):
        list(entries_of(tmp_path))[1].page()


def test_a_page_that_is_gone_is_that_pages_fault(tmp_path):
    (tmp_path / "page.html").write_bytes(story())
    (entry,) = list(entries_of(tmp_path))
    (tmp_path / "page.html").unlink()
    with pytest.raises(InputError, match="No such file"):
        entry.page()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"https://paper.example/a\nhttps://paper.example/b\n", "fetches nothing"),
        (b"\x89PNG\r\n", "wanted a folder"),
    ],
)
def test_what_is_no_page_says_what_was_wanted(tmp_path, content, said):
    (tmp_path / "in").write_bytes(content)
    with pytest.raises(InputError, match=said):
        entries_of(tmp_path / "in")


def test_a_file_that_is_not_there_says_so(tmp_path):
    for name in ("nothing", "nul\0"):
        with pytest.raises(InputError):
            entries_of(tmp_path / name)


def test_an_empty_file_has_no_pages(tmp_path):
    (tmp_path / "in.jsonl").write_bytes(b"")
    assert listed(tmp_path / "in.jsonl") == []


def test_one_page_alone_will_do(tmp_path):
    (tmp_path / "page").write_bytes(story())
    assert only_page(tmp_path / "page") == (story(), None)


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_json_lines_give_html_address_and_title(tmp_path, pack):
    lines = [{"url": "https://paper.example/a", "html": "<p>Ş", "title": "Feed"}, {"html": "<p>b", "url": 7}]
    (tmp_path / "in").write_bytes(pack("\n\n".join(map(json.dumps, lines)).encode()))
    pages = [entry.page() for entry in entries_of(tmp_path / "in")]
    assert [(page.content, page.url, page.title) for page in pages] == [
        ("<p>Ş", "https://paper.example/a", "Feed"),
        ("<p>b", None, None),
    ]
    assert listed(tmp_path / "in") == ["line 1", "line 3"]


@pytest.mark.parametrize("line", [b"{", b"[]", b'{"url": "x"}', b'{"html": 5}', b"\xff", b"[" * 100_000])
def test_a_bad_line_is_that_lines_fault(line):
    (entry,) = entries_of(io.BytesIO(line))
    with pytest.raises(InputError, match="line 1"):
        entry.page()


def test_a_line_without_end_is_passed_without_being_held(monkeypatch):
    monkeypatch.setattr("newsloom.pipeline.bulk.inputs._MAX_LINE_BYTES", 1_000)
    stream = io.BytesIO(b'{"html": "' + b"x" * 5_500 + b'"}\n{"html": "<p>next"}\n')
    assert listed(stream) == ["! line 1", "line 2"]


def test_lines_of_a_damaged_file_end_with_what_went_wrong(tmp_path):
    packed = gzip.compress(os.urandom(50_000).hex().encode())
    (tmp_path / "in").write_bytes(gzip.compress(b'{"html": "<p>a"}\n') + packed[: len(packed) // 2])
    assert listed(tmp_path / "in") == ["line 1", "! line 2"]


def test_answers_and_resources_with_pages_are_taken(tmp_path):
    file = archive(
        tmp_path,
        record(b"software: x", kind="warcinfo", Content_Type="application/warc-fields"),
        record(b"GET / HTTP/1.1\r\n\r\n", kind="request"),
        record(answer(story())),
        record(answer(b"\x89PNG", kind="image/png")),
        record(answer(b"gone", status="404 Not Found")),
        record(answer(b"", status="301 Moved")),
        record(story(), kind="resource", Content_Type="text/html"),
        record(answer(story(), kind="application/octet-stream")),
        record(answer(b"plain words", kind="text/plain")),
        record(answer(story()), kind="revisit"),
        record(b"no answer at all"),
        record(b"dns", kind="response", WARC_Target_URI="dns:paper.example", Content_Type="text/dns"),
    )
    assert [name for name in listed(file) if name] == ["record 3", "record 7", "record 8"]
    assert listed(file).count(None) == 9


def test_a_page_of_an_archive_has_its_address_and_its_encoding(tmp_path):
    turkish = "<p>Şehir, İstanbul ve ığdır".encode("iso-8859-9")
    address = "<https://paper.example/ş>"
    file = archive(tmp_path, record(answer(turkish, kind="text/html; charset=iso-8859-9"), WARC_Target_URI=address))
    assert only_page(file) == ("<p>Şehir, İstanbul ve ığdır".encode(), "https://paper.example/ş")


def test_an_address_that_is_none_of_the_web_is_left_out(tmp_path):
    page = record(story(), kind="resource", Content_Type="text/html", WARC_Target_URI="file:///etc/passwd")
    assert only_page(archive(tmp_path, page))[1] is None


@pytest.mark.parametrize(
    ("encoding", "pack"),
    [("gzip", gzip.compress), ("br", brotli.compress), ("deflate", zlib.compress), ("gzip", bytes)],
)
def test_an_encoded_body_is_decoded_and_one_that_only_says_so_is_taken(tmp_path, encoding, pack):
    file = archive(tmp_path, record(answer(pack(story()), f"Content-Encoding: {encoding}", kind="text/html")))
    assert only_page(file)[0] == story()


def test_chunks_are_joined_as_far_as_they_go(tmp_path):
    body = b"5;x=y\r\n<p>Sn\r\n6\r\now fel\r\n3\r\nl.\n\r\n0\r\n\r\n"
    chunked = [
        (body, b"<p>Snow fell.\n"),
        (body[:21], b"<p>Snow f"),
        (b"<p>no chunks", b"<p>no chunks"),
        (b"0\r\n\r\n", b""),
    ]
    for sent, meant in chunked:
        file = archive(tmp_path, record(answer(sent, "Transfer-Encoding: chunked", kind="text/html")))
        assert only_page(file)[0] == meant


def test_a_bomb_in_a_body_is_that_pages_fault():
    bomb = gzip.compress(gzip.compress(bytes(50_000_000)))
    entry = RecordEntry(name="record 1", url=None, body=bomb, content_encoding="gzip, gzip")
    with pytest.raises(BodyTooLarge):
        entry.page()
    nested = RecordEntry(name="record 1", url=None, body=bomb, content_encoding="gzip, gzip, gzip, gzip")
    with pytest.raises(BodyBroken):
        nested.page()


def test_a_damaged_archive_names_the_record(tmp_path):
    file = archive(tmp_path, record(answer(story())), record(answer(story()), length=10**9))
    assert listed(file) == ["record 1", "! record 2"]
    with pytest.raises(DamagedFile, match="shorter than it says"):
        list(entries_of(file))[1].page()


@pytest.mark.parametrize("endless", [b"\n x", b"\nx", b"\n:"])
def test_a_head_of_http_that_never_ends_is_not_read_to_its_end(tmp_path, endless):
    # To fold four megabytes into one value took a minute, and as names they took half a gigabyte.
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX: y" + endless * (4_000_000 // len(endless))
    (entry,) = entries_of(archive(tmp_path, record(head)))
    assert entry.body == b""


def test_a_head_of_http_may_end_its_lines_as_unix_does(tmp_path):
    content, _ = only_page(archive(tmp_path, record(answer(story()).replace(b"\r\n", b"\n"))))
    assert b"Bridge opens" in content
