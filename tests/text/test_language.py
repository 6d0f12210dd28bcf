from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.text.language import detect_language, is_latin, normalise_language, other_letters

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


@given(st.text())
def test_a_text_is_latin_where_no_letter_is_other(text):
    assert is_latin(text) == (other_letters(text) == 0)


def test_marks_and_accents_leave_a_text_latin():
    assert is_latin("“Être” – 20 € à Łódź…")
    assert not is_latin("Tel Aviv, תל אביב")


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
        "sys.exit(bool({'newsloom.text.ngrams', 'numpy'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


HEADLINES = {
    "en": "Ferry strike enters its second week",
    "es": "La huelga de los estibadores llega a su segunda semana",
    "nl": "Staking op de veerboten gaat tweede week in",
    "sv": "Färjestrejken går in på sin andra vecka",
    "da": "Færgestrejken går ind i sin anden uge",
    "pt": "Greve dos ferries entra na segunda semana",
    "pl": "Strajk promów wchodzi w drugi tydzień",
    "fa": "اعتصاب کارکنان کشتی‌ها وارد هفته دوم شد",
    "ar": "إضراب عمال العبّارات يدخل أسبوعه الثاني",
    "uk": "Страйк працівників поромів триває другий тиждень",
    "hi": "नौका कर्मचारियों की हड़ताल दूसरे सप्ताह में पहुँची",
}


@pytest.mark.parametrize("language", HEADLINES)
def test_a_headline_is_enough(language):
    assert detect_language(HEADLINES[language]) == language


@pytest.mark.parametrize("headline", ["渡轮罢工进入第二周", "フェリーのストが2週目に入る", "ฟันเฟืองหยุดงาน"])
def test_a_short_headline_in_a_script_of_its_own_is_enough(headline):
    assert detect_language(headline) in {"zh", "ja", "th"}


def test_capitals_change_nothing():
    assert detect_language(HEADLINES["es"].upper()) == "es"


def test_neighbours_are_left_to_the_model():
    # As much Danish as Norwegian.
    text = "Han er i byen med en mand og det er godt at de er her for den som har et hus med en have og en dør til det"
    assert detect_language(text) in {"da", "no"}
