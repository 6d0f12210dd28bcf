from __future__ import annotations

from newsloom.desk.novelty import new_sentences
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
