from __future__ import annotations

from newsloom.evaluation.measures import block_score, count_true_words
from newsloom.records import Block

TRUTH = ["the", "ferry", "left", "the", "harbour", "at", "noon"]
BLOCKS = {
    "/html/body/div[1]": ["home", "sport", "the", "weather"],
    "/html/body/div[2]/div": ["the", "ferry", "left", "the", "harbour"],
    "/html/body/div[3]": ["the", "the", "the", "the", "the", "the"],
}
HELD = count_true_words(BLOCKS, TRUTH)


def chosen(path: str | None, text: str = "") -> Block:
    return Block(text=text, path=path)


def test_words_are_counted_with_multiplicity() -> None:
    assert list(HELD.values()) == [1, 5, 2]


def test_the_block_with_most_true_words_is_right() -> None:
    assert block_score(chosen("/html/body/div[2]/div"), HELD, TRUTH) == 1.0


def test_any_other_block_is_wrong() -> None:
    assert block_score(chosen("/html/body/div[3]"), HELD, TRUTH) == 0.0


def test_an_equal_share_is_right() -> None:
    held = {**HELD, "/html/body/div[4]": 5}
    assert block_score(chosen("/html/body/div[4]"), held, TRUTH) == 1.0


def test_no_chosen_block_is_wrong() -> None:
    assert block_score(None, HELD, TRUTH) == 0.0


def test_a_page_whose_blocks_hold_no_true_word_is_not_counted() -> None:
    assert block_score(chosen("/html/body/div[1]"), count_true_words(BLOCKS, ["volcano"]), ["volcano"]) is None
    assert block_score(None, {}, TRUTH) is None


def test_a_block_around_the_right_one_holds_as_much() -> None:
    assert block_score(chosen("/html/body/div[2]", "More: the ferry left the harbour"), HELD, TRUTH) == 1.0


def test_a_leaf_block_counts_with_the_words_its_method_left_out() -> None:
    assert block_score(chosen("/html/body/div[2]/div", "the ferry"), HELD, TRUTH) == 1.0


def test_a_block_of_other_tags_is_right_by_the_words_it_holds() -> None:
    assert block_score(chosen("/html/body/td[1]", "The ferry left the harbour"), HELD, TRUTH) == 1.0
    assert block_score(chosen("/html/body/td[1]", "The ferry"), HELD, TRUTH) == 0.0
    assert block_score(chosen(None, "The ferry left the harbour"), HELD, TRUTH) == 1.0
