"""Counts the words of news for the stream clusterer and desk: ``python -m training.stories ../shared/data/stories``.

Reads the articles of the graded pairs (seven languages) and the short texts of three papers, and writes the share of
reports that contain each stem, hashed, with its digest into the clusterer's ``data/``. The sets that the clusterer is
measured on are not read.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from newsloom.clusterers.stream.background import DIGEST_NAME, TABLE_NAME, pack
from newsloom.text.tokens import terms

DATA = Path(__file__).parent.parent / "src/newsloom/clusterers/stream/data"
SETS = ("pairs-articles", "allsides-train")
TEXT_CHARACTERS = 3000


def main() -> None:
    """Counts and writes."""
    content = pack(shares_of_reports(Path(sys.argv[1])))
    (DATA / TABLE_NAME).write_bytes(content)
    (DATA / DIGEST_NAME).write_text(f"{hashlib.sha256(content).hexdigest()}  {TABLE_NAME}\n", encoding="ascii")
    print(f"{len(content) // 5} stems")


def shares_of_reports(folder: Path) -> dict[tuple[str, str | None], float]:
    """Returns the share of a language's reports that contain a stem, for stems in two or more reports."""
    holders: Counter[tuple[str, str | None]] = Counter()
    reports: Counter[str | None] = Counter()
    for language, text in read_texts(folder):
        reports[language] += 1
        holders.update((term, language) for term in set(terms(text, language=language)))
    return {key: count / reports[key[1]] for key, count in holders.items() if count > 1}


def read_texts(folder: Path) -> Iterator[tuple[str | None, str]]:
    """Yields the language, and the headline with text, of each report."""
    for name in SETS:
        with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                yield row["lang"], f"{row.get('title') or ''}\n{(row.get('text') or '')[:TEXT_CHARACTERS]}"


if __name__ == "__main__":
    main()
