from __future__ import annotations

from tests.learners.papers import documents, dressed, paper

from newsloom.learners.merging import join_sections, join_strays
from newsloom.learners.paths import read_paths


def test_odd_pages_join_the_paper_that_is_dressed_alike_in_any_order():
    pages = [*_dressed_paper("Daily", 4), *_dressed_paper("Evening", 4), *_dressed_paper("Herald", 4)]
    odd = [dressed(page, "Evening") for page in paper("Ferries", 2)]
    sets = read_paths(documents([*pages, *odd]))
    papers = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]
    assert sorted(join_strays([*papers, [12, 13]], sets)) == [*papers, [12, 13]]
    wanted = [papers[0], [4, 5, 6, 7, 12, 13], papers[2]]
    assert sorted(map(sorted, join_sections([*papers, [12, 13]], sets))) == wanted
    assert sorted(map(sorted, join_sections([[13], [12], *papers[::-1]], sets))) == wanted


def test_three_pages_dressed_alike_are_a_template_of_their_own():
    pages = [*_dressed_paper("Daily", 4), *_dressed_paper("Evening", 4), *_dressed_paper("Herald", 4)]
    odd = [dressed(page, "Evening") for page in paper("Ferries", 3)]
    sets = read_paths(documents([*pages, *odd]))
    groups = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14]]
    assert sorted(join_sections(groups, sets)) == groups


def test_nothing_is_joined_by_its_dress_where_nobody_knows_how_others_dress():
    pages = [*_dressed_paper("Daily", 4), *_dressed_paper("Evening", 4)]
    sets = read_paths(documents([*pages, dressed(paper("Ferries", 1)[0], "Evening")]))
    groups = [[0, 1, 2, 3], [4, 5, 6, 7], [8]]
    assert sorted(join_sections(groups, sets)) == groups


def test_a_page_dressed_like_nobody_joins_nobody():
    pages = [page for name in ("Daily", "Evening", "Herald") for page in _dressed_paper(name, 3)]
    sets = read_paths(documents([*pages, *_dressed_paper("Ferries", 1), *paper("Post", 1), ""]))
    groups = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9], [10], [11]]
    assert sorted(join_sections(groups, sets)) == groups
    assert join_sections([], read_paths([])) == []


def _dressed_paper(name: str, pages: int) -> list[str]:
    return [dressed(page, name) for page in paper(name, pages)]


def test_what_is_dressed_like_one_paper_and_speaks_like_another_stays_alone():
    pages = [page for name in ("Daily", "Evening", "Herald") for page in _dressed_paper(name, 4)]
    odd = dressed(paper("Ferries", 1)[0], "Evening").replace('alt="Evening picture', 'alt="Of the Herald')
    groups = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12]]
    sets = read_paths(documents([*pages, odd]))
    assert sorted(join_sections(groups, sets)) == groups


def test_what_speaks_like_a_paper_and_is_dressed_like_nobody_stays_alone():
    pages = [page for name in ("Daily", "Evening", "Herald") for page in _dressed_paper(name, 4)]
    odd = "<html><body><dl>" + "".join(f"<dd>The Evening on ferry {number}</dd>" for number in range(20)) + "</dl>"
    groups = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12]]
    sets = read_paths(documents([*pages, odd]))
    assert sorted(join_sections(groups, sets)) == groups


def test_an_archives_banner_on_some_papers_makes_no_stranger_one_of_them():
    banner = dressed("</body>", "Archive")
    kept, others = ("Daily", "Evening", "Herald"), ("Post", "Star", "Times", "World")
    pages = [page.replace("</body>", banner) for name in kept for page in _dressed_paper(name, 4)]
    pages += [page for name in others for page in _dressed_paper(name, 4)]
    groups = [list(range(start, start + 4)) for start in range(0, 28, 4)]
    stranger = _dressed_paper("Ferries", 1)[0].replace("</body>", banner)
    sets = read_paths(documents([*pages, stranger]))
    assert sorted(join_sections([*groups, [28]], sets)) == [*groups, [28]]
