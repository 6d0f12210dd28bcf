from __future__ import annotations

LIST = b"""<?xml version="1.0"?><opml version="2.0"><head><title>Mine</title></head><body>
    <outline text="Sport"><outline type="rss" text="Races" xmlUrl="https://races.example/feed"/></outline>
    <outline type="rss" text="Town" xmlUrl="https://town.example/feed"/></body></opml>"""


def test_the_feeds_of_a_reading_list_are_followed(run, tmp_path):
    (tmp_path / "list.opml").write_bytes(LIST)
    outcome = run("import", "list.opml", "--format", "json")
    assert outcome.code == 0, outcome.stderr
    found = {source["url"]: source["category"] for source in outcome.records}
    assert found == {"https://races.example/feed": "Sport", "https://town.example/feed": None}
    assert len(run("sources", "--format", "json").records) == 2


def test_a_reading_list_may_come_from_stdin(run):
    assert "https://town.example/feed" in run("import", "-", stdin=LIST).stdout


def test_a_file_that_is_none_or_no_list_is_bad_input(run, tmp_path):
    (tmp_path / "list.opml").write_bytes(b"not a list")
    assert run("import", "list.opml").code == 3
    assert run("import", "absent.opml").code == 3


def test_a_list_without_feeds_is_nothing_found(run, tmp_path):
    (tmp_path / "list.opml").write_bytes(b"<opml version='2.0'><body></body></opml>")
    assert run("import", "list.opml").code == 1


def test_what_is_dropped_is_said(run, tmp_path):
    (tmp_path / "list.opml").write_text(
        '<opml version="2.0"><body><outline text="a" xmlUrl="https://a.example/feed"/>'
        '<outline text="b" xmlUrl="mailto:b@b.example"/></body></opml>'
    )
    outcome = run("import", "list.opml")
    assert outcome.code == 0
    assert "https://a.example/feed" in outcome.stdout
    assert "list.opml: skipped: mailto:b@b.example is not a web address" in outcome.stderr
