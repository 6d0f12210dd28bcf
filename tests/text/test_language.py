from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.text.language import detect_language, normalise_language

SCRIPTS = {
    "ja": "政府は新しい予算案を発表しました。野党は反対しています。",
    "zh": "政府周二公布了新的预算案反对党表示将在议会投票反对这一法案",
    "ko": "정부는 화요일에 새로운 예산안을 발표했다고 밝혔습니다",
    "th": "รัฐบาลประกาศงบประมาณใหม่ในวันอังคาร",
    "el": "Η κυβέρνηση ανακοίνωσε τον νέο προϋπολογισμό",
    "he": "הממשלה הודיעה על התקציב החדש ביום שלישי",
    "ka": "მთავრობამ ახალი ბიუჯეტი გამოაცხადა",
    "hy": "Կառավարությունը հայտարարեց նոր բյուջեի մասին",
}
MODEL = {
    "en": "The government announced its new budget on Tuesday, and the opposition said it would vote against it.",
    "tr": "Hükümet yeni bütçeyi salı günü açıkladı, muhalefet ise karşı oy kullanacağını söyledi.",
    "no": "Regjeringen la fram det nye budsjettet på tirsdag, og opposisjonen sier at den vil stemme imot.",
    "de": "Die Regierung hat am Dienstag den neuen Haushalt vorgestellt, die Opposition will dagegen stimmen.",
    "ru": "Правительство во вторник объявило о новом бюджете, оппозиция заявила, что будет голосовать против.",
}


@pytest.mark.parametrize("language", SCRIPTS)
def test_script_of_one_language_settles_it(language):
    assert detect_language(SCRIPTS[language]) == language


@pytest.mark.parametrize("language", MODEL)
def test_model_tells_languages_of_one_script_apart(language):
    assert detect_language(MODEL[language]) == language


def test_nynorsk_is_norwegian():
    text = "Regjeringa la fram det nye budsjettet tysdag, og opposisjonen seier at dei ikkje vil røyste for det."
    assert detect_language(text) == "no"


def test_a_japanese_name_does_not_make_chinese_japanese():
    assert detect_language(SCRIPTS["zh"] * 3 + "の") == "zh"


def test_too_short_a_text_has_no_language():
    assert detect_language("Oslo 2012") is None
    assert detect_language("1234567890 " * 50) is None
    assert detect_language("") is None


def test_only_the_beginning_is_read():
    assert detect_language(MODEL["en"] * 30 + MODEL["tr"] * 300) == "en"


def test_lone_surrogate_is_survived():
    assert detect_language("\ud800" + MODEL["en"]) == "en"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("en-US", "en"),
        ("EN_gb", "en"),
        (" tr ", "tr"),
        ("tr_TR.UTF-8", "tr"),
        ("nb-NO", "no"),
        ("nn", "no"),
        ("Turkish", "tr"),
        ("Türkçe", "tr"),
        ("norsk bokmål", "no"),
        ("eng", "en"),
        ("ger", "de"),
        ("zh-Hans-CN", "zh"),
        ("iw", "he"),
    ],
)
def test_names_of_languages_become_two_letters(name, code):
    assert normalise_language(name) == code


@pytest.mark.parametrize("name", [None, "", "  ", "xx", "x", "klingon!", "utf-8", "../en", "-", "{{lang}}"])
def test_garbage_is_no_language(name):
    assert normalise_language(name) is None


@given(st.text())
def test_normalising_twice_is_normalising_once(name):
    code = normalise_language(name)
    assert code is None or normalise_language(code) == code


def test_importing_text_loads_no_model():
    code = (
        "import sys; from newsloom.text.language import detect_language;"
        "detect_language('政府は新しい予算案を発表しました。野党は反対');"
        "sys.exit(bool({'py3langid', 'numpy'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


STORIES = {
    "en": "The rain that fell on the valley in the night was the first of the year, and the farmers of the town "
    "have said that it will not be the last, for the clouds over the hills are as dark as they have been in years.",
    "es": "La lluvia que cayó en el valle por la noche fue la primera del año, y los campesinos de la comarca dicen "
    "que no será la última, porque las nubes sobre los montes están más negras que en muchos años, pero también lejos.",
    "nl": "De regen die in de nacht op het dal viel was de eerste van het jaar, en de boeren uit de stad zeggen dat "
    "het niet de laatste zal zijn, want de wolken boven de heuvels zijn zo donker als ze in geen jaren zijn geweest.",
}


@pytest.mark.parametrize("language", STORIES)
def test_small_words_tell_the_language_without_the_model(language):
    code = (
        f"import sys; from newsloom.text.language import detect_language as d; print(d({STORIES[language]!r}), end=' ')"
    )
    code += "; print('py3langid' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [language, "False"]


def test_neighbours_are_left_to_the_model():
    # As much Danish as Norwegian.
    text = "Han er i byen med en mand og det er godt at de er her for den som har et hus med en have og en dør til det"
    assert detect_language(text) in {"da", "no"}
