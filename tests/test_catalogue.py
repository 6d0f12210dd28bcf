"""Names to rooms."""

from __future__ import annotations

from itertools import permutations

import grimp
import pytest

from newsloom import catalogue
from newsloom.catalogue import KINDS, available, build, room
from newsloom.errors import UnknownName


@pytest.mark.parametrize("kind", KINDS)
def test_every_name_leads_to_a_room_that_answers_to_it(kind):
    for name in available(kind):
        assert room(kind, name).name == name


def test_rooms_do_not_know_each_other():
    # By the engine of lint-imports, whose contracts would name every room.
    graph = grimp.build_graph("newsloom")
    for kind in KINDS:
        packages = [f"newsloom.{kind}s.{name}" for name in available(kind)]
        for importer, imported in permutations(packages, 2):
            assert graph.find_shortest_chain(importer, imported, as_packages=True) is None


def test_parameters_reach_the_room():
    assert build("extractor", "next", beta=0.3).beta == 0.3


def test_a_misspelt_name_is_answered_with_the_nearest():
    with pytest.raises(UnknownName, match="Did you mean largest"):
        build("extractor", "largets")


def test_an_unknown_kind_is_answered_with_those_that_exist():
    with pytest.raises(UnknownName, match="extractor"):
        available("extractors")


def test_rooms_of_other_packages_join_by_entry_point(tmp_path, monkeypatch):
    folder = tmp_path / "foreign-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Name: foreign\nVersion: 1.0\n", encoding="utf-8")
    points = "[newsloom.extractors]\nforeign = json:JSONDecoder\nnext = no:One\n"
    (folder / "entry_points.txt").write_text(points, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    catalogue._targets.cache_clear()
    try:
        assert "foreign" in available("extractor")
        assert room("extractor", "foreign").__name__ == "JSONDecoder"
        assert room("extractor", "next").__module__.startswith("newsloom.")
    finally:
        catalogue._targets.cache_clear()
