"""Makes the language model: ``python -m training.language``.

Reads the model that py3langid ships (naive Bayes over byte n-grams of 140 languages), keeps the languages of newspapers
that share their script with others and the most informative n-grams, and writes them into ``newsloom/text/data``. The
same release of py3langid gives the same file, byte for byte.
"""

from __future__ import annotations

import hashlib
from array import array
from collections import deque
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import py3langid

from newsloom.text.language import normalise_language
from newsloom.text.ngrams import MODEL_NAME, SIZES, LanguageProfiles, ngram_code

DATA: Final = Path(__file__).parent.parent / "src/newsloom/text/data"
# Recognised by their script alone (newsloom.text.language), so the model does not need them.
SCRIPTS_OF_THEIR_OWN: Final = frozenset("am bn el gu he hy ja ka km kn ko lo ml my or pa si ta te th zh".split())
# Without daily newspapers, or so close to another language that its headlines are taken for theirs.
LEFT_OUT: Final = frozenset("an as bs dz jv la qu sa se vo wa".split())
# Chosen by the accuracy on 3,048 headlines and snippets in seven languages and 5,337 messages in 79; see docs/lab.
MOST_TELLING: Final = 20_000
MOST_TELLING_OF_EACH: Final = 600

Floats = npt.NDArray[np.float32]


def main() -> None:
    """Writes the model and prints its size."""
    py3langid.classify("loads the model")
    identifier = py3langid.langid.IDENTIFIER
    columns = [column for column, name in enumerate(identifier.nb_classes) if _is_wanted(name)]
    chances: Floats = np.asarray(identifier.nb_ptc, dtype=np.float32)[:, columns]
    ngrams = _ngrams(identifier)
    # Subtract what all languages have in common.
    weights: Floats = chances - chances.mean(axis=1, keepdims=True)
    rows = [row for row in _most_telling(np.exp(chances) * weights) if len(ngrams[row]) in SIZES]
    rows.sort(key=lambda row: ngram_code(ngrams[row]))
    rounded = np.round(weights[rows] * (127 / np.abs(weights[rows]).max())).astype(np.int8)
    _write(
        LanguageProfiles(
            codes=array("Q", [ngram_code(ngrams[row]) for row in rows]),
            weights=rounded.tobytes(),
            languages=tuple(filter(None, (normalise_language(identifier.nb_classes[column]) for column in columns))),
        )
    )


def _is_wanted(name: str) -> bool:
    code = normalise_language(name)
    return code is not None and code not in SCRIPTS_OF_THEIR_OWN and name not in LEFT_OUT


def _ngrams(identifier: Any) -> dict[int, bytes]:
    """Returns the n-gram of each feature: the shortest path from the automaton's start to the state that reports it."""
    moves = np.asarray(identifier.tk_nextmove).reshape(-1, 256)
    ways: dict[int, bytes] = {0: b""}
    found: dict[int, bytes] = {}
    states = deque([0])
    while states:
        state = states.popleft()
        feature = identifier.tk_output[state]
        if feature >= 0:
            found.setdefault(feature, ways[state])
        for byte, following in enumerate(moves[identifier.tk_row[state]].tolist()):
            if following not in ways:
                ways[following] = ways[state] + bytes((byte,))
                states.append(following)
    return found


def _most_telling(worth: Floats) -> list[int]:
    """Returns the rows that are common and informative for any language, and those of each language."""
    rows = set(np.argsort(-worth.max(axis=1), kind="stable")[:MOST_TELLING].tolist())
    for column in worth.T:
        rows.update(np.argsort(-column, kind="stable")[:MOST_TELLING_OF_EACH].tolist())
    return sorted(rows)


def _write(profiles: LanguageProfiles) -> None:
    path = DATA / MODEL_NAME
    path.write_bytes(profiles.to_bytes())
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    counts = f"{len(profiles.codes):,} n-grams of {len(profiles.languages)} languages"
    print(f"{counts}: {path.stat().st_size:,} bytes, sha256 {digest}")


if __name__ == "__main__":
    main()
