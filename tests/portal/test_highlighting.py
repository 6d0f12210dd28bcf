from __future__ import annotations

import pytest

from newsloom.portal.highlighting import highlighted


@pytest.mark.parametrize(
    ("text", "words", "language", "marked"),
    [
        ("The ferries leave; a ferry's late.", "ferry", "en", ["ferries", "ferry's"]),
        ("Central banks and the bank", '"central bank" -crypto', "en", ["Central", "banks", "bank"]),
        ("Crypto banks", "bank -crypto", "en", ["banks"]),
        ("Vapurlar İstanbul'dan kalktı", "vapur istanbul", "tr", ["Vapurlar", "İstanbul'dan"]),
        ("停运七年的老城电车重新上路", "电车", "zh", ["电车"]),
        ("ترميم منارة الميناء", "منارة", "ar", ["منارة"]),
        ("Nothing here", "ferry", "en", []),
        ("Nothing here", "", None, []),
    ],
)
def test_words_are_marked_in_any_form(text: str, words: str, language: str | None, marked: list[str]) -> None:
    shown = str(highlighted(text, words, language))
    parts = shown.split("<mark>")
    assert [part.partition("</mark>")[0].replace("&#39;", "'") for part in parts[1:]] == marked
    assert shown.replace("<mark>", "").replace("</mark>", "").replace("&#39;", "'") == text


def test_nothing_of_the_text_becomes_markup() -> None:
    assert highlighted("<b>ferry</b> & co", "ferry <b>", "en") == (
        "&lt;<mark>b</mark>&gt;<mark>ferry</mark>&lt;/<mark>b</mark>&gt; &amp; co"
    )
