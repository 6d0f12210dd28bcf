"""What is peculiar to N-EXT: weights, the sentence threshold, and where the title comes from."""

from __future__ import annotations

import pytest

from newsloom.catalogue import build
from newsloom.dom import parse
from newsloom.errors import UnknownName
from newsloom.extractors.next import NextExtractor
from newsloom.extractors.next.extractor import block_weights, harmonic_mean

STORY = """<html lang="en"><head><title>Ferry strike ends after nine days - The Harbour Post</title></head><body>
<div><a href="/">Home</a> <a href="/sport">Sport</a></div>
<div><h1>Ferry strike ends after nine days</h1>
<p>The ferry strike that had cut off the islands ended on Tuesday after nine days of talks.</p>
<p>Crews will return to the ferry decks at dawn, the harbour union said, and the islands expect
their first boats before noon.</p>
<p>Two boats will carry mail first.</p>
<p>Click to enlarge</p></div>
<div><p>I never liked boats anyway and my cousin always says that trains are so much better in every way.</p>
<p>Nobody asked your cousin, and trains do not float, as everyone who ever owned a train will tell you.</p>
<p>My grandmother took a train once and she talked about the sandwiches for years and years afterwards,
as if trains were kitchens and kitchens were trains.</p></div>
</body></html>"""
COMMENTS = "grandmother took a train once"


def text_of(extractor: NextExtractor, page: str = STORY, **known: str) -> str:
    return extractor.extract(parse(page, **known)).text


def test_a_comment_longer_than_the_story_is_not_taken_for_it():
    assert COMMENTS in text_of(NextExtractor(beta=1.0))
    assert COMMENTS not in text_of(NextExtractor())


def test_weights_are_formula_4_1():
    assert block_weights([100, 50], [0.1, 0.2], 0.6) == pytest.approx([0.6 + 0.4 * 0.5, 0.6 * 0.5 + 0.4])


def test_weights_are_size_alone_where_no_block_is_like_the_title():
    assert block_weights([100, 50], [0.0, 0.0], 0.6) == pytest.approx([0.6, 0.3])


def test_the_news_block_is_named():
    main = NextExtractor().extract(parse(STORY)).main
    assert main is not None
    assert main.path == "/html/body/div[2]"
    assert main.text.startswith("Ferry strike ends")


def test_a_sentence_unlike_the_block_is_dropped():
    assert "Click to enlarge" not in text_of(NextExtractor())


def test_sentences_of_other_blocks_come_in_when_they_are_alike():
    page = STORY.replace(
        "<body>",
        "<body><div><p>The islands had been cut off by the ferry strike for nine days of "
        "talks.</p><p>Weather: fog.</p></div>",
    )
    assert "had been cut off by the ferry strike for nine" in text_of(NextExtractor(), page)
    assert "had been cut off by the ferry strike for nine" not in text_of(NextExtractor(other_blocks=False), page)
    assert "fog" not in text_of(NextExtractor(), page)


def test_a_sentence_of_stop_words_makes_the_threshold_zero_and_nothing_is_dropped():
    page = STORY.replace("<p>Click", "<p>It was not so.</p><p>Click")
    found = text_of(NextExtractor(), page)
    assert "It was not so." in found
    assert "Click to enlarge" in found
    assert COMMENTS not in found


def test_the_paper_adds_what_shares_a_word_behind_the_news_block_where_the_threshold_is_zero():
    page = STORY.replace("<p>Click", "<p>It was not so.</p><p>Click").replace(
        "<body>", "<body><div><p>Boats are for sale.</p></div>"
    )
    letter = build("extractor", "next:paper").extract(parse(page)).text
    assert letter.index("Boats are for sale.") > letter.index("ended on Tuesday")
    assert "Boats are for sale." not in text_of(NextExtractor(), page)


def test_without_the_sentences_that_are_like_nothing_the_threshold_works_on_every_page():
    page = STORY.replace("<p>Click", "<p>It was not so.</p><p>Click")
    found = text_of(NextExtractor(zeros="skip"), page)
    assert "Click to enlarge" not in found
    assert "It was not so." not in found
    assert found == text_of(NextExtractor())


def test_the_paper_takes_a_sentence_as_often_as_it_stands():
    twice = STORY.replace(
        "<p>Two boats", "<p>Crews return to the ferry decks.</p><p>Crews return to the ferry decks.</p><p>Two boats"
    )
    assert text_of(NextExtractor(once=False), twice).count("Crews return to the ferry") == 2
    assert text_of(NextExtractor(), twice).count("Crews return to the ferry") == 1


def test_whole_segments_keep_a_paragraph_together():
    page = STORY.replace("before noon.</p>", "before noon. Rain fell.</p>").replace("their first", "the first")
    assert "Rain fell." in text_of(NextExtractor(), page)
    assert "Rain fell." not in text_of(NextExtractor(whole_segments=False), page)


def test_the_feeds_title_is_preferred_to_the_pages_own():
    trains = "Trains are better, cousin says; grandmother praises sandwiches"
    assert COMMENTS in text_of(NextExtractor(), title=trains)
    assert COMMENTS not in text_of(NextExtractor(title_source="headline"), title=trains)


def test_hyperlink_text_is_removed_unless_asked_for():
    page = STORY.replace("harbour union", "<a href='/u'>harbour union</a>")
    assert "harbour union" not in text_of(NextExtractor(), page)
    assert "harbour union" in text_of(NextExtractor(hyperlink_text=True), page)


def test_a_sentence_is_taken_once():
    page = STORY.replace(
        "<body>",
        "<body><div><p>Crews will return to the ferry decks at dawn, the harbour union "
        "said, and the islands expect their first boats before noon.</p><p>Menu</p></div>",
    )
    assert text_of(NextExtractor(), page).count("return to the ferry decks") == 1


def test_all_four_similarities_can_be_chosen():
    for similarity in ("cosine", "dice", "jaccard", "overlap"):
        assert "had cut off the islands" in text_of(NextExtractor(similarity=similarity))


def test_an_unknown_similarity_is_named_with_those_that_exist():
    with pytest.raises(UnknownName, match="dice"):
        text_of(NextExtractor(similarity="euclid"))


def test_the_harmonic_mean_is_zero_where_one_value_is():
    assert harmonic_mean([1.0, 0.5, 0.25]) == pytest.approx(3 / 7)
    assert harmonic_mean([1.0, 0.0]) == 0.0
    assert harmonic_mean([]) == 0.0


def test_the_harmonic_mean_never_passes_the_largest_value():
    assert harmonic_mean([0.39999999999999997] * 4) == 0.39999999999999997


def test_sentences_all_equally_alike_are_all_kept():
    sentences = [" ".join(f"{letter}{number}" for number in range(9)) for letter in "Abcd"]
    assert text_of(NextExtractor(), f"<div>{'<p>'.join(sentences)}</div>") == "\n\n".join(sentences)


def test_turkish_is_read_with_its_own_casing_stop_words_and_stems():
    page = """<html lang="tr"><body><div><h1>İşçiler Iğdır'da buluştu</h1>
    <p>İşçiler Iğdır'da buluştu ve ücretlerin artırılması için toplantı düzenledi.</p>
    <p>IĞDIR'DAKİ işçilerin toplantısı iki saat sürdü, ücretler konuşuldu.</p></div></body></html>"""
    found = NextExtractor().extract(parse(page))
    assert "toplantı düzenledi" in found.text


def test_stop_words_of_the_users_own_count_for_nothing():
    document = parse(STORY)
    usual = NextExtractor().extract(document)
    without = NextExtractor(stop_words=("ferry", "strike", "nine", "days", "ends")).extract(document)
    assert usual.text != without.text


def test_a_page_without_text_says_so():
    extraction = NextExtractor().extract(parse("<html><body><img src=x></body></html>"))
    assert extraction.blocks == ()
    assert extraction.reason == "there is no text on the page"
