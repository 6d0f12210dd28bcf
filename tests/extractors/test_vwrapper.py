from __future__ import annotations

import numpy as np
from tests.layouts import drawn

from newsloom.catalogue import build
from newsloom.dom.drawnblocks import find_drawn_blocks
from newsloom.extractors.vwrapper import VisualWrapperExtractor
from newsloom.extractors.vwrapper.features import NAMES, feature_rows
from newsloom.extractors.vwrapper.wrapper import Boosted, Wrapper, learn_boosted

SENTENCE = "The ferry to the island of Sandry left the harbour an hour late because its crew was ill. "
PAGE = (
    '<div at="0 0 1000 40">'
    + "".join(f'<p at="{left} 0 90 20"><a href="/">Part {left}</a></p>' for left in range(0, 900, 100))
    + '</div><h1 at="150 100 600 50" set="36 700">Ferry crew falls ill</h1><div at="150 200 600 500">'
    + "".join(f'<p at="150 {top} 600 110" set="18 400">{SENTENCE * 3}</p>' for top in range(200, 650, 120))
    + '</div><p at="0 1900 1000 20" set="11 400 #888888">All rights reserved.</p>'
)


def test_the_shipped_wrapper_finds_story_and_title():
    found = VisualWrapperExtractor().extract(drawn(PAGE))
    assert found.headline == "Ferry crew falls ill"
    assert [block.text.strip() for block in found.blocks[1:5]] == [(SENTENCE * 3).strip()] * 4
    assert not any("Part" in block.text for block in found.blocks)
    assert found.layout == "drawn"


def test_boosting_learns_what_no_single_stump_can_tell():
    rows = np.array([[x, y] for x in range(10) for y in range(10)], dtype=np.float32)
    labels = (rows[:, 0] > 3) & (rows[:, 1] > 3)
    learned = learn_boosted(rows, labels, rounds=20)
    assert ((learned.scores(rows) > 0) == labels).mean() > 0.97
    assert learn_boosted(rows, labels, rounds=20).as_lists() == learned.as_lists()


def test_a_wrapper_is_read_from_a_file(tmp_path):
    boosted = Boosted.from_lists([[7, 2.0, 0.5], [8, 0.5, -0.25]])
    file = tmp_path / "wrapper.json"
    file.write_text(Wrapper(body=boosted, title=boosted).to_json(), encoding="utf-8")
    found = build("extractor", f"vwrapper:wrapper=@{file}").wrapper
    assert found.body.as_lists() == boosted.as_lists()


def test_features_know_no_words_and_have_a_name_each():
    document, foreign = drawn(PAGE), drawn(PAGE.replace("ferry", "yerrf").replace("crew", "werc"))
    rows = []
    for one in (document, foreign):
        assert one.tree is not None
        assert one.layout is not None
        blocks = find_drawn_blocks(one.tree, one.layout)
        rows.append(feature_rows(blocks, [n for n, block in enumerate(blocks) if block.is_leaf], one.layout))
    assert rows[0].shape[1] == len(NAMES)
    assert (rows[0] == rows[1]).all()


def test_a_page_that_looks_like_nothing_has_a_reason():
    assert VisualWrapperExtractor(threshold=1.0).extract(drawn(PAGE)).reason
