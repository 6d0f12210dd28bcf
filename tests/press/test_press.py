from __future__ import annotations

import re

from newsloom.press import demo_pages


def test_every_page_has_its_truth_and_they_agree():
    pages = demo_pages()
    assert len(pages) >= 5
    for page in pages:
        assert page.url.endswith(".html") or ".example/" in page.url
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", page.date)
        assert len(page.text.split()) > 100


def test_the_papers_are_invented_and_live_at_reserved_addresses():
    assert all(page.url.split("/")[2].endswith(".example") for page in demo_pages())


def test_old_encodings_are_kept_as_they_were():
    pages = {page.name: page.page for page in demo_pages()}
    assert "Işıl Gündoğar".encode("windows-1254") in pages["kule"]
    assert "“Dorothea”".encode("windows-1252") in pages["ferry"]
