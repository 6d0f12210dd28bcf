"""Every feed in ``feeds/`` is read as its expectation says; see the README.md there."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from newsloom.discovery.feeds import Feed, read_feed
from newsloom.errors import InputError
from newsloom.records import Image, Link

FOLDER = Path(__file__).parent / "feeds"
CASES = sorted(file.name.removesuffix(".expected.json") for file in FOLDER.glob("*.expected.json"))
HOME = "https://dailyloom.example"


def _body(case: str) -> bytes:
    (file,) = (file for file in FOLDER.glob(f"{case}.*") if file.suffix in {".xml", ".json"} and file.stem == case)
    return file.read_bytes()


def _expected(case: str) -> dict[str, Any]:
    return json.loads((FOLDER / f"{case}.expected.json").read_text(encoding="utf-8"))


def _plain(value: Any) -> Any:
    """A record's value as JSON has it."""
    if isinstance(value, datetime):
        assert value.tzinfo is not None
        return value.isoformat()
    if isinstance(value, Image):
        return {"url": value.url, "caption": value.caption, "credit": value.credit}
    return list(value) if isinstance(value, tuple) else value


def _chosen(record: Feed | Link | Image, wanted: dict[str, Any]) -> dict[str, Any]:
    """Those fields of the record that the expectation names."""
    found = {name: _plain(getattr(record, name)) for name in wanted}
    if isinstance(wanted.get("image"), dict) and found["image"]:
        found["image"] = {name: found["image"][name] for name in wanted["image"]}
    return found


@pytest.mark.parametrize("case", CASES)
def test_feed_is_read_as_expected(case):
    expected = _expected(case)
    url = expected.get("url", f"{HOME}/feed")
    if "error" in expected:
        with pytest.raises(InputError, match=re.escape(expected["error"])) as caught:
            read_feed(_body(case), url=url, content_type=expected.get("content_type"))
        assert caught.value.subject == url
        return
    feed = read_feed(_body(case), url=url, content_type=expected.get("content_type"))
    assert [_chosen(link, wanted) for link, wanted in zip(feed.links, expected["links"], strict=False)] == expected[
        "links"
    ]
    assert len(feed.links) == len(expected["links"])
    assert _chosen(feed, expected.get("feed", {})) == expected.get("feed", {})
    for fault in expected.get("faults", ()):
        assert fault in " | ".join(feed.faults)
    if expected.get("faults") == []:
        assert feed.faults == ()


def test_expectations_name_only_fields_that_exist():
    known = {"feed": {one.name for one in fields(Feed)}, "link": {one.name for one in fields(Link)}}
    for case in CASES:
        expected = _expected(case)
        assert set(expected) <= {"url", "content_type", "feed", "links", "faults", "error"}
        assert ("error" in expected) != ("links" in expected)
        assert set(expected.get("feed", {})) <= known["feed"]
        assert all(set(link) <= known["link"] for link in expected.get("links", ()))


def test_the_readme_names_every_feed_once():
    named = re.findall(r"^- `([^`]+)`: ", (FOLDER / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(named) == CASES
    assert len(CASES) >= 150
