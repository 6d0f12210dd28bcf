from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from newsloom.portal.text_diff import edits_between
from newsloom.records import Article

WORDS = st.lists(st.sampled_from("ferry storm harbour quay tide".split()), max_size=12).map(" ".join)
TEXTS = st.lists(WORDS.filter(bool), max_size=6).map("\n\n".join)


def _said(edits, *, without: str) -> list[str]:
    """The words of one side, paragraph by paragraph; what was skipped is left out."""
    paragraphs = [
        " ".join(run.text for run in edit.runs if run.kind != without and run.text)
        for edit in edits
        if not edit.skipped
    ]
    return [paragraph for paragraph in paragraphs if paragraph]


def test_a_changed_word_is_told_from_those_that_stayed():
    edits = edits_between(Article(title="Storm", text="Forty boats."), Article(title="Storm", text="Fifty boats."))
    assert [(run.kind, run.text) for run in edits[1].runs] == [
        ("went", "Forty"),
        ("came", "Fifty"),
        ("stayed", "boats."),
    ]
    assert edits[0].skipped == 1


def test_the_same_words_have_no_edits():
    assert edits_between(Article(title="Storm", text="Forty boats."), Article(title="Storm", text="Forty boats.")) == ()


def test_another_author_is_shown():
    before, after = (Article(title="Storm", text="Forty boats.", authors=names) for names in (("Ada",), ("Ada", "Bo")))
    (_, byline, _) = edits_between(before, after)
    assert [(run.kind, run.text) for run in byline.runs] == [("went", "Ada"), ("came", "Ada, Bo")]


@given(TEXTS, TEXTS)
def test_both_versions_can_be_read_from_the_edits(before, after):
    old, new = Article(title="Storm", text=before), Article(title="Storm", text=after)
    edits = edits_between(old, new)
    kept = set(old.paragraphs) & set(new.paragraphs)
    changed = [paragraph for paragraph in new.paragraphs if paragraph not in kept]
    assert [one for one in _said(edits, without="went") if one in changed] == (changed if edits else [])


def test_a_text_made_to_be_slow_is_shown_as_a_whole():
    before = Article(text="\n\n".join("a b " * 2000 + str(number) for number in range(300)))
    after = Article(text="\n\n".join("b a " * 2000 + str(number) for number in range(300)))
    edits = edits_between(before, after)
    assert all(len(edit.runs) <= 2 for edit in edits)
