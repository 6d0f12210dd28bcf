from __future__ import annotations

from datetime import UTC, datetime

import pytest

from newsloom.dom.parse import parse
from newsloom.press.week import Press

ENGLISH = "The long drought ended on Friday when heavy rain fell over the whole of the valley and its farms."
TURKISH = "Uzun süren kuraklık cuma günü sona erdi; bütün vadiye ve çiftliklere bol yağmur yağdı, köylüler sevindi."
GREEK = "Η μεγάλη ξηρασία τελείωσε την Παρασκευή, όταν έβρεξε σε όλη την κοιλάδα και στα χωριά της."


@pytest.mark.parametrize(
    ("page", "language"),
    [
        (f"<html lang='tr-TR'><p>{TURKISH}</p>", "tr"),
        (f"<html lang='tr-TR'><p>{ENGLISH}</p>", "tr"),
        (f"<meta property='og:locale' content='nb_NO'><p>{ENGLISH}</p>", "no"),
        (f"<html lang='en'><p>{GREEK}</p>", "el"),
        (f"<html lang='ru'><p>{ENGLISH}</p>", "en"),
        (f"<html lang='sr'><p>{ENGLISH}</p>", "sr"),
        (f"<html lang='xx'><p>{TURKISH}</p>", "tr"),
        (f"<p>Home</p><p>{ENGLISH}</p>", "en"),
        ("<html lang='de'>", "de"),
        ("<p>Home</p>", None),
        ("", None),
    ],
)
def test_declared_language_is_believed_unless_the_script_denies_it(page: str, language: str | None) -> None:
    assert parse(page).language == language


def test_the_text_of_a_page_without_paragraphs_says_its_language_not_its_headline_alone() -> None:
    headline = "Marrowgate Lantern: Slow, slower, Queen Maud: hauliers block bridge"
    page = f"<title>{headline}</title><table><tr><td><b>{headline}</b><br>{ENGLISH}<br><br>{ENGLISH}</td></tr></table>"
    assert parse(f"<title>{headline}</title>").language == "lb"
    assert parse(page).language == "en"


NORWEGIAN = "Kommunen selger den gamle skolen ved fjorden"  # which reads like Danish


@pytest.mark.parametrize(
    ("page", "source", "language"),
    [
        (f"<p>{NORWEGIAN}.</p>", None, "da"),
        (f"<p>{NORWEGIAN}.</p>", "no", "no"),
        (f"<html lang='da'><p>{NORWEGIAN}.</p>", "no", "da"),
        (f"<p>{ENGLISH} {ENGLISH} {ENGLISH}</p>", "no", "en"),
        (f"<p>{GREEK}</p>", "no", "el"),
        ("<p>Hjem</p>", "no", "no"),
        ("", "no", "no"),
    ],
)
def test_a_page_too_short_to_tell_is_in_the_language_of_its_source(
    page: str, source: str | None, language: str
) -> None:
    document = parse(page)
    document.source_language = source
    assert document.language == language


def test_two_hundred_characters_of_norwegian_are_not_taken_for_danish() -> None:
    press = Press(start=datetime(2026, 11, 2, tzinfo=UTC))
    blad = next(paper for paper in press.papers if paper.name == "blad")
    texts = [piece.revisions[0].text for piece in press.pieces(blad)]
    assert {parse(f"<p>{text[:230]}</p>").language for text in texts if len(text) > 230} == {"no"}
