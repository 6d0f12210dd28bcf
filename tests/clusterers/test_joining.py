from __future__ import annotations

from newsloom.clusterers.joining import Joining


def test_groups_come_in_the_order_of_their_first_items():
    joining = Joining(5)
    assert joining.join(4, 1) == 1
    assert joining.join(3, 0) == 0
    assert joining.groups() == [[0, 3], [1, 4], [2]]


def test_joins_reach_all_members():
    joining = Joining(4)
    joining.join(2, 3)
    joining.join(1, 2)
    assert joining.join(3, 0) == 0
    assert {joining.root(item) for item in range(4)} == {0}


def test_joining_what_is_joined_changes_nothing():
    joining = Joining(2)
    joining.join(0, 1)
    joining.join(1, 0)
    assert joining.groups() == [[0, 1]]
