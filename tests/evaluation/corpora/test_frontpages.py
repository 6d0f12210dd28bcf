from __future__ import annotations

import pytest

from newsloom.errors import CorpusError
from newsloom.evaluation.corpora import FrontTruth, TrueItem
from newsloom.evaluation.corpora.frontpages import read_front
from newsloom.evaluation.corpora.truth import read_truths

from ..frontpages import FRONT
from ..sets import truth_lines


def test_every_label_arrives() -> None:
    front = read_truths([truth_lines([FRONT])], "set")["front"].front
    assert front is not None
    assert front.story_links == ("https://www.harbour-post.example/ferry", "https://www.harbour-post.example/bridge")
    assert front.site_links == ("https://www.harbour-post.example/sport", "https://www.harbour-post.example/terms")
    assert front.items[1] == TrueItem(
        url="https://www.harbour-post.example/bridge", title="Bridge at Oldham Mill opens again"
    )


def test_a_page_without_story_links_is_no_labelled_front_page() -> None:
    assert read_front({"id": "a", "title": "Rain"}, "line 1") is None


def test_links_alone_are_labels_enough() -> None:
    assert read_front({"story": ["https://a.example/b"]}, "line 1") == FrontTruth(
        story_links=("https://a.example/b",), site_links=()
    )


@pytest.mark.parametrize(
    "labels",
    [
        {"story": "https://a.example/"},
        {"story": [1]},
        {"story": [], "site_links": {}},
        {"story": [], "items": {}},
        {"story": [], "items": [{"title": "no address"}]},
        {"story": [], "items": [{"url": "https://a.example/", "title": 3}]},
    ],
)
def test_labels_of_another_shape_are_refused_with_their_place(labels) -> None:
    with pytest.raises(CorpusError, match="line 7"):
        read_front(labels, "line 7")
