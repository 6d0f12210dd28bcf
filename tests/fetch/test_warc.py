from __future__ import annotations

import asyncio
import gzip
import resource
import sys
from pathlib import Path

import pytest
from aiohttp import web
from tests.fetch.servers import FakeTime, open_client, page, raw_site, saying, site
from warcio.archiveiterator import ArchiveIterator
from warcio.checker import Checker

from newsloom.errors import FetchError, MissingExtra, StoreError
from newsloom.fetch.warc import WarcWriter

LONG = "<p>Snow fell on the harbour all night.</p>" * 30


def archived(folder: Path, answer, paths, **writer) -> list:
    """Fetch these paths with an archive in this folder; its records, without those about the files."""

    async def run():
        with WarcWriter(folder, runtime=FakeTime().runtime(), **writer) as archive:
            async with site(answer) as running, open_client(archive=archive) as client:
                for path in paths:
                    await client.fetch(running.url(path))

    asyncio.run(run())
    return [record for file in sorted(folder.iterdir()) for record in records(file)]


def records(file: Path) -> list[dict[str, str | bytes]]:
    found = []
    with file.open("rb") as stream:
        for record in ArchiveIterator(stream):
            if record.rec_type == "warcinfo":
                continue
            facts = dict(record.rec_headers.headers)
            found.append(
                {
                    **facts,
                    "head": record.http_headers.to_str(),
                    "payload": record.content_stream().read(),
                }
            )
    return found


@pytest.mark.parametrize("reason", [b"\xc3\x85pen", b"\xff\xfe", b"Nei \x85", b""])
def test_a_reason_phrase_of_any_bytes_is_kept_as_it_was_sent(tmp_path, reason):
    head = b"HTTP/1.1 200 " + reason + b"\r\nX-Mood: " + (reason or b"fine") + b"\r\n"

    async def run():
        talk = saying(head + b"Content-Length: 2\r\n\r\nok")
        with WarcWriter(tmp_path, runtime=FakeTime().runtime()) as archive:
            async with raw_site(talk) as running, open_client(archive=archive) as client:
                await client.fetch(running.url("/"))

    asyncio.run(run())
    (file,) = tmp_path.iterdir()
    assert head.removesuffix(b"\r\n").replace(b"200 \r\n", b"200\r\n") in gzip.decompress(file.read_bytes())
    assert records(file)[0]["payload"] == b"ok"


def test_request_and_response_are_kept_as_they_were_sent(tmp_path):
    body = gzip.compress(LONG.encode())
    response, request = archived(tmp_path, lambda _: page(body, headers={"Content-Encoding": "gzip"}), ["/snow?a=b"])
    assert response["WARC-Type"] == "response"
    assert response["WARC-Target-URI"].endswith("/snow?a=b")
    assert response["WARC-Date"] == "2030-05-17T12:00:00.000000Z"
    assert response["WARC-IP-Address"] == "127.0.0.1"
    assert response["head"].startswith("HTTP/1.1 200 OK\r\n")
    assert response["payload"] == LONG.encode()
    assert request["WARC-Type"] == "request"
    assert request["WARC-Concurrent-To"] == response["WARC-Record-ID"]
    assert request["head"].startswith("GET /snow?a=b HTTP/1.1\r\n")
    assert "User-Agent: Newsloom/" in request["head"]
    assert "Host: 127.0.0.1:" in request["head"]


def test_redirects_are_kept_too(tmp_path):
    def answer(request):
        return web.Response(status=301, headers={"Location": "/b"}) if request.path == "/a" else page(LONG)

    kinds = [(record["WARC-Type"], record["head"].split()[1]) for record in archived(tmp_path, answer, ["/a"])]
    assert kinds == [("response", "301"), ("request", "/a"), ("response", "200"), ("request", "/b")]


def test_of_an_answer_that_was_cut_it_is_said(tmp_path):
    async def run():
        with WarcWriter(tmp_path) as archive:
            talk = saying(b"HTTP/1.1 404 Not Found\r\n\r\n" + b"x" * 100_000)
            async with raw_site(talk) as running, open_client(archive=archive) as client:
                with pytest.raises(FetchError):
                    await client.fetch(running.url("/a"))

    asyncio.run(run())
    (file,) = tmp_path.iterdir()
    response, _ = records(file)
    assert response["WARC-Truncated"] == "length"
    assert len(response["payload"]) == 65_536


def test_the_same_payload_is_kept_once(tmp_path):
    first, _, second, _ = archived(tmp_path, lambda _: page(LONG), ["/a", "/b"])
    assert second["WARC-Type"] == "revisit"
    assert second["WARC-Payload-Digest"] == first["WARC-Payload-Digest"]
    assert second["WARC-Refers-To-Target-URI"] == first["WARC-Target-URI"]
    assert second["WARC-Refers-To-Date"] == first["WARC-Date"]
    assert second["WARC-Profile"].endswith("1.1/revisit/identical-payload-digest")
    assert second["payload"] == b""


def test_chunked_bodies_are_kept_whole(tmp_path):
    async def answer(request):
        response = web.StreamResponse(headers={"Content-Type": "text/html"})
        response.enable_chunked_encoding()
        await response.prepare(request)
        await response.write(b"one ")
        await response.write(b"two")
        return response

    response, _ = archived(tmp_path, answer, ["/"])
    assert response["payload"] == b"one two"
    assert "X-Archive-Orig-Transfer-Encoding: chunked" in response["head"]
    assert "\r\nContent-Length: 7\r\n" in response["head"]


def test_the_files_pass_the_check_of_their_maker(tmp_path, capsys):
    archived(tmp_path, lambda _: page(LONG, headers={"X-Name": "Größe"}), ["/a", "/b"])

    class Arguments:
        inputs = tuple(map(str, tmp_path.iterdir()))
        verbose = False

    checker = Checker(Arguments)
    checker.process_all()
    assert checker.exit_value == 0, capsys.readouterr()


def test_files_are_bounded(tmp_path):
    found = archived(tmp_path, lambda request: page(request.path + LONG), ["/a", "/b", "/c"], max_file_bytes=1_000)
    files = sorted(tmp_path.iterdir())
    assert len(files) == 3
    assert all(file.name.endswith(".warc.gz") for file in files)
    assert len(found) == 6


def test_a_file_being_written_says_so_and_can_be_read(tmp_path):
    async def run():
        archive = WarcWriter(tmp_path)
        async with site(lambda _: page(LONG)) as running, open_client(archive=archive) as client:
            await client.fetch(running.url("/a"))
        (file,) = tmp_path.iterdir()
        during = file.name, len(records(file))
        archive.close()
        archive.close()
        return during, [file.name for file in tmp_path.iterdir()]

    (during, found), after = asyncio.run(run())
    assert during.endswith(".warc.gz.open")
    assert found == 2
    assert after == [during.removesuffix(".open")]


def test_a_file_cut_short_is_good_up_to_the_cut(tmp_path):
    archived(tmp_path, lambda request: page(request.path + LONG), ["/a", "/b"])
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    starts = [at for at in range(len(whole)) if whole.startswith(b"\x1f\x8b\x08", at)]
    assert len(starts) == 5
    file.write_bytes(whole[: starts[3]])
    assert len(records(file)) == 2


def test_what_does_not_fit_on_the_disk_leaves_no_trace(tmp_path):
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)

    async def run():
        with WarcWriter(tmp_path) as archive:
            async with (
                site(lambda request: page(request.path + LONG)) as running,
                open_client(archive=archive) as client,
            ):
                await client.fetch(running.url("/a"))
                (file,) = tmp_path.iterdir()
                size = file.stat().st_size
                # The kernel lets a hundred bytes more through, as a disk does that is nearly full.
                resource.setrlimit(resource.RLIMIT_FSIZE, (size + 100, limits[1]))
                try:
                    with pytest.raises(StoreError, match="archive"):
                        await client.fetch(running.url("/b"))
                finally:
                    resource.setrlimit(resource.RLIMIT_FSIZE, limits)
                assert file.stat().st_size == size
                await client.fetch(running.url("/c"))
        return [record["WARC-Target-URI"][-2:] for file in tmp_path.iterdir() for record in records(file)]

    assert asyncio.run(run()) == ["/a", "/a", "/c", "/c"]


def test_without_the_extra_its_name_is_told(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "warcio.warcwriter", None)
    with pytest.raises(MissingExtra, match=r"\[bulk\]"):
        WarcWriter(tmp_path)
