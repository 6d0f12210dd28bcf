from __future__ import annotations

from tests.learners.papers import documents, paper

from newsloom.learners.paths import read_paths
from newsloom.learners.templateindex import TemplateIndex, template_paths


def test_template_paths_are_those_of_the_majority():
    sets = read_paths(documents(["<p>a</p><b>x</b>", "<p>a</p><b>x</b>", "<p>a</p>", "<i>z</i>"]))
    names = {sets.name(path) for path in template_paths([0, 1, 2], sets).tolist()}
    assert names == {"html", "html/body", "html/body/p", "html/body/p/#a", "html/body/b", "html/body/b/#x"}


def test_layouts_of_one_paper_are_relatives_and_save_more_than_two_papers():
    others = [page for name in ("Evening", "Herald", "Post") for page in paper(name, 3)]
    sets = read_paths(documents([*paper("Daily", 3), *paper("Daily", 3, layout="gallery"), *others]))
    index = TemplateIndex.of([list(range(start, start + 3)) for start in range(0, 15, 3)], sets)
    assert next(iter(index.relatives())) == (0, 1)
    assert index.saving(0, 1) > max(index.saving(0, 2), index.saving(0, 3), index.saving(0, 4))


def test_no_groups_have_no_relatives():
    assert list(TemplateIndex.of([], read_paths([])).relatives()) == []
