from __future__ import annotations

import pytest

from newsloom.pipeline.gathering.charset import charset_of


@pytest.mark.parametrize(
    ("header", "charset"),
    [
        ("text/html; charset=utf-8", "utf-8"),
        ('text/html;CHARSET="windows-1254"', "windows-1254"),
        ("text/html; charset = iso-8859-9 ; q=1", "iso-8859-9"),
        ("text/html", None),
        ("text/html; charset=", None),
        (None, None),
    ],
)
def test_the_charset_of_a_header_is_found_however_it_is_written(header, charset):
    assert charset_of(header) == charset
