from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.evaluation.corpora import FrontTruth, TrueItem
from newsloom.evaluation.measures import Share, item_shares, judge_links, pattern_shares
from newsloom.records import Item

SITE = "https://www.post.example"
FERRY = TrueItem(
    url=f"{SITE}/ferry", title="Ferry sold to an island", teaser="Nobody minded.", image_url=f"{SITE}/a_w300.jpg"
)
BRIDGE = TrueItem(url=f"{SITE}/bridge", title="Bridge opens after nine years")
TRUTH = FrontTruth(
    story_links=(FERRY.url, BRIDGE.url, f"{SITE}/rain"),
    site_links=(f"{SITE}/sport", f"{SITE}/terms?all=1"),
    items=(FERRY, BRIDGE),
)


def item(path: str, headline: str = "", **fields) -> Item:
    return Item(id=path, url=SITE + path, headline=headline, **{"pattern": "anchor", **fields})


def rates(*items: Item) -> dict[str, float | None]:
    return {name: share.rate for name, share in item_shares(items, TRUTH).items()}


def test_links_are_counted_as_in_table_two_of_lbnest() -> None:
    verdict = judge_links([item("/ferry"), item("/sport"), item("/unknown"), Item(id="none")], TRUTH)
    assert (verdict.true_positives, verdict.false_positives) == (1, 1)
    assert (verdict.true_negatives, verdict.false_negatives) == (1, 2)
    assert verdict.precision == Share(hits=1, total=2)
    assert verdict.recall == Share(hits=1, total=3)
    assert verdict.accuracy == Share(hits=2, total=5)


def test_the_papers_own_table_gives_its_accuracies() -> None:
    rows = {"BBC": (47, 2, 28, 3), "CNN": (43, 3, 27, 7), "SKY": (39, 9, 21, 11)}
    stories = [f"{SITE}/story/{number}" for number in range(50)]
    others = [f"{SITE}/other/{number}" for number in range(30)]
    truth = FrontTruth(story_links=tuple(stories), site_links=tuple(others))
    found = {}
    for name, (right, wrong, _, _) in rows.items():
        items = [Item(id=url, url=url) for url in (*stories[:right], *others[:wrong])]
        found[name] = judge_links(items, truth).accuracy.rate
    assert found == {"BBC": 0.9375, "CNN": 0.875, "SKY": 0.75}


@pytest.mark.parametrize(
    "url",
    [
        "http://post.example/ferry/",
        "https://www.post.example/ferry?from=front",
        "https://www.post.example/ferry#comments",
        "https://WWW.post.example/ferry",
    ],
)
def test_one_page_has_many_spellings(url: str) -> None:
    assert judge_links([Item(id="a", url=url)], TRUTH).true_positives == 1


def test_a_query_counts_where_the_label_has_one() -> None:
    assert judge_links([item("/terms?all=1")], TRUTH).false_positives == 1
    assert judge_links([item("/terms?all=2")], TRUTH).false_positives == 0


def test_an_address_that_cannot_be_split_is_not_judged() -> None:
    assert judge_links([Item(id="a", url="http://[::1")], TRUTH).true_positives == 0


def test_items_are_judged_by_their_pattern() -> None:
    items = [item("/ferry"), item("/sport"), item("/bridge", pattern="text"), item("/unknown", pattern="text")]
    assert pattern_shares(items, TRUTH) == {"anchor": Share(hits=1, total=2), "text": Share(hits=1, total=1)}


def test_a_headline_is_equal_but_for_case_and_punctuation() -> None:
    found = rates(item("/ferry", "Ferry sold – to an ISLAND"), item("/bridge", "Bridge opens"))
    assert found["headline"] == 0.5
    assert found["headline_f1"] == pytest.approx((1 + 2 * 2 / 7) / 2)


def test_teaser_and_picture_are_compared_where_they_are_labelled() -> None:
    found = rates(item("/ferry", text="Nobody minded.", image=f"{SITE}/a_w900.jpg"), item("/bridge"))
    assert (found["teaser_f1"], found["picture"]) == (1.0, 1.0)
    assert rates(item("/ferry", image=f"{SITE}/b_w300.jpg"))["picture"] == 0.0
    assert rates(item("/bridge"))["picture"] is None


def test_items_that_were_not_found_are_not_compared() -> None:
    assert rates() == dict.fromkeys(("headline", "headline_f1", "teaser_f1", "picture", "one_item"))


def test_a_story_split_in_two_is_not_one_item() -> None:
    found = rates(item("/ferry", "Ferry sold to an island"), item("/ferry", text="Nobody minded."), item("/bridge"))
    assert found["one_item"] == 0.5
    assert (found["headline"], found["teaser_f1"]) == (0.5, 1.0), "the best of a story's items counts"


def test_a_marked_duplicate_splits_nothing() -> None:
    assert rates(item("/ferry"), item("/ferry", duplicate_of="/ferry"))["one_item"] == 1.0


def test_an_item_that_holds_another_stories_title_is_merged() -> None:
    merged = item("/ferry", "Ferry sold to an island", text="Bridge opens after nine years. Nobody minded.")
    assert rates(merged, item("/bridge", "Bridge opens after nine years"))["one_item"] == 0.5


@given(st.lists(st.sampled_from(["/ferry", "/bridge", "/rain", "/sport", "/terms", "/unknown"])))
def test_counts_add_up_to_the_labelled_links(paths: list[str]) -> None:
    verdict = judge_links([item(path) for path in paths], TRUTH)
    assert verdict.accuracy.total == 5
    assert verdict.recall.total == 3
