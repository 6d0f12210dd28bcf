from __future__ import annotations

import pytest
from tests.redesign import APPEAL, headline, new_page, old_page, story_text

import newsloom
from newsloom.dom import parse
from newsloom.extractors.template import TemplateExtractor
from newsloom.extractors.template.printed import printed_by
from newsloom.records import Template


def extracted(page: str, template: Template | None) -> str:
    return TemplateExtractor().extract(parse(page, template=template)).text


@pytest.fixture(scope="module", params=["textmax", "texthash", "textmdl", "rtdm", "segmenttable"])
def template(request):
    """What ten pages of the paper have in common, as every learner says it."""
    return max(
        newsloom.learn([(None, old_page(number)) for number in range(10)], learner=request.param),
        key=lambda one: len(one.members),
    )


def test_what_varies_is_the_story_and_what_repeats_is_not(template):
    assert extracted(old_page(20), template) == story_text(20)


def test_a_template_as_its_learner_left_it_tells_furniture_from_content(template):
    bare = Template(
        method=template.method,
        version=template.version,
        members=template.members,
        paths=template.paths,
        content_paths=template.content_paths,
        pattern=template.pattern,
        segments={name: count for name, count in template.segments.items() if template.method == "segmenttable"},
    )
    found = extracted(old_page(20), bare)
    assert story_text(20).split("\n\n")[-1] in found
    assert APPEAL not in found
    assert "All rights reserved" not in found


def test_the_fields_of_the_site_are_located(template):
    assert template.fields["headline"] == "html/body/div/h1"
    assert template.fields["body"] == "html/body/div/div/p"


def test_headline_and_date_are_no_part_of_the_story(template):
    found = extracted(old_page(20), template)
    assert headline(20) not in found
    assert "March 2026" not in found


def test_a_page_of_another_layout_is_read_by_itself(template):
    assert extracted(new_page(3), template) == story_text(3)


def test_without_a_template_the_fullest_place_is_the_story():
    found = extracted(old_page(1), None)
    assert all(paragraph in found for paragraph in story_text(1).split("\n\n"))


def test_a_page_that_is_all_furniture_has_a_reason():
    page = "<body><p>Printed in Tarvik.</p></body>"
    everything = Template(method="x", version=1, members=(0,), paths={"html/body/p/#Printed in Tarvik.": 9})
    extraction = TemplateExtractor().extract(parse(page, template=everything))
    assert not extraction.blocks
    assert "every page" in extraction.reason


def test_a_question_mark_at_the_end_of_a_printed_text_may_be_its_own():
    pattern = ("html", "  body", "    p?", "      #Who are we??", "    div", "      #*+")
    printed = printed_by(Template(method="rtdm", version=1, members=(), pattern=pattern))
    assert printed.is_furniture("html/body/p", "Who are we?")
    assert printed.varying == {"html/body/div"}


def test_a_block_of_the_segment_table_is_furniture_whatever_it_says():
    template = Template(method="segmenttable", version=1, members=(), blocks=frozenset({"html/body/footer"}))
    printed = printed_by(template)
    assert printed.is_furniture("html/body/footer/p", "Today 7 degrees")
    assert not printed.is_furniture("html/body/main/p", "Today 7 degrees")
