"""The page that shows what each family of evidence adds."""

from __future__ import annotations

from newsloom.extractors.loom.features import NAMES
from training.ablation import as_page, columns_by_family


def test_every_column_belongs_to_one_family():
    columns = columns_by_family()
    assert sorted(number for own in columns.values() for number in own) == list(range(len(NAMES)))
    assert all(columns.values())


def test_the_page_shows_what_leaving_a_family_out_costs():
    page = as_page(
        {"north": 0.9, "south": 0.8},
        {"text": ({"north": 0.88, "south": 0.81}, {"north": 0.5, "south": 0.5})},
        {"text": 4, "structure": 6},
        pages=1234,
        trees=75,
    )
    assert "1,234 pages, forests of 75 trees" in page
    assert "| all | 10 | 0.900 | 0.800 | 0.850 |" in page
    assert "| without text | 6 | -2.0 | +1.0 | -0.5 |" in page
    assert "| text alone | 4 | -40.0 | -30.0 | -35.0 |" in page
