"""The press in its designs: what its pages say of themselves is so, and they look unlike."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from tests.browsers import needs_browser

from newsloom.dom import parse
from newsloom.evaluation.drawing import styling_of
from newsloom.press.styled import DEVELOPMENT, HELD_APART, StyledStand, styled_pages, write_styled_set

SETS = {"styled": DEVELOPMENT, "unseen": HELD_APART}
PAGES = tuple(styled_pages())
ALL_PAGES = (*PAGES, *styled_pages(HELD_APART))
ALL_DESIGNS = (*DEVELOPMENT.designs, *HELD_APART.designs)


def test_there_are_nineteen_designs_and_more_in_three_scripts():
    assert len(DEVELOPMENT.designs) >= 19
    assert {"en", "ar", "zh"} <= set(DEVELOPMENT.languages)
    styled = {page.design for page in PAGES if styling_of(parse(page.page)) == "styled"}
    assert len(styled) >= 19


@pytest.mark.parametrize("name", SETS)
def test_every_design_has_stories_in_every_language_and_pages_without_news(name):
    chosen = SETS[name]
    pages = tuple(styled_pages(chosen))
    stories = Counter((page.design, page.language) for page in pages if page.text)
    others = Counter((page.design, page.kind) for page in pages if not page.text)
    assert stories == {(one, other): chosen.stories for one in chosen.designs for other in chosen.languages}
    assert others == {(design, kind): 1 for design in chosen.designs for kind in chosen.kinds[1:]}


def test_designs_held_apart_share_no_markup_with_those_of_development():
    assert not set(HELD_APART.designs) & set(DEVELOPMENT.designs)
    assert not set(HELD_APART.designs.values()) & set(DEVELOPMENT.designs.values())


def test_stories_are_longer_than_a_teaser_in_every_script():
    for language in DEVELOPMENT.languages:
        lengths = [page.text.count("\n\n") + 1 for page in PAGES if page.text and page.language == language]
        assert sum(lengths) / len(lengths) >= 4


@pytest.mark.parametrize("design", ALL_DESIGNS)
def test_the_true_text_stands_on_the_page(design):
    for page in ALL_PAGES:
        if page.design == design and page.kind == "article":
            text = " ".join(parse(page.page).tree.text.split())
            assert " ".join(page.title.split()) in text
            for paragraph in page.text.split("\n\n"):
                assert " ".join(paragraph.split()) in text


def test_names_and_addresses_are_each_one_page_s():
    assert len({page.name for page in ALL_PAGES}) == len({page.url for page in ALL_PAGES}) == len(ALL_PAGES)


def test_the_set_is_one_that_the_evaluation_reads(tmp_path):
    write_styled_set(tmp_path / "styled", stories=1)
    truths = [json.loads(line) for line in (tmp_path / "styled" / "truth.jsonl").read_text("utf-8").splitlines()]
    assert len(truths) == len(DEVELOPMENT.designs) * (len(DEVELOPMENT.languages) + len(DEVELOPMENT.kinds) - 1)
    assert all((tmp_path / "styled" / "pages" / f"{truth['id']}.html").exists() for truth in truths)


@needs_browser
def test_served_with_its_style_sheet_a_page_looks_as_with_its_style_inside():
    from newsloom.fetch import ClientSettings, run_to_end  # noqa: PLC0415
    from newsloom.fetch.client import fetch_page_async  # noqa: PLC0415
    from newsloom.fetch.drawer import PageDrawer  # noqa: PLC0415
    from newsloom.fetch.render import render_page  # noqa: PLC0415

    settings = ClientSettings(allow_hosts=("127.0.0.1",))
    inside = next(page for page in PAGES if page.design == "areas" and page.kind == "article")

    async def served(url: str):
        async with PageDrawer(settings) as drawer:
            return await drawer.render(await fetch_page_async(url, settings))

    with StyledStand() as stand:
        linked = next(page for page in stand.pages if page.name == inside.name)
        drawn = run_to_end(served(stand.address(linked)))
    assert [one.content_type for one in drawn.resources] == ["text/css"]
    again = render_page(inside.page, inside.url)
    # The style element stands in the head where the link does.
    assert drawn.layout.tops == again.layout.tops
    assert drawn.layout.widths == again.layout.widths
