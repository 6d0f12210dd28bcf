"""How the lines of a drawn page look, as numbers."""

from __future__ import annotations

import numpy as np
from tests.layouts import drawn

from training.looks import LOOKS, looks_of


def test_lines_have_a_row_each_of_where_they_stand_and_how_they_are_set():
    document = drawn(
        '<h1 at="100 50 500 60" set="40 700">Ferry sold</h1>'
        '<p at="100 200 500 40" set="20 400">The ferry was sold.</p>'
        '<p at="100 300 500 40" set="20 400">The crew goes with it.</p>'
        '<p at="0 0 0 0" hidden>Unseen</p>'
    )
    assert document.layout is not None
    rows = looks_of(document, document.layout)
    assert rows.shape == (4, len(LOOKS))
    column = {name: rows[:, number] for number, name in enumerate(LOOKS)}
    assert column["size"].tolist()[:3] == [2.0, 1.0, 1.0]
    assert column["bold"].tolist()[:3] == [1.0, 0.0, 0.0]
    assert column["is_seen"].tolist() == [1.0, 1.0, 1.0, 0.0]
    assert np.allclose(column["left"][:3], 0.1)
    assert column["like_behind"].tolist()[1] == 1.0
