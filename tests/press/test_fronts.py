"""The press's whole front pages: what their truth says is on them, and all ways to write and to name are used."""

from __future__ import annotations

import json

from newsloom.dom import parse
from newsloom.press.fronts import HELD_APART, LANGUAGES, MARKUPS, OFFERS, front_pages, write_fronts
from newsloom.readers.loom.links import LinkedPage

PAGES = (*front_pages(), *front_pages(HELD_APART))


def test_every_way_to_write_a_card_is_printed_in_every_language():
    assert {(page.markup, page.language) for page in PAGES} == {
        (markup, language) for markup in (*MARKUPS, *HELD_APART) for language in LANGUAGES
    }
    assert not set(MARKUPS) & set(HELD_APART)


def test_every_judged_address_is_linked():
    for page in PAGES:
        linked = set(LinkedPage.of(parse(page.page, url=page.url)).urls)
        assert set(page.kinds) <= linked, page.name


def test_every_page_has_every_kind():
    for page in PAGES:
        assert {"news", "live", "match", "picture", "section", *OFFERS} == set(page.kinds.values())
        assert set(page.titles) == set(page.stories)
        assert not set(page.stories) & set(page.others)


def test_the_set_is_written_as_evaluate_reads_it(tmp_path):
    write_fronts(tmp_path, HELD_APART)
    truths = [json.loads(line) for line in (tmp_path / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(truths) == len(HELD_APART) * len(LANGUAGES)
    assert all((tmp_path / "pages" / f"{truth['id']}.html").is_file() and truth["story"] for truth in truths)
