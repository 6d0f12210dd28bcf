from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from tests.newspaper import sentences

from training.labelled import LabelledLines, read_pages
from training.othersets import out_of_set_chances


class Remembering:
    """Says of each line how many pages were learned from."""

    def __init__(self, pages: list[LabelledLines]) -> None:
        self.names = [page.corpus for page in pages]

    def probabilities(self, rows: np.ndarray) -> np.ndarray:
        return np.full(len(rows), float(len(self.names)))


def test_no_page_of_a_set_is_learned_from_where_it_is_judged(tmp_path: Path) -> None:
    for name, count in (("coast", 3), ("hills", 2)):
        (tmp_path / name / "pages").mkdir(parents=True)
        truths = []
        for number in range(count):
            text = " ".join(sentences(f"{name}{number}", 3))
            (tmp_path / name / "pages" / f"{number}.html").write_text(f"<p>{text}</p>", encoding="utf-8")
            truths.append(json.dumps({"id": str(number), "site": f"{name}{number}.example", "text": text}))
        (tmp_path / name / "truth.jsonl").write_text("\n".join(truths), encoding="utf-8")
    pages = list(read_pages([tmp_path / "coast", tmp_path / "hills"]))
    learned: list[list[str]] = []

    def learn(others: list[LabelledLines]) -> Remembering:
        made = Remembering(list(others))
        learned.append(made.names)
        return made

    chances = out_of_set_chances(pages, learn)
    assert learned == [["hills"] * 2, ["coast"] * 3]
    assert [float(one[0]) for one in chances] == [2.0] * 3 + [3.0] * 2
