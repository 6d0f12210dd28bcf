from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.learners.papers import documents, paper

from newsloom.learners.deltacoding import bits_saved, chance
from newsloom.learners.merging import join_families, join_strays, join_variants
from newsloom.learners.paths import read_paths


def test_what_everybody_has_proves_nothing():
    common = chance(np.full(100, 48), 48)
    assert bits_saved(common, common, 0, 0, 50) < 0


def test_what_nobody_else_has_proves_much():
    rare = chance(np.zeros(100, dtype=np.int64), 48)
    assert bits_saved(rare, rare, 0, 0, 50) > 100


def test_lost_paths_weigh_against_it():
    rare = chance(np.zeros(20, dtype=np.int64), 48)
    savings = [bits_saved(rare, rare, lost, lost, 50) for lost in (0, 20, 200, 2_000)]
    assert savings == sorted(savings, reverse=True)
    assert savings[0] > 0 > savings[-1]


def test_a_branch_nobody_else_has_counts_once():
    alone = chance(np.zeros(20, dtype=np.int64), 48)
    below = chance(np.zeros(20, dtype=np.int64), 0)
    assert bits_saved(alone, below, 0, 0, 50) < bits_saved(alone, alone, 0, 0, 50) / 4


@given(st.lists(st.integers(0, 30), min_size=1, max_size=30), st.integers(0, 50))
def test_more_templates_to_choose_from_never_make_a_variation_cheaper_to_name(counts, lost):
    chances = chance(np.array(counts), 30)
    assert bits_saved(chances, chances, lost, lost, 100) < bits_saved(chances, chances, lost, lost, 10)


def test_groups_of_different_papers_stay_apart_in_any_order():
    sets = read_paths(documents([*paper("Daily", 3), *paper("Evening", 3), *paper("Herald", 3)]))
    wanted = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    assert sorted(join_families(wanted, sets)) == wanted
    assert sorted(join_families(wanted[::-1], sets)) == wanted


def test_no_groups_are_no_families():
    assert join_families([], read_paths([])) == []


def test_a_page_on_which_the_furniture_was_moved_joins_the_rest_of_its_paper():
    daily = paper("Daily", 6)
    moved = daily[5].replace("<body>", "<body><center><form>").replace("</body>", "</form></center></body>")
    sets = read_paths(documents([*daily[:5], moved, *paper("Evening", 5)]))
    groups = [[0, 1, 2, 3, 4], [5], [6, 7, 8, 9, 10]]
    assert sorted(join_families(groups, sets)) == groups
    assert sorted(map(sorted, join_strays(groups, sets))) == [[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]


def test_papers_with_nothing_in_common_gain_no_strays_in_any_order():
    sets = read_paths(documents([*paper("Daily", 4), *paper("Evening", 2), *paper("Herald", 1)]))
    wanted = [[0, 1, 2, 3], [4, 5], [6]]
    assert sorted(join_strays(wanted, sets)) == wanted
    assert sorted(join_strays(wanted[::-1], sets)) == wanted


def test_two_large_layouts_that_say_the_same_elsewhere_stay_apart():
    daily = paper("Daily", 20)
    moved = [page.replace("<body>", "<body><center><form>") for page in paper("Daily", 20, layout="gallery")]
    sets = read_paths(documents([*daily, *moved, *paper("Evening", 3)]))
    groups = [list(range(20)), list(range(20, 40)), [40, 41, 42]]
    assert sorted(join_strays(groups, sets)) == groups


def test_no_groups_have_no_strays():
    assert join_strays([], read_paths([])) == []


def test_two_large_layouts_that_say_mostly_the_same_are_variants_in_any_order():
    moved = [page.replace("<article>", "<center><article>") for page in paper("Daily", 20)]
    others = [page for name in ("Evening", "Herald", "Post") for page in paper(name, 3)]
    sets = read_paths(documents([*paper("Daily", 20), *moved, *others]))
    daily, strangers = [list(range(20)), list(range(20, 40))], [[40, 41, 42], [43, 44, 45], [46, 47, 48]]
    assert sorted(join_strays([*daily, *strangers], sets)) == [*daily, *strangers]
    wanted = [list(range(40)), *strangers]
    assert sorted(map(sorted, join_variants([*daily, *strangers], sets))) == wanted
    assert sorted(map(sorted, join_variants([*strangers, *daily[::-1]], sets))) == wanted


def test_papers_of_one_owner_that_share_less_than_half_are_no_variants():
    foot = "".join(f"<p>Printed by the owner of both, line {line}</p>" for line in range(30))
    daily, evening = (
        [page.replace("</body>", f"{foot}</body>") for page in paper(name, 4)] for name in ("Daily", "Evening")
    )
    sets = read_paths(documents([*daily, *evening, *paper("Herald", 4)]))
    groups = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]
    assert sorted(join_variants(groups, sets)) == groups


def test_a_lone_page_is_nobodys_variant():
    moved = paper("Daily", 5)[4].replace("<body>", "<body><center><form>")
    sets = read_paths(documents([*paper("Daily", 4), moved, *paper("Evening", 3)]))
    groups = [[0, 1, 2, 3], [4], [5, 6, 7]]
    assert sorted(join_variants(groups, sets)) == groups
    assert join_variants([], read_paths([])) == []


def test_a_redesign_that_keeps_less_than_half_is_another_template_though_it_saves_bits():
    kept = "".join(f"<p>Kept over the years, line {line}</p>" for line in range(100))
    old, new = ([page.replace("<body>", f"<body>{kept}") for page in paper(name, 4)] for name in ("Daily", "Dawn"))
    others = [page for name in ("Evening", "Herald", "Post") for page in paper(name, 3)]
    sets = read_paths(documents([*old, *new, *others]))
    groups = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10], [11, 12, 13], [14, 15, 16]]
    assert sorted(join_families(groups, sets)) == groups
    # A page or two of the other look are no template that could be another.
    assert [0, 1, 2, 3, 4, 5] in map(sorted, join_families([[0, 1, 2, 3], [4, 5], *groups[2:]], sets))
