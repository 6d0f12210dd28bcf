"""Pages that a browser saved with all their parts."""

from __future__ import annotations

import base64
import quopri

import pytest
from hypothesis import given
from hypothesis import strategies as st

import newsloom
from newsloom.dom.mhtml import read_mhtml

STORY = "".join(
    f"<p>The river rose for day {day}, and people near the old mill asked for help.</p>" for day in range(6)
)
HTML = f"<html><head><title>The river rises</title></head><body><h1>The river rises</h1>{STORY}</body></html>"
HEADER = (
    "From: <Saved by Blink>\r\nSnapshot-Content-Location: https://loom.example/river\r\nMIME-Version: 1.0\r\n"
    'Content-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="--mark"\r\n\r\n'
)


def archive(html: bytes, encoding: str, kind: str = "text/html") -> bytes:
    part = (
        f"Content-Type: {kind}\r\nContent-Transfer-Encoding: {encoding}\r\nContent-Location: https://loom.example/river"
    )
    picture = "Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo="
    head = f"{HEADER}----mark\r\n{part}\r\n\r\n".encode()
    return head + html + f"\r\n----mark\r\n{picture}\r\n----mark--\r\n".encode()


@pytest.mark.parametrize(
    ("html", "encoding"),
    [
        (quopri.encodestring(HTML.encode()), "quoted-printable"),
        (base64.encodebytes(HTML.encode()), "base64"),
        (HTML.encode(), "8bit"),
    ],
)
def test_saved_page_is_read_like_the_page_itself(html: bytes, encoding: str) -> None:
    article = newsloom.extract(archive(html, encoding))
    assert article.is_article
    assert article.url == "https://loom.example/river"
    assert article.title == "The river rises"
    assert article.text == newsloom.extract(HTML).text
    assert newsloom.extract(archive(html, encoding).decode()).text == article.text


def test_charset_of_the_part_is_believed() -> None:
    page = archive(
        quopri.encodestring("<p>Gewählt</p>".encode("cp1252")), "quoted-printable", "text/html; charset=windows-1252"
    )
    saved = read_mhtml(page)
    assert saved is not None
    assert saved.charset == "windows-1252"


@pytest.mark.parametrize(
    "page",
    [
        b"",
        b"From: nobody",
        HTML.encode(),
        HEADER.encode(),
        HEADER.encode() + b"----mark\r\nContent-Type: image/png\r\n\r\nx\r\n----mark--",
        archive(b"!!!", "base64")[:-200],
        b"Date: today it rained\n\nA story in plain text.",
    ],
)
def test_what_is_no_archive_of_a_page_is_none(page: bytes) -> None:
    saved = read_mhtml(page)
    assert saved is None or not saved.html


@given(
    st.lists(st.sampled_from([HEADER.encode(), b"----mark", b"\r\n\r\n", b"Content-Type: text/html", b"\r\n", b"x"]))
)
def test_any_arrangement_is_read(pieces: list[bytes]) -> None:
    read_mhtml(b"".join(pieces))
