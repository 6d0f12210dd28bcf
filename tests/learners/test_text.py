"""TEXT-MDL, TEXT-HASH and TEXT-MAX: the same question, three ways to answer it."""

from __future__ import annotations

import numpy as np
import pytest
from tests.learners.papers import documents, dressed, groups, paper

from newsloom.catalogue import build
from newsloom.dom import parse
from newsloom.learners.descriptionlength import Size, total_bits
from newsloom.learners.mdl import essential_paths
from newsloom.learners.paths import read_paths
from newsloom.learners.texthash.learner import group_by_estimate
from newsloom.learners.textmax import TextMaxLearner
from newsloom.learners.textmax.learner import group_by_neighbours
from newsloom.learners.textmdl.learner import group_exactly

TEXT = ("textmdl", "texthash", "textmax")
MIXED = [*paper("Daily", 8), *paper("Evening", 5), *paper("Herald", 7)]


@pytest.mark.parametrize("name", TEXT)
def test_papers_are_told_apart(name):
    found = build("learner", name).learn(documents(MIXED))
    assert groups(found) == [[*range(8)], [*range(8, 13)], [*range(13, 20)]]


@pytest.mark.parametrize("name", TEXT)
def test_a_page_that_fits_no_template_stays_alone(name):
    stranger = "<html><body><main><figure>A page of nobody</figure><pre>at all</pre></main></body></html>"
    found = build("learner", name).learn(documents([*MIXED, stranger]))
    assert [20] in groups(found)
    assert len(found) == 4


@pytest.mark.parametrize("name", TEXT)
def test_boxes_that_change_with_the_day_do_not_part_a_paper_that_is_learned_alone(name):
    pages = [
        page.replace("</body>", f"<aside><ul>{_box(f'read on day {number // 3}', 60)}</ul></aside></body>")
        for number, page in enumerate(paper("Daily", 12))
    ]
    assert groups(build("learner", name).learn(documents(pages))) == [[*range(12)]]


@pytest.mark.parametrize("name", TEXT)
def test_a_banner_that_stands_on_every_page_makes_no_template_of_all(name):
    pages = [page.replace("<body>", f"<body><div>{_box('kept by the archive', 150)}</div>") for page in MIXED]
    found = build("learner", name).learn(documents(pages))
    assert groups(found) == [[*range(8)], [*range(8, 13)], [*range(13, 20)]]


def _box(says: str, lines: int) -> str:
    return "".join(f"<li>{says}, {line}</li>" for line in range(lines))


@pytest.mark.parametrize("name", TEXT)
def test_layouts_of_one_paper_are_one_template_only_as_a_family(name):
    pages = [*paper("Daily", 8), *paper("Daily", 8, layout="gallery"), *paper("Evening", 8), *paper("Herald", 8)]
    apart = build("learner", name, refined=False).learn(documents(pages))
    joined = build("learner", name).learn(documents(pages))
    assert groups(apart) == [[*range(start, start + 8)] for start in (0, 8, 16, 24)]
    assert groups(joined) == [[*range(16)], [*range(16, 24)], [*range(24, 32)]]


@pytest.mark.parametrize("name", TEXT)
def test_a_section_with_a_design_of_its_own_is_put_with_the_paper_that_dresses_alike(name):
    pages = [
        dressed(page, paper_name) for paper_name in ("Daily", "Evening", "Herald") for page in paper(paper_name, 6)
    ]
    section = dressed(paper("Ferries", 1)[0], "Evening")
    found = build("learner", name).learn(documents([*pages, section]))
    assert groups(found) == [[*range(6)], [*range(6, 12), 18], [*range(12, 18)]]
    assert build("learner", name, refined=False).learn(documents([*pages, section]))[-1].members == (18,)


@pytest.mark.parametrize("name", TEXT)
def test_a_template_names_its_paths_with_supports_and_where_content_stands(name):
    template = build("learner", name).learn(documents(MIXED))[0]
    assert template.paths["html/body"] == 8
    assert set(template.paths.values()) == {8}
    assert {path.rpartition("/")[2] for path in template.content_paths} == {"h1", "p"}
    assert any("Daily head" in path for path in template.paths)


@pytest.mark.parametrize("name", TEXT)
def test_the_parts_of_all_templates_are_the_description_length(name):
    found = build("learner", name).learn(documents(MIXED))
    pages = essential_paths(read_paths(documents(MIXED)).paths)
    ones = sum(len(pages.rows[template.members[0]]) for template in found)
    whole = total_bits(Size(paths=pages.count, pages=20), len(found), ones, 0, 0)
    assert sum(template.description_length for template in found) == pytest.approx(float(whole))
    assert sum(found[0].description_parts) == pytest.approx(found[0].description_length)


@pytest.mark.parametrize("name", TEXT)
@pytest.mark.parametrize("pages", [[], [""], ["<p>one</p>"], ["", "", "<p>one</p>", "<p>one</p>"]])
def test_few_and_empty_pages_are_no_trouble(name, pages):
    found = build("learner", name).learn(documents(pages))
    assert sorted(page for template in found for page in template.members) == [*range(len(pages))]
    assert [template.members for template in found if template.members[0] < pages.count("")] == [
        (page,) for page in range(pages.count(""))
    ]


def test_the_three_agree_where_templates_are_plain():
    essential = essential_paths(read_paths(documents(MIXED)).paths)
    pages = [essential.paths[rows] for rows in essential.rows]
    size = Size(paths=essential.count, pages=len(pages))
    found = [
        group_exactly(pages, size),
        group_by_estimate(pages, size, signature_length=128),
        group_by_neighbours(pages, size, signature_length=128, batch_pages=1_000),
    ]
    assert len({frozenset(map(frozenset, one)) for one in found}) == 1


def test_batches_meet_the_clusters_of_earlier_ones():
    essential = essential_paths(read_paths(documents(MIXED)).paths)
    pages = [essential.paths[rows] for rows in essential.rows]
    size = Size(paths=essential.count, pages=len(pages))
    at_once, in_batches = (
        group_by_neighbours(pages, size, signature_length=64, batch_pages=batch) for batch in (1_000, 3)
    )
    assert {frozenset(group) for group in in_batches} == {frozenset(group) for group in at_once}


def test_pages_that_share_no_slot_are_never_weighed():
    pages = [np.arange(start, start + 20) for start in (0, 100, 200)]
    found = group_by_neighbours(pages, Size(paths=60, pages=3), signature_length=32, batch_pages=10)
    assert found == [[0], [1], [2]]


def test_a_new_page_is_put_with_its_paper():
    learner = TextMaxLearner()
    known = learner.learn(documents([*paper("Daily", 8), *paper("Evening", 8), *paper("Herald", 8)]))
    for place, name in enumerate(("Daily", "Evening", "Herald")):
        fresh = parse(paper(name, 9)[8], url="https://wrong.example/")
        assert learner.place(fresh, known) == place


def test_a_new_page_of_nobody_is_put_nowhere():
    learner = TextMaxLearner()
    known = learner.learn(documents(MIXED))
    assert learner.place(parse(paper("Courier", 1)[0]), known) is None
    assert learner.place(parse(b""), known) is None
    assert learner.place(parse(paper("Daily", 1)[0]), ()) is None


@pytest.mark.parametrize("name", TEXT)
def test_a_paper_learned_alone_has_a_description_too(name):
    pages = [
        page.replace("</body>", f"<aside>Day {number % 2}</aside></body>") for number, page in enumerate(MIXED[:8])
    ]
    (template,) = build("learner", name).learn(documents(pages))
    written, members, differences = template.description_parts
    assert members == 0.0
    assert min(written, differences) > 0.0


@pytest.mark.parametrize("name", TEXT)
def test_an_empty_page_costs_nobody_anything(name):
    alone = build("learner", name).learn(documents(MIXED))
    beside = build("learner", name).learn(documents([*MIXED, "", ""]))
    assert beside[: len(alone)] == alone
