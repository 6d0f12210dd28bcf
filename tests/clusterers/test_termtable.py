from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsloom.clusterers.termtable import Postings, count_terms

DOCUMENTS = st.lists(st.lists(st.sampled_from("abcde"), max_size=8), max_size=6)


def counts(table, document):
    here = table.row(document)
    words = [table.words[term] for term in table.terms[here]]
    return dict(zip(words, table.counts[here].tolist(), strict=True))


@settings(deadline=None)
@given(DOCUMENTS)
def test_every_count_can_be_read_back(documents):
    table = count_terms(documents)
    assert [counts(table, number) for number in range(table.size)] == [dict(Counter(one)) for one in documents]
    assert table.totals.tolist() == [len(one) for one in documents]
    assert table.document_frequencies.tolist() == [sum(word in one for one in documents) for word in table.words]


@settings(deadline=None)
@given(DOCUMENTS.filter(len), st.data())
def test_some_documents_keep_their_counts(documents, data):
    chosen = data.draw(st.lists(st.integers(0, len(documents) - 1)))
    part = count_terms(documents).only(np.array(chosen, dtype=np.int64))
    assert [counts(part, number) for number in range(part.size)] == [dict(Counter(documents[one])) for one in chosen]


def test_sums_go_over_the_shared_terms_only():
    table = count_terms(["aab", "bc", "", "aaa"])
    own = table.row(0)
    sums = Postings.of(table).sums(table.terms[own], table.counts[own], lambda given, held: given * 10.0 + held)
    # a: 2 here, 2 and 3 there; b: 1 here, 1 there.
    assert sums.tolist() == pytest.approx([22.0 + 11.0, 11.0, 0.0, 23.0])
