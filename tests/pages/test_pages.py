"""Each folder here is a page that went wrong once, or the smallest invented page with the same fault.

``page.html`` is the page, in its own encoding; ``expected.json`` says what must and must not be found
on it by the methods it names, and what some of the blocks are.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import newsloom

CASES = sorted(path.parent for path in Path(__file__).parent.glob("*/expected.json"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_story_of_the_page_is_found(case):
    expected = json.loads((case / "expected.json").read_text(encoding="utf-8"))
    page = (case / "page.html").read_bytes()
    for extractor in expected["extractors"]:
        article = newsloom.extract(page, extractor=extractor)
        found = " ".join(article.text.split())
        assert [text for text in expected.get("with", []) if text not in found] == [], extractor
        assert [text for text in expected.get("without", []) if text in found] == [], extractor
        for name, value in expected.get("fields", {}).items():
            assert article.as_dict()[name] == value
        for name in ("kind", "part"):
            for text, value in expected.get(f"{name}s", {}).items():
                assert [getattr(block, name) for block in article.blocks if text in block.text] == [value], text


def test_there_are_cases():
    assert len(CASES) >= 12
