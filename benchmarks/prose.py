"""Writes the page about the published methods' scores from two ``Table``s, with and without the feed's title.

Every figure is taken from the tables, or is the thesis' own and marked as such.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from newsloom.evaluation import Row, Table, to_markdown
from newsloom.evaluation.table import ALL

__all__ = ["THESIS_BASELINE", "VARIANTS", "as_markdown"]

THESIS_BASELINE: Final = "largest:all_tags=true,hyperlink_text=false"
_SINGLE_SENTENCES: Final = "next:whole_segments=false"
_LEAF_BLOCKS: Final = "next:own_text=false,lone_segments=false"
_NO_ZEROS: Final = "next:zeros=skip"
_LETTER_OF_ZEROS: Final = "next:zeros=letter"
_PAPER: Final = "next:paper"
VARIANTS: Final = (THESIS_BASELINE, _SINGLE_SENTENCES, _LEAF_BLOCKS, _LETTER_OF_ZEROS, _NO_ZEROS)
"""The methods that are scored beside each room's default and its paper's form."""

_MEASURES: Final = ("block", "block_share", "word_f1", "set_f1", "shingle_f1")
# The thesis' measures: of what the method returned, words once each.
_THESIS_MEASURES: Final = tuple(
    f"{truth}_{part}" for truth in ("raw", "titled") for part in ("precision", "recall", "f1")
)

_VARIANTS: Final = f"""\
| method | what it is |
|---|---|
| `largest`, `next` | the rooms' own defaults |
| `largest:paper`, `{_PAPER}` | the published methods to the letter |
| `{THESIS_BASELINE}` | *β* = 1 in N-EXT: the baseline of the thesis |
| `{_SINGLE_SENTENCES}` | stage 5 alone to the letter |
| `{_LEAF_BLOCKS}` | leaf blocks alone to the letter of 3.1 |
| `{_LETTER_OF_ZEROS}` | a threshold of 0 lets in all that shares a word: stage 6 to the letter |
| `{_NO_ZEROS}` | sentences that are like nothing are left out of the harmonic mean, and of the story |"""

_WHY: Final = """\
- **The pages are others.** The thesis measured Turkish and English newspapers of its time, with blocks labelled by
  hand. The sets here reach from 2000 to 2026 and over blogs and many languages, and the right block is computed: of
  the blocks that the method itself chose among, the one with the most of the true words; the whole page is none. Where
  every paragraph has a DIV of its own there is a right block with little of the story in it: see `block_share`.
- **The largest block is a stronger baseline here**, once hyperlink text is out: block size alone decides nearly
  always, so little is left for the title to decide.
- **The thesis gives no F for its baseline.** Stage 5 measures a block's sentences against their own harmonic mean,
  which lies among them; so to the letter it drops some sentence of every story whose sentences are not all equally
  alike, also of a block that holds nothing but the story. A block taken whole has no such loss.
- **What counts as text** differs from set to set, and in part from the thesis; so does the share of hyperlink text,
  which N-EXT removes and which was under one percent of the stories in the thesis."""


_AS_THE_THESIS = (
    "Words once each, of what the method itself returned: `raw` against the story, `titled` against title and story. "
    "With the feed's title, over the sets that have titles."
)

_CHOSEN_HERE = (
    "No method here has trained weights; but the departures of `next` from the letter (text beside nested blocks, lone "
    "segments, whole segments) were chosen among about ten variants tried on these same sets, so its lead is a "
    "development score."
)


def as_markdown(told: Table, untold: Table, date: str, others: Sequence[str] = ()) -> str:
    """Returns the page; ``told`` is with the feed's title, ``untold`` without; ``others`` are further sections."""
    parts = [
        "# Scores of the published methods",
        f"Measured on {date} by `make scores`; generated, do not edit. {_CHOSEN_HERE}",
        _sets(untold),
        "![Mean word F1 by set](scores.svg)",
        "## In short",
        "\n".join(_claims(told, untold)),
        _short_table(told),
        "## Beside the thesis",
        _thesis_table(told),
        "Why ours differ:",
        _WHY,
        "## All variants",
        _VARIANTS,
        "### As the thesis scores",
        _AS_THE_THESIS,
        to_markdown(told, _THESIS_MEASURES).rstrip(),
        "### With the feed's title",
        to_markdown(told, _MEASURES).rstrip(),
        "### Without it",
        to_markdown(untold, _MEASURES).rstrip(),
        *others,
    ]
    return "\n\n".join(parts) + "\n"


def _sets(table: Table) -> str:
    lines = ["| set | pages scored | of | SHA-256 |", "|---|---:|---:|---|"]
    lines += [f"| {one.name} | {one.scored} | {one.pages} | `{one.digest[:12]}` |" for one in table.report.sets]
    return "\n".join(lines)


def _claims(told: Table, untold: Table) -> Iterator[str]:
    for table, circumstance in ((told, "With the feed's title"), (untold, "Without it")):
        for other in ("largest", THESIS_BASELINE):
            block, words = _wins(table, other, "block"), _wins(table, other, "word_f1")
            yield f"- {circumstance}, `next` leads `{other}` in block detection on {block}, in word F1 on {words}."
    yield f"- Stage 5 to the letter changes word F1 over all pages by {_change(told, _SINGLE_SENTENCES):+.3f}."
    yield f"- Leaf blocks to the letter of 3.1 change it by {_change(told, _LEAF_BLOCKS):+.3f}, all of the letter by"
    yield f"  {_change(told, _PAPER):+.3f}."
    yield f"- A threshold of 0 to the letter changes it by {_change(told, _LETTER_OF_ZEROS):+.3f}, a harmonic mean"
    yield f"  without the sentences that are like nothing by {_change(told, _NO_ZEROS):+.3f}."


def _change(table: Table, variant: str) -> float:
    group = _together(table)
    return _mean(table, group, variant, "word_f1") - _mean(table, group, "next", "word_f1")


def _wins(table: Table, other: str, measure: str) -> str:
    groups = [one.name for one in table.report.sets]
    gains = {group: _mean(table, group, "next", measure) - _mean(table, group, other, measure) for group in groups}
    lost = [f"{group} {gain:+.3f}" for group, gain in gains.items() if gain <= 0]
    won = f"{len(gains) - len(lost)} of {len(gains)} sets"
    return f"{won} ({', '.join(lost)})" if lost else won


def _short_table(table: Table) -> str:
    methods = ("largest", THESIS_BASELINE, "next")
    lines = [
        "With the feed's title:",
        "",
        "| set | " + " | ".join(f"{name}: {label}" for name in ("block", "F1") for label in methods) + " |",
        "|---|" + "---:|" * 2 * len(methods),
    ]
    for group in dict.fromkeys(row.group for row in table.rows):
        cells = (f"{_mean(table, group, method, name):.3f}" for name in ("block", "word_f1") for method in methods)
        lines.append(f"| {group} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _thesis_table(table: Table) -> str:
    rows = (
        ("block detection, N-EXT (table 6.5)", "0.959", "0.920", "next", "block"),
        ("block detection, largest block (table 6.5)", "0.918", "0.870", THESIS_BASELINE, "block"),
        ("block detection, to the letter", "0.959", "0.920", _PAPER, "block"),
        ("F of words as sets, N-EXT (table 6.6)", "0.922", "0.907", "next", "raw_f1"),
        ("the same with the title in the truth", "0.922", "0.907", "next", "titled_f1"),
        ("F of words as sets, to the letter", "0.922", "0.907", _PAPER, "raw_f1"),
        ("the same with the title in the truth", "0.922", "0.907", _PAPER, "titled_f1"),
        ("F of words as sets, largest block", "not given", "not given", THESIS_BASELINE, "raw_f1"),
    )
    lines = ["| measure | thesis, Turkish | thesis, English | here, all pages |", "|---|---:|---:|---:|"]
    for label, turkish, english, method, measure in rows:
        ours = _mean(table, _together(table), method, measure)
        lines.append(f"| {label} | {turkish} | {english} | {ours:.3f} |")
    return "\n".join(lines)


def _together(table: Table) -> str:
    # With a single set there is no row for all.
    return ALL if len(table.report.sets) > 1 else table.report.sets[0].name


def _mean(table: Table, group: str, method: str, measure: str) -> float:
    return _row(table, group, method).measures[measure].mean


def _row(table: Table, group: str, method: str) -> Row:
    return next(row for row in table.rows if (row.group, row.method) == (group, method))
