from __future__ import annotations

from newsloom.disjointsets import DisjointSets


def test_groups_come_in_the_order_of_their_first_items():
    sets = DisjointSets(5)
    assert sets.join(4, 1) == 1
    assert sets.join(3, 0) == 0
    assert sets.groups() == [[0, 3], [1, 4], [2]]


def test_joins_reach_all_members():
    sets = DisjointSets(4)
    sets.join(2, 3)
    sets.join(1, 2)
    assert sets.join(3, 0) == 0
    assert {sets.root(item) for item in range(4)} == {0}


def test_joining_what_is_joined_changes_nothing():
    sets = DisjointSets(2)
    sets.join(0, 1)
    sets.join(1, 0)
    assert sets.groups() == [[0, 1]]
