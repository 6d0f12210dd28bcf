"""Tests the two claims for LBNEST's hybrid (section VI.C): what no longer leaks into stories, and the stages' times.

Pages are drawn first, which is not counted. The DOM stage then reads each whole page, and the block that the proximity
stage found; the best of several rounds counts. A page leaks if words of its text are not in the true story.

    python -m benchmarks.hybrid                 # the made-up press in its designs
    python -m benchmarks.hybrid newspaper.tar.xz --limit 60
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from newsloom.dom import Document, parse
from newsloom.errors import RenderError
from newsloom.evaluation.corpora import Truth, open_corpus
from newsloom.evaluation.drawing import drawn_page
from newsloom.evaluation.extraction import has_news
from newsloom.evaluation.measures import word_scores, words_of
from newsloom.extractors.lbnest import AnnouncedTextExtractor
from newsloom.press.styled import write_styled_set

ROUNDS = 5
# The share of a text's words that makes it a leak, and more than a caption or a byline.
LEAK = 0.1


@dataclass(kw_only=True)
class Stages:
    """Milliseconds of each page's stages, and the shares of foreign words, for the whole page and the block."""

    proximity: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)
    block: list[float] = field(default_factory=list)
    foreign_whole: list[float] = field(default_factory=list)
    foreign_block: list[float] = field(default_factory=list)


def main() -> None:
    """Draws, reads, and prints."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("sets", nargs="*", help="labelled sets; none is the made-up press")
    parser.add_argument("--limit", type=int, default=None, help="pages of each set")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if not chosen.sets:
            write_styled_set(Path(folder) / "styled")
        stages = measure(_documents(chosen.sets or [f"{folder}/styled"], chosen.limit))
    pages = len(stages.whole)
    print(f"{pages} stories")
    print(f"{'':24}{'DOM alone':>10}{'hybrid':>10}")
    print(f"{'proximity stage, ms':24}{'':>10}{_mean(stages.proximity):10.2f}")
    print(f"{'DOM stage, ms':24}{_mean(stages.whole):10.2f}{_mean(stages.block):10.2f}")
    print(f"{'foreign words':24}{_mean(stages.foreign_whole):10.3f}{_mean(stages.foreign_block):10.3f}")
    leaks = [sum(share > LEAK for share in shares) for shares in (stages.foreign_whole, stages.foreign_block)]
    print(f"{'stories that leak':24}{leaks[0]:10}{leaks[1]:10}")


def measure(documents: Iterator[tuple[Document, Truth]]) -> Stages:
    """Returns the stages of some pages."""
    alone, hybrid = AnnouncedTextExtractor(), AnnouncedTextExtractor(hybrid=True)
    stages = Stages()
    for document, truth in documents:
        # Computed once and cached by the document: otherwise the time would count for the first stage.
        _ = document.headline, document.language, document.outline.tags, document.outline.texts
        bounds = hybrid.find_bounds(document)
        stages.proximity.append(_milliseconds(lambda page=document: hybrid.find_bounds(page)))  # type: ignore[misc]
        stages.whole.append(_milliseconds(lambda page=document: alone.read_within(page, None)))  # type: ignore[misc]
        stages.block.append(
            _milliseconds(lambda page=document, within=bounds: alone.read_within(page, within))  # type: ignore[misc]
        )
        stages.foreign_whole.append(_foreign(alone.read_within(document, None).text, truth))
        stages.foreign_block.append(_foreign(alone.read_within(document, bounds).text, truth))
    return stages


def _documents(sets: Sequence[str], limit: int | None) -> Iterator[tuple[Document, Truth]]:
    for path in sets:
        corpus = open_corpus(path)
        wanted = [truth for truth in corpus.truths().values() if truth.text and has_news(truth)]
        step = max(1, len(wanted) // limit) if limit else 1
        for labelled in corpus.pages({truth.id: truth for truth in wanted[::step][:limit]}):
            try:
                html, layout = drawn_page(labelled.page, labelled.truth.url)
            except RenderError:
                continue
            yield parse(html, url=labelled.truth.url, title=labelled.truth.title, layout=layout), labelled.truth


def _milliseconds(stage: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        stage()
        times.append(time.process_time() - begun)
    return 1000 * min(times)


def _foreign(text: str, truth: Truth) -> float:
    """Returns the share of a text's words that are not in the true story."""
    found = words_of(text, truth.language)
    return 1 - word_scores(found, words_of(truth.text or "", truth.language)).precision if found else 0.0


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


if __name__ == "__main__":
    main()
