"""Lines of tools, counts and pages around a story."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.text.toollines import is_caption_line, is_closing_line, is_credit_line, is_tool_line, without_credits


@pytest.mark.parametrize(
    "line",
    [
        "Print | E-mail this | Share",
        "Print this story | E-mail this story",
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


@pytest.mark.parametrize("line", ["责任编辑：", "《 海岸日报 》（ 2024年05月03日 04 版）", "本文来源：海岸网"])
def test_a_label_without_a_name_and_the_printed_edition_are_credits(line):
    assert is_credit_line(line)


@pytest.mark.parametrize(
    "line", ["图为重新开放的大桥。", "▲渡轮停在码头 孙丽 摄", "渡轮停在码头（海岸网供图）", "FILE - The ferry leaves."]
)
def test_what_a_picture_shows_is_a_caption(line):
    assert is_caption_line(line)


@pytest.mark.parametrize(
    "line",
    [
        "图书馆推出夜间借阅服务。",
        "他在码头拍摄",
        "图为" + "渡轮" * 60,
        "▲3.2億円",
        "△ 12％",
        "FILE the form.",
        "© Coast Courier",
    ],
)
def test_a_sentence_is_no_caption(line):
    assert not is_caption_line(line)


def test_credits_beside_a_date_are_taken_out():
    assert without_credits("2024-05-03 08:15 来源：海岸网 作者：赵敏") == "2024-05-03 08:15"
    assert without_credits("注意：渡轮停航") == "注意：渡轮停航"


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ("Copyright 2024 The Coast Courier", True),
        ("Copyright was what the two quarrelled about.", False),
        ("This entry was posted on Monday.", True),
        ("This entry won the prize.", False),
        ("相关新闻", True),
        ("(c) 2024 The Coast Courier", True),
        ("This material may not be published, broadcast, rewritten or redistributed.", True),
        ("The name of the accused may not be published by order of the court.", False),
        ("声明：本文为转载。", True),
        ("声明说，两国将继续合作。", False),
        ("<저작권자ⓒ 해안일보>", True),
        ("저작권자는 법원에 소송을 냈다.", False),
    ],
)
def test_a_note_at_the_end_is_told_by_how_it_begins(line, is_one):
    assert is_closing_line(line) is is_one
