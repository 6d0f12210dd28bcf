from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from newsloom.desk import novelty
from newsloom.desk.novelty import MOST_SENTENCES, new_in_each, new_sentences, only_in_each
from newsloom.records import Article

SEEN = Article(text="An earthquake shook the harbour of Norvik on Monday. Twelve people were hurt.", language="en")


def test_what_was_read_is_old_and_what_was_not_is_new():
    report = Article(text="An earthquake shook Norvik on Monday. Trains to the coast will run again.", language="en")
    old, new = new_sentences(report, [SEEN])
    assert not old.is_new
    assert new.is_new
    assert new.newness > old.newness


def test_words_of_several_sentences_put_together_are_news():
    report = Article(text="Twelve people shook the harbour.", language="en")
    (mixed,) = new_sentences(report, [SEEN])
    assert 0.0 < mixed.newness < 1.0


def test_a_sentence_repeated_within_a_report_is_old():
    first, second = new_sentences(Article(text="Rates rose in Zubrowka. Rates rose in Zubrowka.", language="en"), [])
    assert first.newness == 1.0
    assert second.newness == 0.0


def test_a_report_without_sentences_has_nothing_new():
    assert new_sentences(Article(), [SEEN]) == ()


def test_each_report_is_read_after_those_before_it():
    reports = [SEEN, Article(text="Twelve people were hurt. Trains run again.", language="en")]
    assert list(new_in_each(reports)) == [new_sentences(SEEN, []), new_sentences(reports[1], [SEEN])]


def test_what_a_paper_repeats_of_itself_is_still_only_its_own():
    morning = Article(title="Quake", text="Divers searched the wreck of the Marigold.", language="en")
    evening = Article(
        title="More", text="Divers searched the wreck of the Marigold. Twelve people hurt.", language="en"
    )
    (own, _) = only_in_each([[morning, evening], [SEEN]])
    assert [[sentence.is_new for sentence in sentences] for sentences in own] == [[True], [True, False]]


def test_what_a_report_says_in_its_own_headline_too_is_only_its_own():
    told = Article(title="Lighthouse sold to a poet", text="The lighthouse was sold to a poet.", language="en")
    ((sentences,), _) = only_in_each([[told], [SEEN]])
    assert sentences[0].is_new


def test_what_stands_in_the_headline_of_another_paper_is_told_there():
    told = Article(text="The lighthouse was sold to a poet.", language="en")
    other = Article(title="Lighthouse sold to poet", text="He paid little.", language="en")
    ((sentences,), _) = only_in_each([[told], [other]])
    assert not sentences[0].is_new


def test_short_sentences_that_share_a_term_cost_no_more_than_their_number():
    few, many = (_storms(count) for count in (100, 200))
    assert _work(lambda: new_sentences(few[0], few[1:])) * 3 > _work(lambda: new_sentences(many[0], many[1:]))
    assert _work(lambda: only_in_each([[one] for one in few])) * 3 > _work(
        lambda: only_in_each([[one] for one in many])
    )


def test_a_report_of_endless_sentences_is_read_in_part():
    endless = Article(text=" ".join(f"Storm {number}." for number in range(2000)), language="en")
    assert len(new_sentences(endless, [])) == MOST_SENTENCES


def _storms(count: int) -> Sequence[Article]:
    """Reports of short sentences that have one rare word in common and one each of their own."""
    return [
        Article(text=" ".join(f"Zephyr b{paper}x{number}." for number in range(count)), language="en")
        for paper in range(3)
    ]


def _work(task: Callable[[], object]) -> int:
    """How many operations of the module a task takes; seconds would differ from machine to machine."""
    count = 0

    def trace(frame: Any, event: str, _argument: object) -> Any:
        nonlocal count
        if frame.f_code.co_filename != novelty.__file__:
            return None
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        task()
    finally:
        sys.settrace(before)
    return count
