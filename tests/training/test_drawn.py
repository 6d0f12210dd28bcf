from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from tests.browsers import needs_browser

from training.correlation import fit, pair_accuracy
from training.drawn import drawn_examples
from training.vwrapper import curve

STORY = "The ferry to the island of Sandry left the harbour an hour late, for its crew was ill on day {}."


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Two sites with two pages each, in styles of their own."""
    folder: Path = tmp_path_factory.mktemp("papers")
    (folder / "pages").mkdir()
    lines = []
    for site, style in (("one", "p{font:18px serif}"), ("two", "p{font:15px sans-serif;width:500px}")):
        for number in range(2):
            text = "\n\n".join(STORY.format(10 * number + day) for day in range(4))
            body = "".join(f"<p>{part}</p>" for part in text.split("\n\n"))
            menu = "".join(f'<li><a href="/{part}">Part {part}</a></li>' for part in range(6))
            page = f"<style>{style} li{{font:11px sans-serif}}</style><ul>{menu}</ul><h1>Ferry {number} late</h1>{body}"
            (folder / "pages" / f"{site}{number}.html").write_text(page, encoding="utf-8")
            lines.append(
                json.dumps({"id": f"{site}{number}", "site": site, "title": f"Ferry {number} late", "text": text})
            )
    (folder / "truth.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return str(folder)


@needs_browser
def test_pages_are_drawn_labelled_and_kept(papers: str, tmp_path: Path) -> None:
    examples = list(drawn_examples([papers], layouts=tmp_path))
    assert [sum(one.in_story) for one in examples] == [4] * 4
    assert [sum(one.is_title) for one in examples] == [1] * 4
    again = list(drawn_examples([papers], layouts=tmp_path))
    assert [one.in_story for one in again] == [one.in_story for one in examples]
    points = curve(examples)
    assert [point.sites for point in points] == [1, 2]
    assert points[-1].unseen is None
    assert set(pair_accuracy(examples)) == {"printed", "learned", "unsupervised"}


def test_pairs_alike_are_learned_to_belong_together() -> None:
    rows = np.array([[1.0, 0.3], [0.9, 0.1], [0.1, 0.3], [0.0, 0.2]])
    factors, bias = fit([(rows, np.array([1.0, 1.0, 0.0, 0.0]))])
    assert factors[0] + bias > 0 > bias
