from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.dom.decode import as_utf8, charset_of, decode, find_encoding

TURKISH = "Işıklı caddede güneş doğdu; İstanbul'un ağaçları şırıl şırıl, çocuklar öğle yemeğine koştu. "
NORWEGIAN = "Åse gikk på fjelltur da været ble bedre, og møtte både ærfugl og røyskatt ved vannet. "
RUSSIAN = "Сегодня в городе открыли новую библиотеку, и жители пришли посмотреть на неё. "
JAPANESE = "市立図書館が新しくなり、多くの市民が見学に訪れた。館長は喜びを語った。"


def page_of(text: str, declared: str | None = None) -> str:
    meta = f'<meta charset="{declared}">' if declared else ""
    return f"<html><head>{meta}<title>x</title></head><body><p>{text * 4}</p></body></html>"


@pytest.mark.parametrize(
    ("text", "encoding", "label"),
    [
        (TURKISH, "cp1254", "windows-1254"),
        (TURKISH, "iso8859-9", "iso-8859-9"),
        (NORWEGIAN, "iso8859-1", "iso-8859-1"),
        (RUSSIAN, "cp1251", "windows-1251"),
        (RUSSIAN, "koi8-r", "koi8-r"),
        (JAPANESE, "shift_jis", "shift_jis"),
        (JAPANESE, "euc_jp", "euc-jp"),
        (JAPANESE, "iso2022_jp", "iso-2022-jp"),
        (TURKISH, "utf-8", "utf-8"),
    ],
)
@pytest.mark.parametrize("place", ["meta", "transport", "http-equiv", "xml"])
def test_declared_encoding_is_believed_wherever_it_is_declared(
    text: str, encoding: str, label: str, place: str
) -> None:
    page = {
        "meta": page_of(text, label),
        "transport": page_of(text),
        "http-equiv": f'<META HTTP-EQUIV=Content-Type CONTENT="text/html; CHARSET={label.upper()}">{text}',
        "xml": f'<?xml version="1.0" encoding="{label}"?><html><p>{text}</p></html>',
    }[place]
    decoded, _ = decode(page.encode(encoding), charset=label if place == "transport" else None)
    assert decoded == page


@pytest.mark.parametrize(
    ("text", "encoding"), [(TURKISH, "cp1254"), (RUSSIAN, "cp1251"), (NORWEGIAN, "cp1252"), (JAPANESE, "cp932")]
)
def test_undeclared_encoding_is_detected(text: str, encoding: str) -> None:
    page = page_of(text)
    assert decode(page.encode(encoding)) == (page, encoding)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("has_mark", [True, False])
def test_utf_16_is_read_with_and_without_its_mark(encoding: str, has_mark: bool) -> None:
    page = page_of(TURKISH, "utf-8")
    mark = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}[encoding] if has_mark else b""
    assert decode(mark + page.encode(encoding), "iso-8859-9") == (page, encoding)


def test_byte_order_mark_of_utf_8_beats_every_declaration_and_is_taken_off() -> None:
    page = page_of(TURKISH, "windows-1254")
    assert decode(codecs.BOM_UTF8 + page.encode(), "iso-8859-1") == (page, "utf-8")
    assert as_utf8(codecs.BOM_UTF8 + page.encode()) == (page.encode(), "utf-8")


@pytest.mark.parametrize("label", ["iso-8859-1", "windows-1252", "windows-1254", "iso-8859-9", "utf-16", "no-such"])
def test_utf_8_that_is_declared_as_something_else_is_utf_8(label: str) -> None:
    page = page_of(TURKISH, label)
    assert decode(page.encode(), label) == (page, "utf-8")


def test_windows_1254_that_is_declared_as_utf_8_is_detected() -> None:
    page = page_of(TURKISH, "utf-8")
    assert decode(page.encode("cp1254"), "utf-8") == (page, "cp1254")


def test_turkish_page_that_a_server_calls_latin_1_keeps_its_letters() -> None:
    page = f"<html lang='tr'><p>{TURKISH}</p></html>"
    assert decode(page.encode("cp1254"), "iso-8859-1")[0] == page


def test_icelandic_letters_of_latin_1_are_not_taken_for_turkish_ones() -> None:
    page = "<html lang='is'><p>Það er ný frétt um þýðingu á Íslandi.</p></html>"
    assert decode(page.encode("latin-1"), "iso-8859-1")[0] == page


def test_few_broken_bytes_do_not_cost_a_page_its_utf_8() -> None:
    page = page_of(TURKISH, "utf-8").encode() + b"<p>caf\xe9</p>"
    text, encoding = decode(page)
    assert encoding == "utf-8"
    assert "İstanbul" in text
    assert text.endswith("<p>caf\ufffd</p>")


def test_nul_becomes_the_replacement_character() -> None:
    assert decode(b"<p>a\0b and more text that is plain</p>")[0] == "<p>a\ufffdb and more text that is plain</p>"


@pytest.mark.parametrize("label", ["", " ", "\0", "utf-7", "x" * 1000, "ş", "hex", "rot13", "undefined", "idna"])
def test_unknown_label_is_ignored(label: str) -> None:
    assert find_encoding("<p>naïve</p>".encode(), label) == "utf-8"


def test_label_in_quotes_is_understood() -> None:
    assert find_encoding("ş".encode("cp1254"), ' "Windows-1254"; ') == "cp1254"


@given(st.binary(max_size=2000), st.none() | st.text(max_size=20))
def test_any_bytes_with_any_label_become_text(page: bytes, charset: str | None) -> None:
    text, encoding = decode(page, charset)
    assert "\0" not in text
    codecs.lookup(encoding)
    as_utf8(page, charset)[0].decode("utf-8", "replace")


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\0\ufeff"), max_size=500))
def test_marked_utf_8_comes_back_as_it_was(text: str) -> None:
    assert decode(codecs.BOM_UTF8 + text.encode()) == (text, "utf-8")


@pytest.mark.parametrize(
    ("header", "charset"),
    [
        ("text/html; charset=utf-8", "utf-8"),
        ('text/html;CHARSET="windows-1254"', "windows-1254"),
        ("text/html; charset = iso-8859-9 ; q=1", "iso-8859-9"),
        ("text/html", None),
        ("text/html; charset=", None),
        (None, None),
    ],
)
def test_the_charset_of_a_header_is_found_however_it_is_written(header: str | None, charset: str | None) -> None:
    assert charset_of(header) == charset


@pytest.mark.parametrize("text", ["강이 다시 불어났다", "경찰은 오늘 오후 서울에서 사건의 경위를 설명했다. (AP)"])
def test_undeclared_korean_is_recognised(text):
    assert find_encoding(f"<h1>{text}</h1><p>{text}</p>".encode("euc-kr")) == "cp949"


@pytest.mark.parametrize("text", ["Übergroße Äpfel, déjà vu", "Æ ø å, naïve façade, ÄÖÜ"])
def test_undeclared_western_letters_are_no_korean(text):
    assert find_encoding(f"<h1>{text}</h1><p>{text}</p>".encode("cp1252")) != "cp949"
