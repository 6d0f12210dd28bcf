from __future__ import annotations

import importlib
import threading

import pytest

from newsloom.text.stems import stemmer

WORDS = {
    "porter": "caresses ponies relational conditional rational running ran generously hopefulness adjustment sky",
    "turkish": "evde evler kitapların üzüldü gelmesine çocuklardan ankaradan istanbulun söyledi",
    "norwegian": "avisene avisen regjeringens ministrene lesere løpende nyhetene havnene",
    "german": "zeitungen häuser aufgestanden ministerin nachrichten gesetze größer",
}


def test_english_is_stemmed_by_porter():
    # The examples of Porter (1980), steps 1a, 2 and 3.
    assert stemmer("en")(["caresses", "ponies", "relational", "hopefulness"]) == ["caress", "poni", "relat", "hope"]


def test_turkish_forms_of_a_word_meet():
    assert stemmer("tr")(["evde", "eve", "evler"]) == ["ev", "ev", "ev"]


def test_norwegian_forms_of_a_word_meet():
    assert len(set(stemmer("nb-NO")(["avisen", "avisene", "aviser"]))) == 1


def test_unknown_language_keeps_its_words():
    given = ["running", "evde"]
    assert stemmer(None)(given) == stemmer("xx")(given) == given


@pytest.mark.parametrize("algorithm", WORDS)
def test_both_implementations_stem_alike(algorithm):
    c_stemmer = pytest.importorskip("Stemmer").Stemmer(algorithm)
    module = importlib.import_module(f"snowballstemmer.{algorithm}_stemmer")
    pure = getattr(module, f"{algorithm.capitalize()}Stemmer")()
    words = WORDS[algorithm].split()
    assert c_stemmer.stemWords(words) == pure.stemWords(words)


def test_threads_do_not_disturb_each_other():
    words = [f"running{number % 97}nesses" for number in range(3000)] + WORDS["porter"].split()
    expected = stemmer("en")(words)
    results: list[list[str]] = []
    threads = [threading.Thread(target=lambda: results.append(stemmer("en")(words))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [expected] * 8
