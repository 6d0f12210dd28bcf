from __future__ import annotations

from random import Random

from benchmarks.damaged import damaged

PAGES = [b"<html><body><h1>Ferry late</h1><p>It came at noon.</p></body></html>", b"<p>Another page.</p>" * 20]


def by_seed(pages, seed):
    return damaged(pages, Random(seed))  # noqa: S311


def test_a_seed_damages_a_page_always_alike():
    assert [by_seed(PAGES, seed) for seed in range(50)] == [by_seed(PAGES, seed) for seed in range(50)]


def test_most_pages_are_changed():
    assert sum(by_seed(PAGES, seed) not in PAGES for seed in range(100)) > 90


def test_a_page_that_is_cut_to_nothing_can_be_damaged_further():
    assert all(isinstance(by_seed([b""], seed), bytes) for seed in range(50))
