"""Lines that say only when."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.text.datelines import is_date_line, tells_posting


@pytest.mark.parametrize(
    "line",
    [
        "Published 3 May 2024, 10:12",
        "Updated: Friday, May 3, 2024 at 10:12 am EDT",
        "3 May 2024",
        "17 Nov, 9.30 am",
        "Nov 17, 10:12",
        "17 kasım 09:30",
        "03/05/2024",
        "Last updated at 11:25am on 07.05.24",
        "Posted 2 hours ago",
        "vor 3 Stunden",
        "Published 3 May 2024 | Updated 4 May 2024",
        "Veröffentlicht am 03.05.2024, 10.12 Uhr",
        "Stand: 03.05.2024 10:12 Uhr",
        "Publié le 3 mai 2024 à 10h12, mis à jour le 4 mai 2024",
        "Publicado el 3 de mayo de 2024 a las 10:12",
        "Pubblicato il 3 maggio 2024 alle 10:12",
        "Gepubliceerd op 3 mei 2024 om 10:12",
        "Publisert 03.05.2024 kl. 10.12",
        "Publicerad 3 maj 2024",
        "Julkaistu 3.5.2024 klo 10.12",
        "GİRİŞ 03.05.2024 10:12 GÜNCELLEME 03.05.2024 11:40",
        "Yayınlanma: 03 Mayıs 2024 Cuma 10:12",
        "Опубликовано 3 мая 2024",
        "2024年5月3日 10時12分",
        "更新: 2024/05/03 10:12",
        "입력 2024.05.03. 오전 10:12",
        "الثلاثاء ١٧ نوفمبر ٢٠٢٦ - ١٤:٣٠",
        "آخر تحديث: ١٧ نوفمبر ٢٠٢٦",
        "سه شنبه ۲۶ آبان ۱۴۰۵ ساعت ۱۴:۳۰",
        "प्रकाशित: मंगलवार, 17 नवंबर 2026, 14:30",
        "เผยแพร่ 17 พฤศจิกายน 2569 เวลา 14:30 น.",
        "5 min read",
        "Reading time: 4 minutes",
        "Lesezeit: 4 Minuten",
        "Temps de lecture : 4 min",
        "3 May 2024 · 5 min read",
    ],
)
def test_a_line_that_says_only_when_is_a_date_line(line):
    assert is_date_line(line)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "2024",
        "May was cold",
        "The ferry left at 10:12 on 3 May 2024",
        "Updated",
        "Ada Strand, 3 May 2024",
        "LINDVIK, 3 May 2024",
        "Read the report of 2024 in five minutes",
        "Two hours in 2024",
        "3-2",
        "10:12",
        "5 minutes",
        "In 2024 the fleet had 12 boats.",
        "Den 3. mai 2024 kom båten",
    ],
)
def test_what_says_more_or_less_is_none(line):
    assert not is_date_line(line)


@given(st.text(max_size=300))
def test_any_text_can_be_asked_about(text):
    assert is_date_line(text) in (True, False)


def test_a_long_line_is_never_looked_at():
    assert not is_date_line("3 May 2024 " * 100_000)


@pytest.mark.parametrize("line", ["12 มิ.ย. 2560 08:15 น.", "发布日期：2024-05-03"])
def test_dates_of_asia_are_date_lines(line):
    assert is_date_line(line)


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ("Posted by Ann on May 3, 2012 | Permalink", True),
        ("Veröffentlicht am 3.5.2012 von Ann", True),
        ("Posted by Ann", False),
        ("Updated 3 May 2012: the ferry sails again.", False),
        ("The ferry left on May 3, 2012", False),
    ],
)
def test_who_posted_it_and_when_is_told_by_its_first_word(line, is_one):
    assert tells_posting(line) is is_one
