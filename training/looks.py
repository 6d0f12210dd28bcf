"""Measures what drawn evidence would add to ``loom``, by site: ``python -m training.looks SET… --layouts FOLDER``.

The lines of pages with their style sheets are learned three times, by the same forest in the same folds: as ``loom``
sees them, with how each line looks, and also with whether ``perception`` takes it for news. A page is never read by a
forest trained on pages of its site or design. No model is written: this shows whether it would be worth it.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from newsloom.dom import Document
from newsloom.dom.layout import Layout
from newsloom.evaluation.measures import RIGHT_F1
from newsloom.extractors.loom.features import NAMES
from newsloom.extractors.perception import PerceptionExtractor
from training.drawn import DrawnExample, drawn_examples
from training.labelled import LabelledLines, read_pages
from training.validation import out_of_site_chances

__all__ = ["LOOKS", "looks_of"]

LOOKS = (
    *("left", "width", "centre", "top", "top_pixels", "height", "is_seen"),
    *("size", "size_rank", "bold", "italic", "line_height", "style_share", "colour_share", "font_share", "edge_share"),
    *("like_before", "like_behind"),
)
# Less is a rule or two of a page that lost its sheets.
LEAST_STYLE = 5_000
FORMS = {
    "loom's columns": len(NAMES),
    "and looks": len(NAMES) + len(LOOKS),
    "and perception": len(NAMES) + len(LOOKS) + 1,
}


def main() -> None:
    """Prints word F1 and the share of pages right by set, without and with looks."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("sets", nargs="+")
    reader.add_argument("--limit", type=int, default=None, help="pages of each set")
    reader.add_argument("--layouts", type=Path, help="a folder to keep drawings in, and to take them from")
    asked = reader.parse_args()
    pages = [page for path in asked.sets for page in _pages(path, asked.limit, asked.layouts)]
    print(f"{len(pages)} pages of {len({page.site for page in pages})} sites")
    for form, columns in FORMS.items():
        chances = out_of_site_chances(pages, (*NAMES, *LOOKS, "perceived"), columns=range(columns))
        for corpus in sorted({page.corpus for page in pages}):
            scores = [page.word_f1(own) for page, own in zip(pages, chances, strict=True) if page.corpus == corpus]
            right = np.mean([score >= RIGHT_F1 for score in scores])
            print(f"{form:16} {corpus:10} {len(scores):4} pages  word F1 {np.mean(scores):.4f}  right {right:.3f}")


def _pages(path: str, limit: int | None, layouts: Path | None) -> Iterator[LabelledLines]:
    examples = {one.truth.id: one for one in drawn_examples([path], limit=limit, layouts=layouts) if _is_styled(one)}
    for page in _labelled(examples.values(), Path(path).name.split(".")[0]):
        document = examples[page.id].document
        looks = looks_of(document, examples[page.id].layout)
        news = {block.text for block in PerceptionExtractor().extract(document).blocks}
        perceived = np.array([[float(text in news)] for text in page.texts], dtype=np.float32)
        # Short pages made from others have no drawing.
        yield replace(page, rows=np.hstack([page.rows, looks, perceived]), brief=None)


def _is_styled(example: DrawnExample) -> bool:
    """Returns whether a page has its style sheets; those of the press are small, and complete."""
    root = example.document.root
    size = sum(len(one.text or "") for one in root.iter("style")) if root is not None else 0
    return size >= LEAST_STYLE or example.site.endswith(".press.example")


def _labelled(examples: Iterable[DrawnExample], name: str) -> Iterator[LabelledLines]:
    """Yields the pages as drawn, after their scripts, labelled as in the training of ``loom``."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / name
        (folder / "pages").mkdir(parents=True)
        truths = []
        for one in examples:
            (folder / "pages" / f"{one.truth.id}.html").write_bytes(one.html)
            truths.append({"id": one.truth.id, "url": one.truth.url, "site": one.site, "text": one.truth.text})
        (folder / "truth.jsonl").write_text("\n".join(map(json.dumps, truths)), encoding="utf-8")
        yield from read_pages([folder])


def looks_of(document: Document, layout: Layout) -> npt.NDArray[np.float32]:
    """Returns one row of ``LOOKS`` for each line of the page."""
    outline = document.outline
    nodes = [outline.nodes[segment.box] for segment in outline.segments]
    letters = [len(segment.text) for segment in outline.segments]
    styles = [layout.style_codes[node] for node in nodes]
    seen = [layout.styles[style] if style >= 0 else None for style in styles]
    shares = [
        _shares(keys, letters)
        for keys in (
            styles,
            [style and style.colour for style in seen],
            [style and style.font for style in seen],
            [round(layout.lefts[node]) for node in nodes],
        )
    ]
    sizes = np.array([style.size if style else 0.0 for style in seen])
    usual = float(sizes[int(np.argmax(shares[0]))]) or 16.0
    width, height = layout.width or 1.0, layout.height or 1.0
    rows = []
    for line, (node, style) in enumerate(zip(nodes, seen, strict=True)):
        box = layout.box(node)
        like = [0 <= line + step < len(styles) and styles[line + step] == styles[line] for step in (-1, 1)]
        rows.append(
            [
                box.left / width,
                box.width / width,
                abs(box.left + box.width / 2 - width / 2) / width,
                box.top / height,
                min(box.top / 1_000, 5.0),
                np.log1p(box.height),
                style is not None,
                sizes[line] / usual,
                sizes[line] / (sizes.max() or 1.0),
                style is not None and style.is_bold,
                style is not None and style.is_italic,
                style.line_height / style.size if style and style.size else 0.0,
                *(share[line] for share in shares),
                *like,
            ]
        )
    return np.array(rows, dtype=np.float32)


def _shares(keys: Sequence[object], letters: Sequence[int]) -> list[float]:
    """Returns for each line the share of the page's letters that are in lines with the same key."""
    counts: dict[object, int] = {}
    for key, count in zip(keys, letters, strict=True):
        counts[key] = counts.get(key, 0) + count
    whole = sum(letters) or 1
    return [counts[key] / whole for key in keys]


if __name__ == "__main__":
    main()
