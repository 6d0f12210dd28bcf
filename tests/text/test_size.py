from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.text.patterns import MARKS
from newsloom.text.size import count_letters, count_tokens, count_words, is_closed_line, scaled_words

# One headline in seven languages.
HEADLINES = {
    "English": "Ferry runs aground in thick morning fog, nobody is hurt",
    "Chinese": "港口渡轮在晨雾中搁浅无人受伤",
    "Japanese": "港の渡し船が朝の霧で座礁、けが人なし",
    "Korean": "항구 여객선 아침 안개 속에서 좌초 부상자 없어",
    "Thai": "เรือข้ามฟากเกยตื้นท่ามกลางหมอกหนาไม่มีผู้บาดเจ็บ",
    "Arabic": "عبارة تجنح في الميناء وسط ضباب الصباح دون إصابات",
    "Greek": "Πλοίο προσάραξε μέσα στην πρωινή ομίχλη χωρίς τραυματίες",
}


@pytest.mark.parametrize("language", HEADLINES)
def test_a_headline_says_as_much_in_every_script(language):
    assert 7 <= count_words(HEADLINES[language]) <= 11
    assert 38 <= count_letters(HEADLINES[language]) <= 62


def test_words_of_an_alphabet_stand_between_spaces():
    assert [count_words(text) for text in ("", "rain", "Rain – and „more“ rain")] == [0, 1, 5]
    assert count_letters("Schöner Regen") == len("Schöner Regen")


def test_signs_and_words_of_an_alphabet_add_up():
    assert count_words("NASA和ESA") == pytest.approx(count_words("和") + 2)


def test_a_run_without_any_space_says_more_than_a_word():
    assert count_words("Donaudampfschifffahrtsgesellschaft") > 5


@pytest.mark.parametrize("line", ["It rained.", "“It rained.”", "下雨了。", "बारिश हुई।", "بارش ہوئی۔", "雨が降った」"])
def test_a_line_that_ends_as_sentences_do_is_closed(line):
    assert is_closed_line(line, 2)


def test_a_line_of_thai_is_closed_by_its_length():
    line = "การหยุดงานของพนักงานเรือข้ามฟาก"
    assert is_closed_line(line, 20)
    assert not is_closed_line(line, 5)
    assert not is_closed_line("Most read", 2)


@given(st.text(alphabet=st.sampled_from("ab1_ .,’“ä\u0301कि\u094dत\u0902สวั\u0e31的かأُ\n")) | st.text())
def test_tokens_are_runs_of_letters_digits_and_marks(text):
    runs = re.findall(rf"[\w{MARKS}]+", text)
    assert count_tokens(text) == scaled_words(text, len(runs))
