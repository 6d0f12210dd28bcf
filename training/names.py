"""Trains the odds of box names: ``make train``.

On every labelled page, the boxes that have names are examples: those with almost nothing of the true text are
furniture, those with hardly anything else are story. Rules that people wrote for other sites, which name the containers
of stories and what to strip, are examples, too. A logistic regression over the parts of the names gives each part its
weight.
"""

from __future__ import annotations

import argparse
import json
import lzma
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from newsloom.dom import Document, parse
from newsloom.evaluation.corpora import open_corpus
from newsloom.region import NameOdds, name_parts
from newsloom.text.size import count_words
from training.alignment import label_lines, words_of

__all__ = ["Example", "Names", "fit_odds", "fit_weights", "page_examples", "rule_examples", "sites_of"]

DATA = Path(__file__).parent.parent / "src/newsloom/region/data"
HEADER = "# The parts of class names and ids, and what each adds to the log odds that a box is furniture: make train."
IN_STORY = 0.5
# A page with less of its truth on it is not used.
LEAST_STORY_WORDS = 30
# A box with at most this share of story is furniture, with at least that share story; between them it is neither.
FURNITURE_SHARE, STORY_SHARE = 0.1, 0.6
CONTAINER_SHARE = 0.9
# Furniture outside the story's container is recognisable by its place, and a box of the same kind as its parent adds
# little.
OUTSIDE_WEIGHT, SAME_WEIGHT = 0.3, 0.4
# This many boxes around a story are examples of story containers.
HOLDERS = 3
# The fewest sites, and the least weight, with which a part is kept.
LEAST_SITES, LEAST_WEIGHT = 6, 0.2
RULE_WEIGHT = 0.5
SCALE, SHRINKAGE, STEPS, RATE = 4.0, 0.3, 300, 0.3

_NAMES = re.compile(r"@(?:class|id)[^'\"\]]*['\"]([^'\"]+)['\"]")

Array = npt.NDArray[np.float64]


class Example(NamedTuple):
    """The parts of a box's names, whether it is furniture, and its weight."""

    parts: tuple[str, ...]
    is_furniture: bool
    weight: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """The examples of one site."""

    site: str
    examples: tuple[Example, ...]


def main() -> None:
    """Learns the weights from all sites and writes them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="+", type=Path, help="labelled sets: .tar.xz files or folders")
    parser.add_argument("--rules", type=Path, required=True, help="what people wrote about sites, .jsonl.xz")
    arguments = parser.parse_args()
    weights = fit_weights([*_read_sites(arguments.sets), *rule_examples(arguments.rules)])
    rows = [f"{part} {weight:.1f}" for part, weight in sorted(_rounded(weights).items())]
    (DATA / "name_odds.txt").write_text("\n".join([HEADER, *rows]) + "\n", encoding="utf-8")
    print(f"wrote {len(rows)} parts of names")


def fit_odds(sites: Sequence[Names]) -> NameOdds:
    """Returns the odds of names as they would be shipped if only these sites had been seen."""
    return NameOdds(_rounded(fit_weights(sites)))


def _rounded(weights: Mapping[str, float]) -> dict[str, float]:
    return {part: round(weight, 1) for part, weight in weights.items() if abs(weight) >= LEAST_WEIGHT}


def page_examples(document: Document, is_story: Sequence[bool]) -> tuple[Example, ...]:
    """Returns the examples of a labelled page; their total weight grows with the number of boxes, but more slowly."""
    outline = document.outline
    story, words = _sums(document, is_story), _sums(document, [True] * len(is_story))
    if outline.tree is None or story[0] < LEAST_STORY_WORDS:
        return ()
    names = [_parts(document, box) for box in range(len(story))]
    container = max(box for box, held in enumerate(story) if held >= CONTAINER_SHARE * story[0])
    holders = [container]
    while outline.parents[holders[-1]] >= 0:
        holders.append(outline.parents[holders[-1]])
    inside = [False] * len(story)
    kinds = [_kind(held, size) for held, size in zip(story, words, strict=True)]
    found = [Example(names[box], False, 1.0) for box in holders[:HOLDERS] if box and names[box]]
    for box in range(1, len(story)):
        parent = outline.parents[box]
        inside[box] = parent == container or inside[parent]
        if kinds[box] is None or box in holders or not names[box]:
            continue
        weight = 1.0 if inside[box] else OUTSIDE_WEIGHT
        if parent not in holders and kinds[parent] == kinds[box]:
            weight *= SAME_WEIGHT
        found.append(Example(names[box], bool(kinds[box]), weight * min(1.0, float(np.log1p(words[box])) / 4)))
    return _levelled(found)


def rule_examples(path: Path) -> Iterator[Names]:
    """Yields the examples from the rules of each site; sites that share a rule count once."""
    seen = set()
    with lzma.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            rule = json.loads(line)
            body = frozenset(_rule_names(rule.get("body", ())))
            strip = frozenset({*_rule_names(rule.get("strip", ())), *rule.get("strip_names", ())})
            if (body, strip) in seen:
                continue
            seen.add((body, strip))
            named = [(name, False) for name in sorted(body - strip)] + [(name, True) for name in sorted(strip - body)]
            examples = [Example(name_parts(name), is_it, 1.0) for name, is_it in named if name_parts(name)]
            weighed = (one._replace(weight=one.weight * RULE_WEIGHT) for one in _levelled(examples))
            yield Names(site=rule["site"], examples=tuple(weighed))


def fit_weights(sites: Sequence[Names]) -> dict[str, float]:
    """Returns the weight of each part that enough sites have: logistic regression, by gradient descent (AdaGrad)."""
    rows, columns, parts, truths, weights = _matrix(sites)
    learned, squares = np.zeros(len(parts)), np.full(len(parts), 1e-3)
    for _ in range(STEPS):
        predicted = 1 / (1 + np.exp(-np.bincount(rows, learned[columns], len(truths))))
        errors = weights * (predicted - truths)
        slope = np.bincount(columns, errors[rows], len(parts)) + SHRINKAGE * learned
        squares += slope * slope
        learned -= RATE * slope / np.sqrt(squares)
    return dict(zip(parts, learned.tolist(), strict=True))


def _matrix(sites: Sequence[Names]) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp], list[str], Array, Array]:
    """Returns rows and columns of the parts present, the names of the columns, and truth and weight of each row."""
    known: dict[str, set[str]] = defaultdict(set)
    for site in sites:
        for example in site.examples:
            for part in example.parts:
                known[part].add(site.site)
    parts = sorted(part for part, own in known.items() if len(own) >= LEAST_SITES)
    number = {part: column for column, part in enumerate(parts)}
    examples = [example for site in sites for example in site.examples if not number.keys().isdisjoint(example.parts)]
    cells = [(row, number[part]) for row, example in enumerate(examples) for part in example.parts if part in number]
    rows, columns = np.array(cells, dtype=np.intp).reshape(-1, 2).T
    truths = np.array([float(example.is_furniture) for example in examples])
    weights = np.array([example.weight for example in examples])
    # Both kinds have the same weight, and the total is proportional to the number of sites.
    for kind in (0.0, 1.0):
        weights[truths == kind] *= SCALE * len(sites) / 2 / max(float(weights[truths == kind].sum()), 1e-9)
    return rows, columns, parts, truths, weights


def _read_sites(paths: Iterable[Path]) -> list[Names]:
    found: Mapping[str, list[tuple[Example, ...]]] = defaultdict(list)
    for path in paths:
        corpus = open_corpus(path)
        for number, labelled in enumerate(corpus):
            truth = labelled.truth
            if (truth.type or "article") != "article" or not truth.text:
                continue
            document = parse(labelled.page, url=truth.url)
            lines = [words_of(segment.text) for segment in document.outline.segments]
            shares = label_lines(lines, words_of(truth.text))
            examples = page_examples(document, [share >= IN_STORY for share in shares])
            found[truth.site or f"{corpus.name}-{number}"].append(examples)
    return sites_of(found)


def sites_of(pages_by_site: Mapping[str, Sequence[tuple[Example, ...]]]) -> list[Names]:
    """Returns the examples of each site's pages: a site's weight grows with its pages, but more slowly."""
    return [
        Names(
            site=site,
            examples=tuple(
                one._replace(weight=one.weight / len(pages) ** 0.7) for examples in pages for one in examples
            ),
        )
        for site, pages in pages_by_site.items()
    ]


def _sums(document: Document, is_counted: Sequence[bool]) -> list[float]:
    """Returns the words of the counted lines in each box, including the boxes within it."""
    outline = document.outline
    sums = [0.0] * len(outline.parents)
    for segment, counts in zip(outline.segments, is_counted, strict=True):
        sums[segment.box] += count_words(segment.text) if counts else 0.0
    for box in range(len(sums) - 1, 0, -1):
        sums[outline.parents[box]] += sums[box]
    return sums or [0.0]


def _parts(document: Document, box: int) -> tuple[str, ...]:
    tree, node = document.tree, document.outline.nodes[box]
    return () if tree is None else name_parts(f"{tree.get(node, 'class') or ''} {tree.get(node, 'id') or ''}")


def _kind(story: float, words: float) -> bool | None:
    """Returns whether a box is furniture; None if it is neither that nor story."""
    share = story / words if words else STORY_SHARE / 2
    return None if FURNITURE_SHARE < share < STORY_SHARE else share <= FURNITURE_SHARE


def _levelled(examples: Sequence[Example]) -> tuple[Example, ...]:
    total = max(sum(example.weight for example in examples), 1.0)
    return tuple(example._replace(weight=example.weight / total**0.5) for example in examples)


def _rule_names(paths: Iterable[str]) -> Iterator[str]:
    for path in paths:
        for name in _NAMES.findall(path):
            yield name.strip()


if __name__ == "__main__":
    main()
