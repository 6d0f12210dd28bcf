from __future__ import annotations

import pytest

from newsloom.dom import parse
from newsloom.metadata.byline import find_authors

TITLE = "The river rises again"
BODY = "It rained for three days.<br><br>Then it stopped.<br><br>"


def authors_of(cell: str, head: str = "") -> tuple[str, ...]:
    """The authors on a page of old: one table, no heading, the headline in large print."""
    page = f"<title>{TITLE}</title>{head}<table><tr><td>News</td><td>{cell}{BODY}</td></tr></table>"
    return find_authors(parse(page))[0]


HEADLINE = f"<font size=5><b>{TITLE}</b></font><br>"


@pytest.mark.parametrize(
    "line",
    [
        "<font size=1>By Ann Lee<br>3 May 2004</font>",
        "<font size=1>3 May 2004<br>By Ann Lee</font><br>",
        "<i>Von Ann Lee</i><br>",
        "<b>Haber: Ann Lee</b><br>",
        "Yazan: <b>Ann Lee</b><br>",
        "<i>Av Ann Lee</i><br>",
        "<font color=gray>Tekst: Ann Lee</font><br>",
    ],
)
def test_line_between_two_breaks_that_begins_as_bylines_do_is_the_byline(line: str) -> None:
    assert authors_of(HEADLINE + line) == ("Ann Lee",)


@pytest.mark.parametrize(
    "line",
    [
        "by Ann Lee on May 3, 2004<br>",
        "May 3, 2004 by Ann Lee<br>",
        "3 May 2004 · 3 min read · By Ann Lee<br>",
        "May 3, 2004 @ 2:00 pm - Written by Ann Lee<br>",
        "Publié le 3 mai 2004 par Ann Lee<br>",
    ],
)
def test_byline_may_tell_the_day_before_or_behind_the_name(line: str) -> None:
    assert authors_of(HEADLINE + line) == ("Ann Lee",)


@pytest.mark.parametrize(("line", "name"), [("By Reuters", "Reuters"), ("by John on May 3, 2004", "John")])
def test_one_word_is_a_name_where_the_byline_has_no_other(line: str, name: str) -> None:
    assert authors_of(f"{HEADLINE}{line}<br>") == (name,)


@pytest.mark.parametrize("line", ["by admin on May 3, 2004", "Par thème", "By email only", "Von wegen"])
def test_word_in_small_letters_behind_by_is_no_name(line: str) -> None:
    assert authors_of(f"{HEADLINE}{line}<br>") == ()


def test_all_who_signed_are_named() -> None:
    assert authors_of(f"{HEADLINE}<font size=1>By Ann Lee and Bo Ek</font><br>") == ("Ann Lee", "Bo Ek")


def test_line_far_below_the_headline_is_no_byline() -> None:
    assert authors_of(HEADLINE + "Rain.<br>" * 8 + "By Ann Lee<br>") == ()


def test_line_that_begins_with_by_and_goes_on_as_a_sentence_is_no_byline() -> None:
    assert authors_of(f"{HEADLINE}By noon the river had reached the mill.<br>") == ()


@pytest.mark.parametrize(
    "cell",
    [
        f"{HEADLINE}<b>Ann Lee</b><br>3 May 2004<br>",
        f"News / 03.05.2004 12:16<br>{HEADLINE}<b>Ann Lee</b><p>",
    ],
)
def test_name_alone_behind_the_headline_is_the_byline_where_a_date_stands_beside_it(cell: str) -> None:
    assert authors_of(cell) == ("Ann Lee",)


@pytest.mark.parametrize(
    "line",
    [
        "<b>Mountain Bikes</b><br>In stock<br>",
        "<a href='/river'>River News</a><br>3 May 2004<br>",
        "<h3>Key Points</h3>3 May 2004<br>",
        "<b>The River</b><br>3 May 2004<br>",
        "<b>PDF VERSION</b><br>3 May 2004<br>",
        "<b>Rain all day</b><br>3 May 2004<br>",
        "<b>Photos 12</b><br>3 May 2004<br>",
    ],
)
def test_short_line_that_is_no_plain_name_beside_a_date_is_no_byline(line: str) -> None:
    assert authors_of(HEADLINE + line) == ()


def test_marked_byline_is_believed_before_a_printed_line() -> None:
    line = "By Ann Lee<br><span class='byline'>Bo Ek</span><br>"
    assert authors_of(HEADLINE + line) == ("Bo Ek",)


def test_person_who_signed_in_print_is_believed_before_the_paper() -> None:
    head = "<meta property='og:site_name' content='Daily Loom'><meta name='author' content='Daily Loom'>"
    assert authors_of(f"{HEADLINE}By Ann Lee<br>", head) == ("Ann Lee",)
    assert authors_of(HEADLINE, head) == ("Daily Loom",)


@pytest.mark.parametrize("line", ["Ann Lee, 3 May 2004", "<b>Ann Lee</b> May 3, 2004", "Ann Lee | 3 May 2004"])
def test_name_and_day_alone_in_the_line_behind_the_headline_are_the_byline(line: str) -> None:
    assert authors_of(f"{HEADLINE}{line}<br>") == ("Ann Lee",)


PROSE = f"<p>{'The river rose all night and reached the mill in the morning. ' * 3}</p>"
PAPER = "<meta property='og:site_name' content='Daily Loom'><meta name='author' content='Daily Loom'>"


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("<p><strong>Ann Lee</strong></p>", ("Ann Lee",)),
        ("<p><b>Ann Lee/Bo Ek</b></p>", ("Ann Lee", "Bo Ek")),
        ("<p>Villagers ask for help</p><p><strong>Ann Lee</strong></p>", ("Ann Lee",)),
    ],
)
def test_names_in_bold_print_over_a_story_that_the_paper_signs_are_its_authors(
    line: str, names: tuple[str, ...]
) -> None:
    assert authors_of(HEADLINE + line + PROSE, PAPER) == names


@pytest.mark.parametrize(
    ("line", "head"),
    [
        ("<p><strong>Ann Lee</strong></p>", ""),
        ("<p><strong>Ann Lee</strong> rows home</p>", PAPER),
        ("<p><strong>Ann Lee</strong></p><p>A chapter</p>", PAPER),
        ("<p><strong>RIVER NEWS</strong></p>", PAPER),
        (f"{PROSE}<p><strong>Ann Lee</strong></p>", PAPER),
    ],
)
def test_other_bold_print_is_no_byline(line: str, head: str) -> None:
    assert authors_of(HEADLINE + line + PROSE, head) in {(), ("Daily Loom",)}


CARD = "<ul><li>3 May 2004</li><li><strong>Author</strong> Ann Lee</li></ul>"


def test_card_under_a_story_that_the_paper_signs_names_its_author() -> None:
    assert authors_of(HEADLINE + PROSE * 3 + CARD, PAPER) == ("Ann Lee",)
    assert authors_of(HEADLINE + PROSE * 3 + CARD) == ()
    assert authors_of(HEADLINE + PROSE * 3 + "<p>Author of the week</p>", PAPER) == ("Daily Loom",)


def test_page_without_a_printed_headline_is_signed_by_nobody() -> None:
    assert authors_of("By Ann Lee<br>") == ()


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("来源：海岸新闻网　作者：赵敏　2024-05-03 08:15　编辑：孙丽", ("赵敏",)),
        ("海岸報　記者王小明／台北即時報導", ("王小明",)),
        ("記者：山田太郎", ("山田太郎",)),
        ("홍길동 기자", ("홍길동",)),
        ("12 มิ.ย. 2560 08:15 น. โดย: สมชาย ใจดี", ("สมชาย ใจดี",)),
    ],
)
def test_byline_beside_source_and_date_is_read_as_papers_of_asia_print_it(line: str, names: tuple[str, ...]) -> None:
    assert authors_of(f"{HEADLINE}{line}<br><br>") == names


@pytest.mark.parametrize(
    ("story", "names"),
    [
        ("海岸社柳河6月12日电（记者王强 李静）柳河大桥12日上午重新通车，两岸居民的往来恢复正常。", ("王强", "李静")),
        ("柳河大桥12日上午重新通车。<br>（本报记者 王强 通讯员 李静）", ("王强", "李静")),
        ("柳河大桥通车时，有记者（没有署名的那些）在场拍照，两岸居民的往来恢复正常。", ()),
    ],
)
def test_reporters_are_named_in_brackets_over_or_below_the_story(story: str, names: tuple[str, ...]) -> None:
    assert authors_of(f"{HEADLINE}<br>{story}<br><br>") == names
