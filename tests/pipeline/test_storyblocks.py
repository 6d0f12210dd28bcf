"""The story's blocks without the lines that speak of it."""

from __future__ import annotations

import pytest

from newsloom.pipeline.storyblocks import story_blocks
from newsloom.records import Block, BlockLink

STORY = ("The ferry stayed in port.", "Its crew wants more pay.")


def _texts(*lines: str, section: str | None = None, authors: tuple[str, ...] = ("Ann Lee",)) -> list[str]:
    blocks = [Block(text=line) for line in lines]
    return [
        block.text for block in story_blocks(blocks, titles=("Strike",), captions=(), authors=authors, section=section)
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Strike",
        "Business",
        "Ekonomi",
        "By Ann Lee, 3 May 2024",
        "Published 3 May 2024, 10:12",
        "17 Nov, 9.30 am",
        "Halvorian Press Agency",
        "Halvorya Haber Ajansı",
        "Associated Press",
        "Associated Press Writer",
        "AFP",
        "Associated Press - January 11, 2008 4:13 PM ET",
        "Staff and agencies",
        "3 May 2024 10:12 Source: Coast Tidings By Ann Lee",
        "Print | E-mail this",
    ],
)
def test_lines_over_the_story_are_left_out(line):
    assert _texts(line, *STORY) == list(STORY)


@pytest.mark.parametrize("line", ["Page 1 2 Next", "1,234 views", "Printer friendly version | Mail this to a friend"])
def test_tools_are_left_out_wherever_they_stand(line):
    assert _texts(STORY[0], line, STORY[1], line) == list(STORY)


@pytest.mark.parametrize(
    "lines",
    [
        ["Filed under: Local"],
        ["See also"],
        ["İLGİLİ HABERLER"],
        ["相关阅读："],
        ["Tags: ferry, strike", "Related stories"],
    ],
)
def test_how_it_is_filed_and_what_leads_on_is_left_out_at_the_end_alone(lines):
    assert _texts(*STORY, *lines) == list(STORY)
    assert _texts(*lines, *STORY) == [*lines, *STORY]


@pytest.mark.parametrize(
    "line",
    [
        "Copyright 2024 The Coast Courier. All rights reserved.",
        "© 2024 Küstenblatt, alle Rechte vorbehalten",
        "A version of this article appeared in print on page 3 of the Sunday edition.",
        "This entry was posted on Monday, May 6th, 2024 at 11:18 am and is filed under Ferries.",
        "Posted by Ann on May 3, 2024 | Permalink",
        "Associated Press writer Ann Lee contributed to this report.",
        "Posted on May 3, 2024 at 6:15 AM • 9 Comments",
        "免责声明：本文仅供参考。",
        "＜저작권자 ⓒ 해안일보, 무단 전재 및 재배포 금지＞",
    ],
)
def test_notes_of_whose_it_is_and_where_it_was_printed_are_left_out_at_the_end_alone(line):
    assert _texts(*STORY, line) == list(STORY)
    assert line in _texts(*STORY * 2, line, *STORY * 2)


@pytest.mark.parametrize("line", ["Update 3 May 2024: the ferry sails again.", "Posted by the crew of the ferry"])
def test_what_the_story_adds_later_and_who_signs_it_stays_at_the_end(line):
    assert _texts(*STORY, line) == [*STORY, line]


def test_captions_are_no_text_unless_the_story_is_told_in_them():
    captions = ["The ferry at the northern pier on Monday night.", "Its crew in front of the harbour office."]
    blocks = [Block(text=line) for line in (STORY[0], *captions)]
    told = story_blocks(blocks, titles=(), captions=captions, authors=(), section=None)
    assert [block.text for block in told] == [STORY[0], *captions]
    blocks += [Block(text=line) for line in STORY * 4]
    told = story_blocks(blocks, titles=(), captions=captions, authors=(), section=None)
    assert [block.text for block in told] == [STORY[0], *STORY * 4]


@pytest.mark.parametrize(
    ("label", "rest"),
    [
        ("Read also: ", "Ferries sail again"),
        (">> MEHR LESEN: ", "Fähren fahren wieder"),
        ("(Le puede interesar: ", "Los barcos navegan de nuevo)"),
        ("Czytaj też – ", "Promy znów pływają"),
        ("यह भी पढ़ें: ", "नावें फिर चलीं"),
        ("延伸阅读：", "渡轮恢复通航"),
    ],
)
def test_a_link_to_another_story_is_left_out_where_its_label_says_so(label, rest):
    text = label + rest
    linked = Block(text=text, links=(BlockLink(start=len(label), end=len(text.rstrip(")")), url="https://a.example/"),))
    blocks = [Block(text=STORY[0]), linked, Block(text=STORY[1])]
    assert [block.text for block in story_blocks(blocks, titles=(), captions=(), authors=(), section=None)] == [*STORY]
    # Without a link it is the writer's.
    assert _texts(STORY[0], text, STORY[1]) == [STORY[0], text, STORY[1]]


def test_a_sentence_with_a_link_stays():
    text = "Related: the crew says so in its letter to the port of Lindvik, which nobody has answered."
    letter = BlockLink(start=text.index("letter"), end=text.index(" to the"), url="https://a.example/letter")
    found = story_blocks([Block(text=text, links=(letter,))], titles=(), captions=(), authors=(), section=None)
    assert [block.text for block in found] == [text]


def test_the_papers_own_name_of_the_section_is_its_kicker():
    assert _texts("Harbour watch", *STORY, section="Harbour Watch") == list(STORY)
    assert _texts("Harbour watch", *STORY) == ["Harbour watch", *STORY]


def test_a_section_named_within_the_story_stays():
    assert _texts(*STORY, "Sport") == [*STORY, "Sport"]


def test_headings_and_items_are_never_tools():
    blocks = [Block(text="Share", kind="heading", level=2), Block(text="Print", kind="item"), Block(text=STORY[0])]
    assert list(story_blocks(blocks, titles=(), captions=(), authors=(), section=None)) == blocks


def test_the_time_of_a_live_pages_post_is_no_text_of_it():
    lines = [
        *(Block(text=line) for line in STORY * 3),
        Block(text="10.15", part=1),
        Block(text="All on board.", part=1),
    ]
    table = Block(text="10.15")

    found = story_blocks([*lines, table], titles=(), captions=(), authors=(), section=None)

    assert [block.text for block in found] == [*STORY * 3, "All on board.", "10.15"]


@pytest.mark.parametrize(
    "line",
    [
        "2008年01月12日 08:15:32 来源：海岸网 【字体：大 中 小】【打印】【关闭】",
        "http://www.coast.example 2005年3月8日 10:22 海岸晚报",
        "发布日期：2017-06-12 | 来源：市政府办公室 | 点击数：335 | 字号：[ 大 中 小 ]",
    ],
)
def test_a_date_beside_its_source_and_tools_is_left_out_over_a_chinese_story(line):
    assert _texts(line, *STORY) == list(STORY)


def test_a_first_paragraph_that_names_its_reporters_stays():
    first = "海岸社柳河6月12日电（记者王强 李静）柳河大桥12日上午重新通车。"
    assert _texts(first, *STORY, authors=("王强", "李静")) == [first, *STORY]


def test_a_signature_in_brackets_is_left_out_at_the_end_alone():
    signature = "（记者 王强 通讯员 李静）"
    assert _texts(*STORY, signature, authors=("王强",)) == list(STORY)
    assert _texts(*STORY, "（渡轮 王强号）", authors=("赵敏",)) == [*STORY, "（渡轮 王强号）"]


def test_what_stands_in_brackets_is_no_signature_where_a_word_only_begins_like_the_author():
    assert _texts(*STORY, "(Leeds has no ferry.)", authors=("Lee",))[-1] == "(Leeds has no ferry.)"
    assert _texts(*STORY, "(By Lee, on the coast)", authors=("Lee",)) == list(STORY)


def test_the_last_item_of_a_list_is_no_note_of_when_it_was_posted():
    item = Block(text="Updated rules of 2025", kind="item")
    blocks = [*(Block(text=line) for line in STORY), item]
    assert story_blocks(blocks, titles=(), captions=(), authors=(), section=None)[-1] == item


def test_captions_told_by_their_words_are_left_out():
    lines = ["图为重新开放的大桥。", "▲渡轮停在码头 孙丽 摄"]
    assert _texts(*STORY * 3, *lines) == list(STORY * 3)
    assert _texts(*lines) == lines


def test_a_caption_of_an_agencys_archive_is_left_out():
    caption = "© Halvorian Press FILE - In this May 3, 2024, file photo, the ferry leaves."
    assert _texts(caption, *STORY * 3) == list(STORY * 3)


@pytest.mark.parametrize("rule", ["___", "----------"])
def test_the_little_that_follows_a_drawn_line_is_left_out(rule):
    assert _texts(*STORY * 4, rule, "On the Net: a list of ferries.") == list(STORY * 4)


@pytest.mark.parametrize("lines", [["* * *", STORY[0]], ["___", *STORY * 2], ["---- is what the sign said.", STORY[0]]])
def test_chapters_and_much_that_follows_a_drawn_line_stay(lines):
    assert _texts(*STORY * 2, *lines) == [*STORY * 2, *lines]
