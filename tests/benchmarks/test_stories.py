from __future__ import annotations

import pytest

from benchmarks.stories import Cost, WindowCosts, invented_news, main, table, verdicts


def _costs(size, whole=0.0005, arriving=0.0006, memory=3000.0):
    return WindowCosts(size=size, whole=Cost(seconds=whole, memory=memory), arriving=Cost(seconds=arriving, memory=0.0))


def _held(*measured):
    return [is_held for is_held, _ in verdicts(measured)]


def test_windows_that_cost_the_same_hold_every_bar():
    assert _held(_costs(10_000), _costs(100_000), _costs(1_000_000)) == [True] * 4


@pytest.mark.parametrize(
    ("large", "failed"),
    [
        (_costs(100_000, arriving=0.00101, whole=0.0005), 0),
        (_costs(100_000, memory=4097.0), 1),
        (_costs(100_000, whole=0.00063), 2),
        (_costs(100_000, arriving=0.0007), 3),
    ],
    ids=["slow", "large", "dearer as a whole", "dearer arriving"],
)
def test_a_bar_that_is_missed_is_said_to_be(large, failed):
    assert _held(_costs(10_000), large)[failed] is False


def test_small_windows_are_not_held_to_the_memory_of_large_ones():
    assert _held(_costs(10_000, memory=9000.0), _costs(100_000)) == [True] * 4


def test_the_table_says_how_much_dearer_the_last_size_is_than_the_first():
    lines = table([_costs(10_000), _costs(100_000, whole=0.0006, arriving=0.00066)])
    assert lines[2] == "| 10,000 | 2,000 | 500 | 2.9 KB | 1,667 | 600 |"
    assert lines[-1] == "| growth | | 1.20 | | | 1.10 |"


def test_invented_news_is_the_same_each_time():
    articles = invented_news(50)
    assert len(articles) == 50
    assert articles == invented_news(50)


def test_sizes_may_be_given(capsys):
    assert main(["40"]) in {0, 1}
    assert "| 40 |" in capsys.readouterr().out
