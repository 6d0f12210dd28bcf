from __future__ import annotations

from newsloom.evaluation.measures import block_score, block_share, count_true_words
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
    assert block_score(chosen("/html/body/div[2]/div"), HELD) == 1.0


def test_any_other_block_is_wrong() -> None:
    assert block_score(chosen("/html/body/div[3]"), HELD) == 0.0


def test_an_equal_share_is_right() -> None:
    held = {**HELD, "/html/body/div[4]": 5}
    assert block_score(chosen("/html/body/div[4]"), held) == 1.0


def test_no_chosen_block_is_wrong() -> None:
    assert block_score(None, HELD) == 0.0


def test_a_page_whose_blocks_hold_no_true_word_is_not_counted() -> None:
    assert block_score(chosen("/html/body/div[1]"), count_true_words(BLOCKS, ["volcano"])) is None
    assert block_score(None, {}) is None


def test_a_leaf_block_counts_with_the_words_its_method_left_out() -> None:
    assert block_score(chosen("/html/body/div[2]/div", "the ferry"), HELD) == 1.0


def test_the_whole_page_is_no_right_block() -> None:
    held = {"/html/body": 7}
    assert block_score(chosen("/html/body"), held, "/html/body") == 0.0
    assert block_score(chosen("/html/body/div[2]/div"), HELD, "/html/body") == 1.0


def test_a_block_that_was_not_there_to_be_chosen_is_wrong() -> None:
    assert block_score(chosen("/html/body/td[1]", "The ferry left the harbour"), HELD) == 0.0


def test_the_share_of_the_story_in_the_chosen_block_is_told() -> None:
    assert block_share(chosen("/html/body/div[2]/div"), HELD, TRUTH) == 5 / 7
    assert block_share(None, HELD, TRUTH) == 0.0
    assert block_share(None, {}, []) is None
