from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.text.sentences import split_sentences

# A bar marks where sentences part.
TOGETHER_AND_APART = [
    ("en", "It rained. | Nobody came."),
    ("en", "Dr. Smith met Sen. Jones. | They talked."),
    ("en", "The U.S. Senate voted on it. | It passed in the U.S. | The vote was close."),
    ("en", "J. R. Smith and George W. Hill spoke. | A crowd heard Prof. J. A. Moe."),
    ("en", "They chose plan B. | The others left."),
    ("en", "It rose 36.4 per cent to 1,000.50. | Then it fell."),
    ("en", "See No. 5 on p. 12 for more. | He said no. | That was all."),
    ("en", "He works for Acme Inc. | He likes it."),
    ("en", "He works for Acme Inc. and Bolt Corp. Europe."),
    ("en", "What?! | No... | Wait… | Come here!"),
    ("en", 'He said: "I will go." | She said: “Stay.” | (They stayed.) | All was well.'),
    ("en", '"Will you go?" he asked. | “Yes!” she said.'),
    ("en", "Yahoo! has a plan. | It is secret."),
    ("en", "Write to a.b@example.com or see www.example.com/a.b?c=d. | Police did."),
    ("en", "1. First things first. | 2. The rest."),
    ("en", "The talks began at 5 p.m. on Jan. 5 in St. Louis. | Nobody spoke."),
    ("en", "One line\nof text goes on. | Another\nbegins."),
    ("en", "A heading\n\n | and a paragraph. \n \n | another paragraph"),
    ("en", "Wait . . . what. | Go."),
    ("en", "She waited. | – Come in! | – No."),
    (None, "Mr. Hill left. | He ran."),
    ("tr", "Prof. Dr. Ali Kaya geldi. | İstanbul'da yağmur vardı."),
    ("tr", "Okulun 3. sınıf öğrencileri ve 5. Kolordu katıldı. | Tören 12.30'da bitti."),
    ("tr", "II. Dünya Savaşı bitti. | Katılan sayısı 12. | Bu az."),
    ("tr", "Elma, armut vb. meyveler satıldı. | Atatürk Cad. Gül Sok. No. 5 adresinde."),
    ("tr", "“Gelecek misin?” diye sordu. | “Evet.” | Işıklar söndü."),
    ("tr", "Nüfus 1.000.000 oldu. | Öyle dediler."),
    ("no", "Bl.a. Kari og ca. 20 andre kom kl. 12.30 den 17. mai. | Ålesund vant."),
    ("no", "Han bor f.eks. i Bergen. | Øyvind bor der ikke. | – Jo, sier han. | – Æsj!"),
    ("no", "Det var noe han var med i. | Han sluttet."),
    ("no", "«Er det sant?» spurte han. | «Ja.» | Så gikk han."),
    ("no", "Han fylte 17. | Det var i 2012. | Året etter flyttet han."),
    ("de", "Am 17. Mai kam z.B. Die Linke mit ca. 30 Leuten. | Es waren 12. | Der Rest blieb fern."),
    ("de", "»Das ist gut.« | »Nein«, sagte Dr. Groß. | „Doch.“ | Ende."),
    ("de", "Er kam im 19. Jahrhundert. | Über ihn weiß man wenig."),
    ("fr", "Il a dit : « Non. » | Puis M. Petit est parti. | « Vraiment ? » | À demain."),
    ("es", "El Sr. Ruiz llegó. | ¿Quién? | ¡Él!"),
    ("ja", "雨が降った。| 誰も来なかった！？| 「本当ですか。」| はい。"),
    ("zh", "下雨了。| “真的吗？”| 是的！"),
    ("ar", "هل جاء؟ | نعم. | ذهب."),
    ("hi", "बारिश हुई। | कोई नहीं आया।"),
]

PUNCTUATED = st.text(alphabet=st.one_of(st.sampled_from('.!?…。؟।"”»«() \n\t\u00a0aAİ1–'), st.characters()))


@pytest.mark.parametrize(("language", "marked"), TOGETHER_AND_APART)
def test_sentences_part_where_a_reader_parts_them(language, marked):
    expected = [sentence.strip() for sentence in marked.split("|")]
    assert split_sentences(marked.replace(" | ", " ").replace("| ", ""), language) == expected


def test_nothing_has_no_sentences():
    assert split_sentences("") == split_sentences(" \n\n \t") == []


def test_text_without_a_stop_is_one_sentence():
    assert split_sentences("  Oslo wins the cup ") == ["Oslo wins the cup"]


def test_unknown_language_is_read_as_english():
    assert split_sentences("Mr. Hill left. He ran.", "xx") == ["Mr. Hill left.", "He ran."]


@given(PUNCTUATED, st.sampled_from([None, "en", "tr", "no", "de", "fr", "ja"]))
def test_no_character_is_lost_and_no_sentence_is_empty(text, language):
    sentences = split_sentences(text, language)
    assert "".join("".join(sentences).split()) == "".join(text.split())
    assert all(sentence == sentence.strip() != "" for sentence in sentences)


@given(PUNCTUATED)
def test_the_same_text_parts_the_same_way_twice(text):
    assert split_sentences(text, "tr") == split_sentences(text, "tr")


@pytest.mark.parametrize("piece", ["a. ", "......", '"', '."', '." ', "\n ", ". » ", "A. ", "1. ", "。", "a.A", "?!\n"])
def test_long_hostile_text_takes_linear_time(piece):
    began = time.process_time()
    split_sentences(piece * (1_000_000 // len(piece)), "de")
    # Quadratic time would be hours. Of this process alone: the machine may have other work.
    assert time.process_time() - began < 10
