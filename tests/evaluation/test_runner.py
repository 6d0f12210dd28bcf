from __future__ import annotations

from pathlib import Path

import pytest
from tests.browsers import needs_browser

from newsloom.catalogue import build
from newsloom.dom import parse
from newsloom.engines.local import LocalEngine
from newsloom.errors import CorpusError, InputError, UnknownName
from newsloom.evaluation import MEASURES, EvaluationReport, PageScore, evaluate, evaluate_sets
from newsloom.evaluation.corpora import Corpus, open_corpus
from newsloom.evaluation.drawing import styling_of

from .methods import Everything, FeedTitle, NthBlock
from .sets import BRIDGE, FERRY, SHOP, members_of, pack

SERIAL = LocalEngine(processes=1)
STORY = NthBlock(place=1)
FRAME = NthBlock(place=0)  # navigation and footer


@pytest.fixture
def coast(tmp_path: Path) -> Corpus:
    return open_corpus(pack(tmp_path / "coast.tar.xz", members_of([FERRY, BRIDGE, SHOP])))


def scores_of(report: EvaluationReport, method: str) -> dict[str, PageScore]:
    return {score.id: score for score in report.scores if score.method == method}


def without_seconds(report: EvaluationReport) -> list[tuple[object, ...]]:
    return [(score.corpus, score.id, score.method, score.measures, score.failure) for score in report.scores]


def test_a_method_that_finds_the_story_scores_one(coast: Corpus) -> None:
    report = evaluate([coast], {"story": STORY}, feed_title=False, engine=SERIAL)
    ferry = scores_of(report, "story")["ferry"]
    assert set(ferry.measures) == set(MEASURES)
    assert ferry.measures["word_f1"] == ferry.measures["set_f1"] == ferry.measures["shingle_f1"] == 1.0
    assert ferry.measures["block"] == ferry.measures["with_rate"] == ferry.measures["without_rate"] == 1.0
    assert ferry.measures["title"] == 1.0


def test_a_method_that_takes_the_frame_scores_nothing(coast: Corpus) -> None:
    report = evaluate([coast], {"frame": FRAME}, feed_title=False, engine=SERIAL)
    ferry = scores_of(report, "frame")["ferry"]
    assert ferry.measures["word_f1"] == ferry.measures["block"] == ferry.measures["with_rate"] == 0.0


def test_a_score_says_where_and_when_the_page_was_made(coast: Corpus) -> None:
    report = evaluate([coast], {"story": STORY}, feed_title=False, engine=SERIAL)
    bridge, ferry = report.scores
    assert (ferry.corpus, ferry.site, ferry.language, ferry.year) == ("coast", "harbour-post.example", "en", 2019)
    assert (bridge.corpus, bridge.site, bridge.language, bridge.year) == ("coast", "valley-echo.example", "en", 2005)
    assert ferry.seconds > 0


def test_a_field_without_truth_has_no_score(coast: Corpus) -> None:
    bridge = scores_of(evaluate([coast], {"story": STORY}, feed_title=False, engine=SERIAL), "story")["bridge"]
    assert [bridge.measures[name] for name in ("date", "authors", "with_rate", "without_rate")] == [None] * 4


def test_only_articles_are_scored_unless_asked(coast: Corpus) -> None:
    articles = evaluate([coast], {"story": STORY}, feed_title=False, engine=SERIAL)
    products = evaluate([coast], {"story": STORY}, feed_title=False, engine=SERIAL, types={"product"})
    everything = evaluate([coast], {"story": STORY}, feed_title=False, engine=SERIAL, types=None)
    assert [score.id for score in articles.scores] == ["bridge", "ferry"]
    assert [score.id for score in products.scores] == ["shop"]
    assert [score.id for score in everything.scores] == ["bridge", "ferry", "shop"]


def test_pages_without_news_count_in_the_precision_of_pages_alone(coast: Corpus) -> None:
    (shop,) = evaluate([coast], {"story": STORY}, feed_title=False, engine=SERIAL, types={"product"}).scores
    assert (shop.shares["page_precision"].hits, shop.shares["page_precision"].total) == (0, 1)
    assert shop.shares["page_recall"].total == 0
    among_all = scores_of(evaluate([coast], {"story": STORY}, feed_title=False, engine=SERIAL, types=None), "story")
    assert set(among_all["shop"].measures.values()) == {None}
    ferry = scores_of(evaluate([coast], {"story": STORY}, feed_title=False, engine=SERIAL), "story")["ferry"]
    assert (ferry.shares["page_f1"].hits, ferry.shares["page_f1"].total) == (2, 2)


@needs_browser
def test_drawn_pages_are_read_as_drawn(coast: Corpus) -> None:
    methods = {"perception": build("extractor", "perception:least_words=5")}
    drawn = evaluate([coast], methods, feed_title=False, engine=SERIAL, is_drawn=True)
    assert scores_of(drawn, "perception")["ferry"].measures["word_f1"] > 0.8
    assert {score.styling for score in drawn.scores} == {"unstyled"}


def test_pages_are_told_apart_by_their_styles() -> None:
    styled = f"<style>{'p {color: black} ' * 100}</style><p>Text.</p>"
    assert styling_of(parse(styled)) == "styled"
    assert styling_of(parse("<table><tr><td>A story in a table.</td></tr></table><p>Foot</p>")) == "table"
    assert styling_of(parse("<style>p {}</style><p>Text.</p>")) == "unstyled"


def test_sites_are_learned_from_some_of_their_pages_and_scored_on_the_others(tmp_path: Path) -> None:
    truths = [
        {**FERRY, "id": f"ferry{day}", "site": "harbour.example", "title": f"Ferry late on day {day}", "text": text}
        for day in range(4)
        for text in [f"On day {day} the ferry left Skarvik {day + 2} hours late, and nobody but {day} gulls minded it."]
    ]
    alone = {**BRIDGE, "site": "valley.example"}
    corpus = open_corpus(pack(tmp_path / "sites.tar.xz", members_of([*truths, alone])))
    methods = {"template": build("extractor", "template")}
    report = evaluate([corpus], methods, feed_title=False, engine=SERIAL, learner="rtdm", training_pages=2)
    assert [score.id for score in report.scores] == ["ferry2", "ferry3"]
    assert all(score.measures["word_f1"] == 1.0 for score in report.scores)


def test_the_title_is_handed_over_only_as_told(coast: Corpus) -> None:
    told = evaluate([coast], {"feed": FeedTitle()}, feed_title=True, engine=SERIAL)
    untold = evaluate([coast], {"feed": FeedTitle()}, feed_title=False, engine=SERIAL)
    assert scores_of(told, "feed")["ferry"].measures["word_recall"] > 0
    assert scores_of(untold, "feed")["ferry"].measures["word_recall"] == 0


def test_a_method_that_chooses_no_block_is_silent_on_blocks(coast: Corpus) -> None:
    report = evaluate([coast], {"feed": FeedTitle(), "all": Everything()}, feed_title=False, engine=SERIAL)
    assert {score.measures["block"] for score in report.scores} == {None}


def test_a_failure_counts_against_the_method_that_caused_it(coast: Corpus) -> None:
    methods = {"fragile": NthBlock(breaks_on="ferry"), "story": STORY}
    report = evaluate([coast], methods, feed_title=False, engine=SERIAL)
    fragile, story = scores_of(report, "fragile"), scores_of(report, "story")
    assert fragile["ferry"].failure.kind == "ValueError"
    assert fragile["ferry"].failure.reason == "met ferry"
    assert fragile["ferry"].measures["word_f1"] == fragile["ferry"].measures["block"] == 0.0
    assert fragile["ferry"].seconds is None
    assert fragile["bridge"].failure is None
    assert story["ferry"].failure is None
    assert story["ferry"].measures["word_f1"] == 1.0


def test_a_lone_method_that_breaks_is_scored_as_having_found_nothing(coast: Corpus) -> None:
    report = evaluate([coast], {"fragile": NthBlock(breaks_on="ferry")}, feed_title=False, engine=SERIAL)
    ferry = scores_of(report, "fragile")["ferry"]
    assert ferry.failure.url == "coast/ferry by fragile"
    assert (ferry.measures["with_rate"], ferry.measures["title"], ferry.measures["word_f1"]) == (0.0, 0.0, 0.0)


def test_an_engine_with_names_of_its_own_loses_no_page(coast: Corpus) -> None:
    engine = LocalEngine(processes=1, name=lambda _: "a page")
    report = evaluate([coast], {"fragile": NthBlock(breaks_on="ferry")}, feed_title=False, engine=engine)
    assert scores_of(report, "fragile")["ferry"].failure.kind == "Unknown"


def test_several_processes_say_the_same_as_one(coast: Corpus) -> None:
    methods = {"fragile": NthBlock(breaks_on="ferry"), "story": STORY}
    alone = evaluate([coast], methods, feed_title=True, engine=SERIAL)
    together = evaluate([coast], methods, feed_title=True, engine=LocalEngine(processes=2))
    assert without_seconds(alone) == without_seconds(together)


def test_a_limit_spreads_over_the_set(tmp_path: Path) -> None:
    truths = [{**FERRY, "id": f"page{n}"} for n in range(10)]
    corpus = open_corpus(pack(tmp_path / "coast.tar.xz", members_of(truths)))
    report = evaluate([corpus], {"story": STORY}, feed_title=False, engine=SERIAL, limit=3)
    assert [score.id for score in report.scores] == ["page0", "page3", "page6"]
    assert (report.sets[0].pages, report.sets[0].scored) == (10, 3)


def test_a_limit_beyond_the_set_takes_it_whole(coast: Corpus) -> None:
    report = evaluate([coast], {"story": STORY}, feed_title=False, engine=SERIAL, limit=99)
    assert (report.sets[0].pages, report.sets[0].scored) == (2, 2)


def test_progress_ends_at_the_number_of_pages(coast: Corpus) -> None:
    steps: list[tuple[int, int]] = []
    methods = {"fragile": NthBlock(breaks_on="ferry"), "story": STORY}
    evaluate([coast], methods, feed_title=False, engine=SERIAL, progress=lambda *step: steps.append(step))
    assert steps[:2] == [(1, 2), (2, 2)]
    assert set(steps[2:]) <= {(2, 2)}


def test_scores_are_sorted_by_set_page_and_method(tmp_path: Path) -> None:
    corpora = [open_corpus(pack(tmp_path / f"{name}.tar.xz", members_of([FERRY, BRIDGE]))) for name in ("west", "east")]
    report = evaluate(corpora, {"story": STORY, "frame": FRAME}, feed_title=False, engine=SERIAL)
    assert [(score.corpus, score.id, score.method) for score in report.scores] == [
        (corpus, page, method)
        for corpus in ("west", "east")
        for page in ("bridge", "ferry")
        for method in ("story", "frame")
    ]


def test_sets_and_extractors_by_name(coast: Corpus) -> None:
    report = evaluate_sets([coast.path], ["largest"], feed_title=False, processes=1)
    assert report.methods == ("largest",)
    assert report.sets[0].digest == coast.digest()
    assert scores_of(report, "largest")["ferry"].measures["word_f1"] == 1.0


def test_an_unknown_extractor_is_named_before_any_page_is_read(coast: Corpus) -> None:
    with pytest.raises(UnknownName, match="largst"):
        evaluate_sets([coast.path], ["largst"], feed_title=False, processes=1)


def test_two_sets_of_one_name_are_refused(coast: Corpus) -> None:
    with pytest.raises(InputError, match="two sets are named coast"):
        evaluate([coast, coast], {"story": STORY}, feed_title=False, engine=SERIAL)


def test_nothing_to_do_is_refused(coast: Corpus) -> None:
    with pytest.raises(InputError, match="at least one set and one method"):
        evaluate([coast], {}, feed_title=False, engine=SERIAL)
    with pytest.raises(InputError, match="at least 1 page"):
        evaluate([coast], {"story": STORY}, feed_title=False, engine=SERIAL, limit=0)


def test_a_set_with_a_missing_page_is_refused(tmp_path: Path) -> None:
    members = members_of([FERRY, BRIDGE])
    del members["./pages/ferry.html"]
    corpus = open_corpus(pack(tmp_path / "coast.tar.xz", members))
    with pytest.raises(CorpusError, match="missing"):
        evaluate([corpus], {"story": STORY}, feed_title=False, engine=SERIAL)
