"""The page of differences: papers beside papers, within a budget, and a word on what is left out."""

from __future__ import annotations

import re
from datetime import timedelta

from tests.portal.newsstand import NOON, full_newsroom
from tests.portal.serving import ask, served

from newsloom.portal.app import create_app
from newsloom.portal.comparison import compare_papers
from newsloom.portal.reports import ShownReport
from newsloom.records import Article

WRECK = "Divers searched the wreck of the Marigold."


def _report(paper: str, text: str, minute: int = 0, language: str = "en", **more: object) -> ShownReport:
    article = Article(url=f"https://{paper}/{minute}", title=f"{paper} at {minute}", text=text, language=language)
    told = NOON + timedelta(minutes=minute)
    return ShownReport(article=article, paper=paper, name=paper, seen_at=told, told_at=told, **more)


def test_the_reports_of_a_paper_stand_together_and_are_not_others_to_each_other():
    told = [
        _report("a.example", WRECK),
        _report("b.example", "Rain fell on Norvik.", 1),
        _report("a.example", WRECK, 2),
    ]
    first, second = compare_papers(told).papers
    assert (first.name, len(first.reports), first.only, first.told) == ("a.example", 2, 1, 1)
    assert (second.name, second.only) == ("b.example", 1)


def test_a_report_is_shown_in_its_own_paragraphs():
    text = f"{WRECK} It rained.\n\nThe bell was found.\n\n{WRECK}"
    first, _ = compare_papers([_report("a.example", text), _report("b.example", "Rain.", 1)]).papers
    shown = [[sentence.text for sentence in paragraph] for paragraph in first.reports[0].paragraphs]
    assert shown == [[WRECK, "It rained."], ["The bell was found."], [WRECK]]


def test_what_another_paper_copied_is_said_by_both():
    copy = _report("b.example", WRECK, 5)
    first, second = compare_papers([_report("a.example", WRECK, copies=(copy,))]).papers
    assert (first.only, second.only) == (0, 0)
    assert second.reports[0].repeats == "a.example"


def test_reports_in_other_languages_are_counted_and_not_compared():
    told = [_report("a.example", WRECK), _report("b.example", WRECK, 1), _report("c.example", "Dykkere.", 2, "no")]
    comparison = compare_papers(told)
    assert (comparison.compared, comparison.foreign, comparison.left_out) == (2, 1, 0)


def test_long_reports_are_left_out_and_counted_the_first_of_every_paper_last():
    text = " ".join(f"Storm b{number} came." for number in range(2000))
    told = [_report(f"{paper}.example", text, 10 * paper + part) for paper in range(4) for part in range(5)]
    comparison = compare_papers(told)
    assert [len(paper.reports) for paper in comparison.papers] == [2, 2, 1, 1]
    assert (comparison.compared, comparison.left_out) == (6, 14)
    assert comparison.papers[0].reports[0].is_cut


def test_one_paper_alone_is_compared_with_nobody():
    assert compare_papers([_report("a.example", WRECK), _report("a.example", WRECK, 1)]).papers == ()
    assert compare_papers([]).papers == ()


def test_the_page_says_how_many_reports_are_compared_and_whose_text_is_printed_again():
    with full_newsroom() as room, served(create_app(room, room.settings, now=lambda: NOON)) as url:
        text = ask(url + "/story/story00/differences").text
    assert "4 reports are compared, paper by paper." in text
    assert "copies the text of The Harbour Gazette" in text
    assert len(re.findall('<section class="comparison"', text)) == 3
    assert re.search(r"\d of \d sentences only here", text)
