from __future__ import annotations

from itertools import combinations

from tests.press.presses import paper, press

from newsloom.press import PAPERS

ALL = [piece for one in PAPERS for piece in press().pieces(one)]


def test_there_are_four_hundred_pieces_of_a_length_that_papers_print():
    assert len(ALL) >= 400
    words = [len(piece.revisions[-1].text.split()) for piece in ALL]
    assert min(words) >= 70
    assert max(words) <= 400
    assert sum(words) / len(words) >= 120


def test_nothing_of_the_grammar_is_left_in_print():
    for piece in ALL:
        for revision in piece.revisions:
            assert not set(revision.title + revision.text + piece.caption) & set("{|}@"), revision
            assert "  " not in revision.text


def test_papers_tell_the_same_in_words_of_their_own():
    """Of four words in a row few stand in another paper, unless both printed the agency's report."""
    for language in ("en", "tr", "no"):
        told = {}
        for piece in (one for one in ALL if one.paper.language == language and not one.is_copy):
            told.setdefault((piece.event.name, piece.chapter), []).append(_runs(piece.revisions[-1].text))
        shares = [
            len(a & b) / min(len(a), len(b)) for pieces in told.values() for a, b in combinations(pieces, 2) if a and b
        ]
        assert sum(shares) / len(shares) < 0.5
        assert max(shares) < 0.9


def test_an_agency_report_is_printed_word_for_word_by_two_papers():
    copies = {}
    for piece in (one for one in ALL if one.is_copy):
        copies.setdefault((piece.event.language, piece.event.name, piece.chapter), []).append(piece)
    assert len(copies) >= 8
    for first, second in copies.values():
        assert first.paper is not second.paper
        assert first.revisions[-1].text.split() == second.revisions[-1].text.split()


def test_some_headlines_are_reworded_and_some_texts_corrected_or_longer_later():
    edited = [piece for piece in ALL if len(piece.revisions) > 1]
    assert 0.2 < len(edited) / len(ALL) < 0.7
    assert any(piece.revisions[0].title != piece.revisions[-1].title for piece in edited)
    assert any(len(piece.revisions[0].paragraphs) < len(piece.revisions[-1].paragraphs) for piece in edited)
    for piece in edited:
        times = [revision.at for revision in piece.revisions]
        assert times == sorted(set(times))
        assert piece.revision(times[-1]) is piece.revisions[-1]
        assert piece.revision(times[0]) is piece.revisions[0]


def test_a_slip_of_the_first_print_is_corrected():
    turnout = [p for p in press().pieces(paper("courier")) if p.event.name == "election" and p.chapter == 3]
    (piece,) = turnout
    assert "71.3 per cent" in piece.revisions[0].text
    assert "73.1 per cent" in piece.revisions[-1].text


def test_addresses_are_the_papers_own_and_no_two_alike():
    for one in PAPERS:
        paths = [piece.path for piece in press().pieces(one)]
        assert len(set(paths)) == len(paths)
        assert all(path.startswith("/") and path.isascii() and " " not in path for path in paths)


def _runs(text: str) -> set[tuple[str, ...]]:
    words = text.split()
    return {tuple(words[place : place + 4]) for place in range(len(words) - 3)}
