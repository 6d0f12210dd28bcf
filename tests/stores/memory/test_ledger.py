from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.errors import StoreError
from newsloom.stores.memory.ledger import Ledger

entries = st.lists(st.tuples(st.sampled_from("abc"), st.none() | st.integers()))


def write(ledger, changes):
    for key, value in changes:
        if value is None:
            ledger.pop(key, None)
        else:
            ledger[key] = value


@given(entries, entries)
def test_undoing_gives_back_what_was_there(first, second):
    ledger: Ledger[str, int] = Ledger()
    ledger.open()
    write(ledger, first)
    ledger.commit()
    before = dict(ledger)
    ledger.open()
    write(ledger, second)
    ledger.undo()
    assert dict(ledger) == before


def test_a_ledger_that_is_not_open_cannot_be_written():
    with pytest.raises(StoreError, match="only reads"):
        Ledger[str, int]()["a"] = 1
