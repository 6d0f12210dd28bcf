from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.learners.papers import paper
from tests.redesign import APPEAL, SITE, filled_newsroom, new_page, old_page, story_text

SHOW_JSON = ("learn", "--site", SITE, "--show", "template", "--format", "json")


@pytest.fixture
def papers(tmp_path: Path) -> list[str]:
    names = []
    for name in ("Daily", "Evening"):
        for number, page in enumerate(paper(name, 3)):
            (tmp_path / f"{name}{number}.html").write_text(page, encoding="utf-8")
            names.append(f"{name}{number}.html")
    return names


def test_templates_are_listed_with_their_files(run, papers):
    outcome = run("learn", *papers)
    assert outcome.code == 0
    assert "template 1: 3 pages" in outcome.stdout
    assert "bits" in outcome.stdout
    assert outcome.stdout.index("Daily2.html") < outcome.stdout.index("template 2") < outcome.stdout.index("Evening0")


def test_common_paths_are_shown_with_their_support(run, papers):
    outcome = run("learn", *papers, "--paths", "2")
    assert "     3  html\n" in outcome.stdout


def test_json_has_a_line_for_each_template(run, papers):
    outcome = run("learn", *papers, "--format", "json", "--learner", "texthash")
    found = [json.loads(line) for line in outcome.stdout.splitlines()]
    assert [template["members"] for template in found] == [[0, 1, 2], [3, 4, 5]]
    assert found[1]["files"] == papers[3:]
    assert found[0]["method"] == "texthash"


@pytest.mark.parametrize("learner", ["textmax", "rtdm", "rtdm:link=single"])
def test_a_new_page_is_put_with_its_template(run, papers, learner):
    learned, new = [name for name in papers if not name.endswith("2.html")], "Evening2.html"
    placed = ("--place", new, "--learner", learner)
    assert run("learn", *learned, *placed).stdout.endswith("Evening2.html: template 2\n")
    *_, last = run("learn", *learned, *placed, "--format", "json").records
    assert last == {"page": new, "template": 1}


def test_a_learner_that_only_groups_says_so(run, papers):
    outcome = run("learn", *papers, "--place", papers[0], "--learner", "texthash")
    assert (outcome.code, "does not match a new page" in outcome.stderr) == (2, True)
    assert run("learn", "--place", papers[0]).code == 2


def test_pages_that_are_all_alone_are_nothing_found(run, papers):
    outcome = run("learn", papers[0], papers[3])
    assert outcome.code == 1
    assert "no two pages" in outcome.stderr


def test_a_file_that_is_not_there_is_named_and_left_out(run, papers):
    outcome = run("learn", *papers[:3], "missing.html")
    assert outcome.code == 0
    assert "missing.html" in outcome.stderr
    assert run("learn", "missing.html").code == 3


def test_learners_are_evaluated_on_folders(run, papers, tmp_path):
    for name in papers:
        folder = tmp_path / "set" / name[:5]
        folder.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).rename(folder / name)
    outcome = run("evaluate", "set", "--learner", "textmax", "--learner", "rtdm")
    assert outcome.code == 0
    assert "textmax on set" in outcome.stdout
    assert "adjusted Rand" in outcome.stdout
    rows = json.loads(run("evaluate", "set", "--learner", "textmax", "--format", "json").stdout)["rows"]
    assert rows[0]["recall"] == 1.0
    assert run("evaluate", "set", "--learner", "textmax", "--reader", "loom").code == 2


@pytest.fixture(scope="module")
def newsroom(tmp_path_factory):
    """A newsroom that keeps twelve stories of the old layout and six of the new, and has learned from the first."""
    place = tmp_path_factory.mktemp("newsroom") / "kept.db"
    with filled_newsroom(place, [old_page(number) for number in range(12)]) as add:
        add([new_page(number) for number in range(12, 18)])
    return str(place)


def test_a_newsroom_says_which_site_changed_since_when_and_how(run, newsroom):
    outcome = run("learn", "--newsroom", newsroom)
    assert outcome.code == 0, outcome.stderr
    assert f"{SITE}: pages stopped fitting on 2026-03-03 00:00:00" in outcome.stdout
    assert "new   html/body/main" in outcome.stdout
    again = run("learn", "--newsroom", newsroom)
    assert (again.code, "nothing to learn" in again.stdout) == (0, True)
    assert "layout changed" in run("sources", "--newsroom", newsroom).stdout


def test_a_sites_templates_are_shown_with_parts_fields_and_paths(run, newsroom):
    outcome = run("learn", "--site", SITE, "--show", "template", "--paths", "3", "--newsroom", newsroom)
    assert outcome.code == 0, outcome.stderr
    assert f"{SITE} template 1, from 2026-03-02 12:00: 12 pages" in outcome.stdout
    assert re.search(r"[\d,]+ bits \(template [\d,]+ \+ members [\d,]+ \+ differences [\d,]+\)", outcome.stdout)
    assert "headline  html/body/div/h1" in outcome.stdout
    assert re.search(r"tags  .*\bdiv \d+", outcome.stdout)
    assert "12  html\n" in outcome.stdout


def test_how_well_pages_fitted_is_shown_by_day(run, newsroom):
    outcome = run("learn", "--site", SITE, "--show", "template", "--newsroom", newsroom)
    assert "2026-03-02   12 pages  template 1 1.00" in outcome.stdout
    assert "(content)" in outcome.stdout
    days = [json.loads(line) for line in run(*SHOW_JSON, "--newsroom", newsroom).stdout.splitlines()][-2:]
    assert [(day["day"], day["pages"]) for day in days] == [("2026-03-03", 6), ("2026-03-02", 12)]
    assert days[0]["fits"]["1"] < 0.5 < days[1]["fits"]["1"]


def test_a_sites_templates_are_json_lines_too(run, newsroom):
    outcome = run(
        "learn", "--site", f"https://www.{SITE}/", "--show", "template", "--newsroom", newsroom, "--format", "json"
    )
    first = json.loads(outcome.stdout.splitlines()[0])
    assert (first["site"], first["pages"], first["fields"]["body"]) == (SITE, 12, "html/body/div/div/p")


def test_sources_say_what_is_known_of_their_layout(run, tmp_path):
    with filled_newsroom(tmp_path / "kept.db", [old_page(number) for number in range(10)]):
        pass
    assert "of 10 pages, since 2026-03-02" in run("sources", "--newsroom", "kept.db").stdout
    (source,) = run("sources", "--newsroom", "kept.db", "--format", "json").records
    assert (source["template"]["pages"], source["drift"]) == (10, None)


def test_a_site_of_which_nothing_is_known_is_nothing_found(run, newsroom):
    outcome = run("learn", "--site", "nobody.example", "--newsroom", newsroom)
    assert outcome.code == 1
    assert "nobody.example" in outcome.stderr


@pytest.mark.parametrize("arguments", [(), ("--show", "template", "--newsroom", "x.db"), ("a.html", "--site", SITE)])
def test_what_to_learn_from_must_be_said(run, arguments):
    assert run("learn", *arguments).code == 2


@pytest.fixture
def example(tmp_path: Path) -> list[str]:
    """Kim and Shim's four pages: three of one template with a heading each, and one with html and body alone."""
    pages = [f"<html><body><h1>{word}</h1><br>List</body></html>" for word in ("One", "Two", "Six")]
    pages.append("<html><body></body></html>")
    for number, page in enumerate(pages):
        (tmp_path / f"d{number}.html").write_text(page, encoding="utf-8")
    return [f"d{number}.html" for number in range(4)]


def test_the_matrix_of_the_worked_example_is_shown_and_exported(run, example):
    shown = run("learn", *example, "--learner", "textmdl:paper", "--show", "matrix").stdout
    assert "      4  p1 html\n      4  p2 html/body\n" in shown
    assert "L(C) = L(M_T) 8.8 + L(M_D) 8.0 + L(M_Delta) 0.0 = 16.8 bits" in shown
    (found,) = run("learn", *example, "--learner", "textmdl:paper", "--show", "matrix", "--format", "json").records
    assert [path["support"] for path in found["paths"]] == [4, 4, 3, 3, 3]
    assert found["documents"] == example
    assert found["M_E"] == [[1, 1, 1, 1]] * 2 + [[1, 1, 1, 0]] * 3
    assert found["M_T"] == [[1, 1]] * 2 + [[1, 0]] * 3
    assert found["M_D"] == [[1, 1, 1, 0], [0, 0, 0, 1]]
    assert found["M_Delta"] == [[0, 0, 0, 0]] * 5
    assert found["bits"]["total"] == pytest.approx(16.81, abs=0.01)


def test_differences_are_1_and_minus_1(run, papers):
    (found,) = run("learn", *papers, "--show", "matrix", "--format", "json").records
    entries, templates, members, differences = (found[name] for name in ("M_E", "M_T", "M_D", "M_Delta"))
    for row, chosen, rest in zip(entries, templates, differences, strict=True):
        said = [sum(is_of * own[page] for is_of, own in zip(chosen, members, strict=True)) for page in range(6)]
        assert [value - expected for value, expected in zip(row, said, strict=True)] == rest
    assert "more: --paths" in run("learn", *papers, "--show", "matrix", "--paths", "3").stdout


def test_blocks_are_labelled_as_each_page_comes(run, tmp_path):
    names = []
    for number in range(6):
        page = f"<nav>The Daily</nav><article><h1>Story {number}</h1><p>Read all about {number}</p></article>"
        (tmp_path / f"p{number}.html").write_text(page, encoding="utf-8")
        names.append(f"p{number}.html")
    found = run("learn", *names, "--show", "blocks", "--format", "json").records
    menus = [block["is_template"] for page in found for block in page["blocks"] if block["path"].endswith("nav")]
    assert menus == [False] * 4 + [True] * 2
    assert not any(block["is_template"] for page in found for block in page["blocks"] if "article" in block["path"])
    assert "template  1.00       9  html/body/nav" in run("learn", *names, "--show", "blocks").stdout


@pytest.mark.usefixtures("example")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("d0.html", "--show", "matrix", "--learner", "rtdm"), "by a matrix of paths"),
        (("d0.html", "--show", "blocks", "--learner", "textmax"), "label the blocks"),
        (("d0.html", "--show", "template"), "needs a newsroom"),
        (("--site", SITE, "--show", "matrix"), "needs files"),
    ],
)
def test_what_cannot_be_shown_is_a_usage_error(run, arguments, said):
    outcome = run("learn", *arguments)
    assert outcome.code == 2
    assert said in outcome.stderr


def test_the_segment_table_of_a_site_lives_in_the_newsroom(run, tmp_path):
    newsroom = str(tmp_path / "kept.db")
    with filled_newsroom(Path(newsroom), [old_page(number) for number in range(12)]):
        pass
    assert run("learn", "--site", SITE, "--show", "segments", "--newsroom", newsroom).code == 1
    assert run("learn", "--site", SITE, "--learner", "segmenttable:paper", "--newsroom", newsroom).code == 0
    (table,) = run("learn", "--site", SITE, "--show", "segments", "--newsroom", newsroom, "--format", "json").records
    assert table["pages"] >= 10
    assert table["segments"][0]["df"] == max(one["df"] for one in table["segments"])
    assert any(one["is_template"] for one in table["segments"])
    shown = run("learn", "--site", SITE, "--show", "segments", "--newsroom", newsroom).stdout
    assert f"{SITE}: {table['pages']} pages until" in shown


@pytest.mark.parametrize("learner", ["rtdm:paper", "textmax", "texthash"])
def test_a_new_page_is_read_by_the_template_of_a_folder(run, tmp_path, learner):
    folder = tmp_path / "pages"
    folder.mkdir()
    for number in range(6):
        (folder / f"{number}.html").write_text(old_page(number), encoding="utf-8")
    (tmp_path / "new.html").write_text(old_page(9), encoding="utf-8")
    learned = ("--learned-from", "pages", "--learner", learner)
    outcome = run("extract", "new.html", "--extractor", "template", *learned)
    assert outcome.stdout.strip() == story_text(9)
    assert APPEAL in run("extract", "new.html", "--extractor", "template").stdout


def test_templates_need_pages(run, tmp_path):
    (tmp_path / "new.html").write_text(old_page(9), encoding="utf-8")
    (tmp_path / "empty").mkdir()
    assert run("extract", "new.html", "--learned-from", "empty").code == 3
    assert run("extract", "new.html", "--learner", "rtdm").code == 2
