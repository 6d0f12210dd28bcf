"""Measures what knowing the site adds to the loom extractor: ``python -m training.site_prior SET… --templates SET``.

For every page of a set whose truth names templates, templates are learned from ten other pages of the same template,
without labels, and the page is read without and with their consensus. Neither the page nor the ten are read by a forest
that saw their site: forests are trained as for ``make train``, on all the sets. ``--chances FILE`` saves the forests'
predictions, and reads them if the file exists: then only the set with templates is read, no forest is trained, and a
change in the use of chances and templates is measured in two minutes.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from newsloom.catalogue import build
from newsloom.dom import Document, parse
from newsloom.evaluation.corpora import open_corpus
from newsloom.evaluation.measures import word_scores
from newsloom.extractors.loom import LoomExtractor
from newsloom.extractors.loom.completion import complete, find_series
from newsloom.extractors.loom.copies import drop_copies
from newsloom.extractors.loom.features import NAMES
from newsloom.extractors.loom.filters import class_kinds, drop_advertisements, drop_by_class, drop_comments
from newsloom.extractors.loom.page import PageArrays, boxes_around
from newsloom.extractors.loom.site_prior import apply_site_prior
from newsloom.extractors.loom.verdict import judge
from newsloom.pipeline.templates.consensus import PageConsensus
from newsloom.pipeline.templates.lookup import fitting_template
from newsloom.records import Block, Extraction
from training.alignment import words_of
from training.labelled import read_pages
from training.validation import out_of_site_chances

__all__ = ["Gain", "gains", "held_apart_pages", "read_chances", "write_chances"]

TEN = 10
Chances = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """The mean word F1 of a template's pages without and with the consensus of ten others."""

    template: str
    pages: int
    without: float
    with_site: float


@dataclass(eq=False, kw_only=True)
class HeldApartPage:
    """A page with its true words and its lines' chances, predicted by a forest that had not seen its site."""

    template: str
    document: Document
    truth: list[str]
    chances: Chances

    def kept(self, chances: Chances) -> list[str]:
        """Returns the lines that ``LoomExtractor`` would keep if its forest gave these chances."""
        texts = [segment.text for segment in self.document.outline.segments]
        page = PageArrays.of(self.document)
        chosen = drop_copies(
            LoomExtractor().choose(page.words, chances, self.chances), texts, boxes_around(page).__getitem__
        )
        is_article = judge(page, chances).is_article
        kept = drop_advertisements(page, drop_comments(page, chosen, is_article=is_article))
        if kept:
            series = find_series(page, kept[0], kept[-1])
            kept = complete(kept, series, chances=chances, words=page.words, link_share=page.link_share)
            kept = drop_by_class(kept, class_kinds(page, kept), page.words)
        return [texts[line] for line in kept if texts[line] != self.document.headline]

    def word_f1(self, chances: Chances) -> float:
        return word_scores(words_of("\n".join(self.kept(chances))), self.truth).f


@dataclass(frozen=True)
class _HeldApartReader:
    """Reads each page by its own chances, in the form of an extractor."""

    pages: Mapping[int, HeldApartPage]

    def extract(self, document: Document, /) -> Extraction:
        page = self.pages[id(document)]
        blocks = tuple(Block(text=text) for text in page.kept(page.chances))
        return Extraction(method="held-apart", version=1, blocks=blocks)


def held_apart_pages(path: Path, chances: Mapping[str, Chances]) -> list[HeldApartPage]:
    """Returns the pages of a set whose template and true text are known; ``chances`` are by the pages' ids.

    Raises ``ValueError`` if a page's chances do not match its lines.
    """
    found = []
    for labelled in open_corpus(path):
        truth = labelled.truth
        if truth.template and truth.text and truth.id in chances:
            document = parse(labelled.page, url=truth.url)
            own = chances[truth.id]
            if len(own) != len(document.outline.segments):
                raise ValueError(
                    f"{truth.id} has other lines than when its chances were kept: let forests say them anew"
                )
            found.append(
                HeldApartPage(template=truth.template, document=document, truth=words_of(truth.text), chances=own)
            )
    return found


def gains(pages: Sequence[HeldApartPage], *, others: int = TEN, seed: int = 0) -> list[Gain]:
    """Returns for each template with more than ``others`` pages what knowing that many of them adds."""
    by_template: dict[str, list[HeldApartPage]] = defaultdict(list)
    for page in pages:
        by_template[page.template].append(page)
    return [_gain(name, group, others, seed) for name, group in sorted(by_template.items()) if len(group) > others]


def _gain(name: str, group: list[HeldApartPage], others: int, seed: int) -> Gain:
    without, with_site = [], []
    for number, page in enumerate(group):
        rest = [one for one in group if one is not page]
        random.Random(f"{seed} {name} {number}").shuffle(rest)
        without.append(page.word_f1(page.chances))
        with_site.append(_word_f1_knowing(page, rest[:others]))
    return Gain(template=name, pages=len(group), without=float(np.mean(without)), with_site=float(np.mean(with_site)))


def _word_f1_knowing(page: HeldApartPage, others: Sequence[HeldApartPage]) -> float:
    consensus = PageConsensus(_HeldApartReader({id(one.document): one for one in others}))  # type: ignore[arg-type]
    for one in others:
        consensus.add(one.document)
    learned = build("learner", "textmax").learn([one.document for one in others])
    templates = [one for one in map(consensus.complete, learned) if one.kept]
    page.document.template = fitting_template(page.document, templates)
    corrected = apply_site_prior(page.document, page.chances)
    page.document.template = None
    return page.word_f1(corrected)


def main() -> None:
    """Trains forests that have not seen the sites, or reads their predictions, and prints what templates add."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", type=Path, help="labelled sets to train on")
    parser.add_argument("--templates", type=Path, required=True, help="the one of them whose truth names templates")
    parser.add_argument("--chances", type=Path, help="where the forests' chances are kept")
    arguments = parser.parse_args()
    if arguments.chances and arguments.chances.exists():
        known = read_chances(arguments.chances)
    else:
        known = _chances(arguments.sets, arguments.templates)
    if arguments.chances:
        write_chances(arguments.chances, known)
    report(gains(held_apart_pages(arguments.templates, known)))


def _chances(sets: Sequence[Path], templates: Path) -> dict[str, Chances]:
    pages = list(read_pages(sets))
    chances = out_of_site_chances(pages, NAMES)
    corpus = open_corpus(templates).name
    return {page.id: own for page, own in zip(pages, chances, strict=True) if page.corpus == corpus}


def write_chances(path: Path, chances: Mapping[str, Chances]) -> None:
    """Writes the chances by the pages' ids."""
    with path.open("wb") as file:
        np.savez_compressed(file, **chances)  # type: ignore[arg-type]


def read_chances(path: Path) -> dict[str, Chances]:
    """Returns the chances that ``write_chances`` wrote."""
    with np.load(path, allow_pickle=False) as kept:
        return {name: kept[name] for name in kept.files}


def report(found: Sequence[Gain]) -> None:
    """Prints a line for each template, the mean over all, and the worst."""
    for one in found:
        change = one.with_site - one.without
        print(f"{one.template}: {one.pages} pages, {one.without:.4f} → {one.with_site:.4f} ({change:+.4f})")
    changes = np.array([one.with_site - one.without for one in found])
    print(f"mean of {len(found)} templates {changes.mean():+.4f}, worst {changes.min():+.4f}")


if __name__ == "__main__":
    main()
