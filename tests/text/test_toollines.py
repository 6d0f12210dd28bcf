"""Lines of tools, counts and pages around a story."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.text.toollines import is_credit_line, is_tool_line


@pytest.mark.parametrize(
    "line",
    [
        "Print | E-mail this | Share",
        "Printer friendly version | Mail this to a friend",
        "Share on Facebook Twitter WhatsApp",
        "Text size: A A A",
        "Page 1 2 3 Next",
        "Page 1 of 2",
        "1,234 views",
        "56 reads · 3 comments",
        "This story was read 612 times. Print Send to a friend",
        "Bu haber 612 kez okundu. Yazdır Arkadaşına gönder",
        "Drucken Versenden Teilen",
        "Seite 1 2 3 Weiter",
        "1.024 mal gelesen",
        "Imprimer Envoyer à un ami Partager",
        "Yazdır | Arkadaşına gönder | Paylaş",
        "3.211 kez okundu",
        "Skriv ut Tips en venn Del på Facebook",
        "طباعة أرسل إلى صديق شارك حجم الخط",
        "[प्रिंट करें] [ईमेल करें] [शेयर करें]",
        "พิมพ์ ส่งอีเมล แชร์ ขนาดตัวอักษร",
        "字号：大 中 小 打印 分享到微信 收藏",
        "阅读 1234 次",
        "印刷 メールで送る シェアする 文字サイズ：大 中 小",
        "조회수 1,234",
    ],
)
def test_a_line_of_tools_is_none_of_the_story(line):
    assert is_tool_line(line)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "1,234",
        "Facebook",
        "Twitter",
        "Comments",
        "The paper stopped its print edition in May.",
        "Printing presses were shared by two towns.",
        "Pages: 400",
        "Next year the bridge opens.",
        "Views differ",
        "渡轮停航进入第二周",
        "阅读使人充实",
        "印刷会社が火事になった",
    ],
)
def test_what_says_anything_else_is_a_line_of_the_story(line):
    assert not is_tool_line(line)


@given(st.text())
def test_any_text_can_be_asked_about(line):
    assert is_tool_line(line) in {True, False}
    assert is_credit_line(line) in {True, False}


@pytest.mark.parametrize(
    "line", ["（责任编辑：林书瑶）", "来源：滨海晨报", "تحرير: ليلى الخطيب", "เรียบเรียงโดย สมชาย ใจดี"]
)
def test_who_else_had_a_part_in_it_is_a_credit(line):
    assert is_credit_line(line)


@pytest.mark.parametrize(
    "line", ["Source: the ministry", "他说：“编辑部已经搬走了。”", "记者告诉他：明天开会。", "编辑部昨天搬走了。"]
)
def test_what_a_sentence_says_is_no_credit(line):
    assert not is_credit_line(line)
