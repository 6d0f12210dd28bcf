from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.text.dates import day_elsewhere, parse_date

ISTANBUL = timezone(timedelta(hours=3))
MOMENT = datetime(2024, 5, 3, 10, 15, tzinfo=ISTANBUL)
DAY = date(2024, 5, 3)


@pytest.mark.parametrize(
    "text",
    [
        "2024-05-03T10:15:00+03:00",
        "2024-05-03T10:15:00+0300",
        "2024-05-03T10:15+03",
        "2024-05-03 10:15:00 +0300",
        "2024-05-03 10:15:00.000 +03:00",
        " 2024-05-03T10:15:00,000000+03:00\n",
        "20240503T101500+0300",
        "Fri, 03 May 2024 10:15:00 +0300",
        "3 May 2024 10:15:00 +0300",
    ],
)
def test_time_with_its_offset_is_a_moment(text: str) -> None:
    found = parse_date(text)
    assert isinstance(found, datetime)
    assert (found, found.utcoffset()) == (MOMENT, timedelta(hours=3))


@pytest.mark.parametrize(
    "text",
    [
        "2024-05-03T07:15:00Z",
        "2024-05-03 07:15:00 UTC",
        "2024-05-03T07:15:00.000Z",
        "Fri, 03 May 2024 07:15:00 GMT",
        "1714720500",
        "1714720500000",
    ],
)
def test_universal_time_is_a_moment_in_utc(text: str) -> None:
    found = parse_date(text)
    assert isinstance(found, datetime)
    assert (found, found.utcoffset()) == (MOMENT, timedelta(0))


@pytest.mark.parametrize(
    "text",
    [
        "2024-05-03",
        "2024/05/03",
        "2024-5-3",
        "20240503",
        "20240503101500",
        "03.05.2024",
        "3. 5. 2024",
        "May 3, 2024",
        "May 3rd, 2024",
        "MAY 3 2024",
        "Friday, May 3, 2024",
        "3 May 2024",
        "3rd of May 2024",
        "3. Mai 2024",
        "3. mai 2024, kl. 10.15",
        "3 Mayıs 2024 Cuma",
        "3 MAYIS 2024",
        "3-May-2024 10:15",
        "Fri May 03 10:15:00 CEST 2024",
        "Fri May  3 10:15:00 2024",
        "2024. május 3.",
        "2024 m. gegužės 3 d.",
        "2024. gada 3. maijā",
        "3. svibnja 2024.",
        "3. maja 2024",
        "3 травня 2024 р.",
        "3 Μαΐου 2024",
        "3 de maio de 2024",
        "3 de mayo del 2024",
        "3 de maig de 2024",
        "3 Mei 2024 10:15 WIB",
        "ngày 3 tháng 5 năm 2024",
        "3 مايو 2024",
        "٣ أيار ٢٠٢٤",
        "3 मई 2024",
        "3 พฤษภาคม 2567",
        "3 de mayo de 2024",
        "3 mai 2024 à 10h15",
        "Published: 3 May 2024 at 10:15 EST",
        "2024年5月3日",
        "2024年05月03日 10時15分",
        "2024년 5월 3일",
        "입력 2024.05.03 10:15",
        "2024. 5. 3. 10:15",
        "二〇二四年五月三日",
        "二零二四年五月三日 星期五",
        "令和6年5月3日",
        "令和六年五月三日",
        "令和６年５月３日（金）",
        "民國113年5月3日",
        "中華民國113年5月3日",
        "3 พ.ค. 2567",
        "3 พ.ค. 67",
        "๓ พ.ค. ๒๕๖๗ 10:15 น.",
        "३ मई २०२४",
        "3 أيار 2024",
        "٢٠٢٤/٥/٣",
    ],
)
def test_date_in_words_or_numbers_is_a_day(text: str) -> None:
    found = parse_date(text)
    assert found == DAY
    assert not isinstance(found, datetime)


@pytest.mark.parametrize("text", ["2024-05-03T10:15:00", "2024-05-03 10:15", "2024-05-03T10:15:00.123", "202405031015"])
def test_time_without_a_zone_is_a_day_for_no_zone_is_invented(text: str) -> None:
    found = parse_date(text)
    assert found == DAY
    assert not isinstance(found, datetime)


def test_slashes_are_read_only_where_one_day_is_meant() -> None:
    assert parse_date("05/03/2024") is None
    assert parse_date("25/03/2024") == date(2024, 3, 25)
    assert parse_date("03/25/2024") == date(2024, 3, 25)
    assert parse_date("05/05/2024") == date(2024, 5, 5)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "yesterday",
        "10:15",
        "2024",
        "2024-13-40",
        "31 February 2024",
        "0001-01-01T00:00:00Z",
        "1970-01-01T00:00:00Z",
        "9999-12-31T23:59:59Z",
        "3 Foo 2024",
        "word " * 20 + "3 May 2024",
        "9" * 13,
    ],
)
def test_what_names_no_credible_day_is_none(text: str) -> None:
    assert parse_date(text) is None


@given(st.text(max_size=100))
def test_any_text_is_a_day_an_aware_moment_or_nothing(text: str) -> None:
    found = parse_date(text)
    assert found is None or not isinstance(found, datetime) or found.tzinfo is not None


@given(st.datetimes(min_value=datetime(1971, 1, 1), max_value=datetime(2100, 12, 31), timezones=st.just(UTC)))
def test_iso_form_comes_back_as_it_was(moment: datetime) -> None:
    assert parse_date(moment.isoformat()) == moment
    assert parse_date(moment.date().isoformat()) == moment.date()


@pytest.mark.parametrize(
    ("language", "expected"),
    [("fr", DAY), ("tr", DAY), ("de", DAY), ("en", None), ("ja", None), (None, None)],
)
def test_language_tells_the_day_from_the_month(language: str | None, expected: date | None) -> None:
    assert parse_date("03/05/2024", language) == expected


def test_month_that_cannot_be_one_is_the_day_in_any_language() -> None:
    assert parse_date("05/23/2024", "fr") == date(2024, 5, 23)


def test_year_of_two_digits_is_read_where_the_day_is_known_to_stand_first() -> None:
    assert parse_date("28.01.24", "de") == date(2024, 1, 28)
    assert parse_date("24.01.28", "ko") is None
    assert parse_date("28.01.24") is None
    assert parse_date("Version 10.12.11.3", "de") is None


def test_listopad_is_a_month_earlier_in_croatia() -> None:
    assert parse_date("3. listopada 2024", "hr") == date(2024, 10, 3)
    assert parse_date("3 listopada 2024", "pl") == date(2024, 11, 3)


@pytest.mark.parametrize(
    "text", ["Fri, 31 Feb 2024 10:15:00 +0300", "3 May 2024 10:15:00 +9900", "3 Foo 2024 10:15 GMT"]
)
def test_moment_that_never_was_is_none(text: str) -> None:
    assert not isinstance(parse_date(text), datetime)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("令和元年5月1日", date(2019, 5, 1)),
        ("平成31年4月30日", date(2019, 4, 30)),
        ("昭和60年1月2日", date(1985, 1, 2)),
        ("二〇二六年十二月三十一日", date(2026, 12, 31)),
        ("二〇二六年十月二十日", date(2026, 10, 20)),
        ("17 تشرين الثاني 2026", date(2026, 11, 17)),
        ("١٧ كانون الأول ٢٠٢٦", date(2026, 12, 17)),
        ("१७ नवम्बर 2026, १४:३०", date(2026, 11, 17)),
        ("31 มี.ค. 2569", date(2026, 3, 31)),
        ("2569-11-17", date(2026, 11, 17)),
        ("26年11月17日", None),
        ("令和8年13月17日", None),
        ("一年五月三日", None),
    ],
)
def test_eras_signs_and_months_of_other_countries_are_read(text: str, day: date | None) -> None:
    assert parse_date(text) == day


@pytest.mark.parametrize(("hour", "elsewhere"), [(0, 3), (7, 3), (8, None), (14, None), (15, 5), (23, 5)])
def test_the_day_may_be_another_where_many_people_live(hour, elsewhere):
    found = day_elsewhere(datetime(2026, 11, 4, hour, 30, tzinfo=UTC))
    assert found == (None if elsewhere is None else date(2026, 11, elsewhere))
