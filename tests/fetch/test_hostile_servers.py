"""Servers that lie, stall, flood and break off: each costs an error, never more."""

from __future__ import annotations

import asyncio
import gzip
import shutil
import socket
import ssl
import struct
import subprocess

import brotli
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.fetch.servers import open_client, raw_site, saying

from newsloom.errors import FetchError

OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
# Small enough for a test, long enough for a loaded machine to make a connection in.
PATIENCE = {"timeout_seconds": 0.3, "attempts": 1}


def outcome(talk, **client):
    """The body that a client gets from a server that talks like this, or the error."""

    async def run():
        async with raw_site(talk) as running, open_client(**{"attempts": 1, **client}) as reader:
            try:
                return (await reader.fetch(running.url())).page.body
            except FetchError as error:
                return error

    return asyncio.run(run())


def drip(head: bytes, drop: bytes):
    async def talk(_reader, writer):
        writer.write(head)
        while True:
            writer.write(drop)
            await writer.drain()
            await asyncio.sleep(0.01)

    return talk


def flood(head: bytes, wave: bytes):
    async def talk(_reader, writer):
        writer.write(head)
        while True:
            writer.write(wave)
            await writer.drain()

    return talk


@pytest.mark.parametrize(
    ("head", "drop"),
    [
        (OK + b"\r\n", b"x"),
        (OK + b"Content-Length: 1000000\r\n\r\n", b"x"),
        (OK + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
        (OK, b"X-More: 1\r\n"),
        (b"", b"H"),
        (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    ],
    ids=["body", "announced body", "chunks", "headers", "status line", "continue"],
)
def test_a_slow_drip_ends_with_the_time_budget(head, drop):
    assert outcome(drip(head, drop), **PATIENCE).kind in {"timeout", "protocol"}


def test_silence_ends_with_the_time_budget():
    async def talk(_reader, _writer):
        await asyncio.Event().wait()

    assert outcome(talk, **PATIENCE).kind == "timeout"


@pytest.mark.parametrize(
    ("head", "wave"),
    [
        (OK + b"\r\n", b"x" * 65_536),
        (OK + b"Transfer-Encoding: chunked\r\n\r\n", b"8000\r\n" + b"x" * 0x8000 + b"\r\n"),
        (OK + b"Content-Encoding: gzip\r\n\r\n", gzip.compress(bytes(100_000))),
    ],
    ids=["plain", "chunked", "gzip"],
)
def test_an_endless_body_ends_at_the_limit(head, wave):
    assert outcome(flood(head, wave), max_bytes=1_000_000).kind == "too-large"


def test_a_body_announced_too_large_is_not_read():
    error = outcome(saying(OK + b"Content-Length: 99999999\r\n\r\n"))
    assert error.kind == "too-large"
    assert "99999999" in error.reason


@pytest.mark.parametrize(
    ("name", "encode"), [("gzip", gzip.compress), ("br", brotli.compress), ("zstd", zstandard.compress)]
)
def test_a_bomb_is_too_large(name, encode):
    bomb = encode(bytes(5_000_000))
    head = OK + b"Content-Encoding: %s\r\nContent-Length: %d\r\n\r\n" % (name.encode(), len(bomb))
    assert outcome(saying(head, bomb), max_bytes=1_000_000).kind == "too-large"


@pytest.mark.parametrize("name", [b"gzip", b"br", b"zstd", b"deflate", b"sdch"])
def test_compressed_garbage_is_an_error_of_encoding(name):
    garbage = b"\xff not compressed at all"
    head = OK + b"Content-Encoding: %s\r\nContent-Length: %d\r\n\r\n" % (name, len(garbage))
    assert outcome(saying(head, garbage)).kind == "encoding"


def test_two_encodings_are_undone():
    body = brotli.compress(gzip.compress(b"twice"))
    head = OK + b"Content-Encoding: GZIP, Br\r\nContent-Length: %d\r\n\r\n" % len(body)
    assert outcome(saying(head, body)) == b"twice"


def test_a_body_shorter_than_announced_broke_off():
    assert outcome(saying(OK + b"Content-Length: 100\r\n\r\n", b"too short")).kind == "connection"


def test_chunks_without_an_end_broke_off():
    assert outcome(saying(OK + b"Transfer-Encoding: chunked\r\n\r\n", b"5\r\nhello\r\n")).kind == "connection"


def test_chunks_that_are_none_broke_off():
    error = outcome(saying(OK + b"Transfer-Encoding: chunked\r\n\r\n", b"no chunk size\r\nhello\r\n"))
    assert error.kind in {"connection", "protocol"}


def test_a_body_longer_than_announced_is_cut_and_does_not_spill_into_the_next():
    async def talk(reader, writer):
        writer.write(OK + b"Content-Length: 5\r\n\r\nhello" + OK + b"Content-Length: 4\r\n\r\nevil")
        await reader.readuntil(b"\r\n\r\n")

    async def run():
        async with raw_site(talk) as running, open_client(attempts=1) as client:
            return [(await client.fetch(running.url(path))).page.body for path in ("/a", "/b")]

    assert asyncio.run(run()) == [b"hello", b"hello"]


def test_a_body_without_length_ends_with_the_connection():
    assert outcome(saying(OK + b"\r\n", b"all of it")) == b"all of it"


def test_noise_before_the_answer_is_skipped():
    noise = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n"
    assert outcome(saying(noise + OK + b"Content-Length: 2\r\n\r\nok")) == b"ok"


@pytest.mark.parametrize(
    "answer",
    [
        b"\x00\x01\x02\x03",
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"220 mail.example ESMTP\r\n",
        b"<html>no headers</html>",
        b"HTTP/1.1 OK\r\n\r\n",
        b"HTTP/1.1 9999 Odd\r\n\r\n",
        b"HTTP/1.1 abc Odd\r\n\r\n",
        OK + b"broken header\r\n\r\n",
        OK + b"Content-Length: -5\r\n\r\n",
        OK + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        OK + b"Content-Length: 18446744073709551617\r\n\r\n",
        b"",
    ],
)
def test_what_is_not_http_is_an_error(answer):
    assert outcome(saying(answer)).kind in {"protocol", "connection", "too-large"}


@pytest.mark.parametrize(
    "bomb",
    [
        OK + b"X-Long: " + b"x" * 100_000 + b"\r\n\r\n",
        OK + b"".join(b"X-%d: y\r\n" % number for number in range(5_000)) + b"\r\n",
        b"HTTP/1.1 200 " + b"x" * 100_000 + b"\r\n\r\n",
    ],
    ids=["long header", "many headers", "long status line"],
)
def test_header_bombs_are_errors(bomb):
    assert outcome(saying(bomb)).kind == "protocol"


def test_endless_headers_are_an_error():
    assert outcome(flood(OK, b"X-More: and more\r\n")).kind == "protocol"


def test_headers_as_long_as_newspapers_send_are_read():
    policy = b"Content-Security-Policy: " + b"https://a.example " * 1_500 + b"\r\n"
    assert outcome(saying(OK + policy + b"Content-Length: 2\r\n\r\nok")) == b"ok"


def test_a_reset_connection_is_an_error():
    async def talk(_reader, writer):
        raw = writer.get_extra_info("socket")
        # Linger for no time: the kernel sends a reset in place of a farewell.
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        writer.transport.abort()

    assert outcome(talk).kind == "connection"


def test_nobody_listening_is_an_error():
    async def run():
        async with raw_site(saying(b"")) as running:
            url = running.url()
        async with open_client(attempts=1) as client:
            await client.fetch(url)

    with pytest.raises(FetchError) as error:
        asyncio.run(run())
    assert error.value.kind == "connection"


def test_a_plain_server_cannot_be_spoken_to_in_secret():
    async def serve(reader, writer):
        await reader.read(100)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await writer.drain()
        writer.close()

    async def run():
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        try:
            async with open_client(attempts=1) as client:
                await client.fetch(f"https://127.0.0.1:{port}/")
        finally:
            server.close()
            await server.wait_closed()

    with pytest.raises(FetchError) as error:
        asyncio.run(run())
    assert error.value.kind == "tls"


@pytest.mark.skipif(not shutil.which("openssl"), reason="needs openssl to make a certificate")
def test_a_certificate_that_nobody_vouches_for_is_refused(tmp_path):
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", *subject]
    subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)

    async def run():
        server = await asyncio.start_server(lambda _reader, writer: writer.close(), "127.0.0.1", 0, ssl=context)
        port = server.sockets[0].getsockname()[1]
        try:
            async with open_client() as client:
                await client.fetch(f"https://127.0.0.1:{port}/")
        finally:
            server.close()
            await server.wait_closed()

    with pytest.raises(FetchError) as error:
        asyncio.run(run())
    assert error.value.kind == "tls"
    assert "certificate" in error.value.reason


def test_headers_that_are_not_text_are_not_passed_on():
    async def run():
        head = OK + b'ETag: "\xff\xfe"\r\nLast-Modified: \xe9t\xe9\r\nContent-Length: 2\r\n\r\nok'
        async with raw_site(saying(head)) as running, open_client(attempts=1) as client:
            return (await client.fetch(running.url())).page

    found = asyncio.run(run())
    assert found.body == b"ok"
    assert found.etag is None
    assert found.last_modified is None


def test_an_error_page_that_breaks_off_is_still_that_error():
    error = outcome(saying(b"HTTP/1.1 410 Gone\r\nContent-Length: 100\r\n\r\n", b"Gone, and so"))
    assert error.status == 410


def test_an_error_page_without_end_is_still_that_error():
    async def run():
        talk = flood(b"HTTP/1.1 404 Not Found\r\n\r\n", b"x" * 10_000)
        async with raw_site(talk) as running, open_client(attempts=1) as client:
            await client.fetch(running.url())

    with pytest.raises(FetchError) as error:
        asyncio.run(run())
    assert error.value.status == 404


HEADS = st.sampled_from([b"", b"HTTP/1.1 200 OK\r\n", OK, OK + b"Transfer-Encoding: chunked\r\n\r\n", OK + b"\r\n"])
NOISE = st.lists(
    st.sampled_from(
        [b"\r\n", b":", b" ", b"0", b"5", b"HTTP/1.1", b"Content-Length", b"Location: /", b"chunked", b"302"]
    )
    | st.binary(max_size=20),
    max_size=12,
).map(b"".join)


@settings(max_examples=60, deadline=None)
@given(head=HEADS, noise=NOISE)
def test_whatever_a_server_says_the_client_gets_a_body_or_a_fetch_error(head, noise):
    result = outcome(saying(head, noise), timeout_seconds=5.0)
    assert isinstance(result, bytes | FetchError)
