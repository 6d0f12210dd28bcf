"""What labelled pages and rules teach of the names of boxes."""

from __future__ import annotations

import json
import lzma

from newsloom.dom import parse
from training.names import Example, Names, fit_weights, page_examples, rule_examples

STORY = "The council of the town met on Monday to talk about the old bridge, which is to be closed for two years. " * 3
PAGE = f"""<body class=page><div class=menu>Home Sport Weather</div>
<div id=content><div class=story-text><p>{STORY}</p></div>
<div class=related>Ferry fares rise again</div></div></body>"""


def examples() -> dict[tuple[str, ...], Example]:
    document = parse(PAGE)
    is_story = [segment.text.startswith("The council") for segment in document.outline.segments]
    return {example.parts: example for example in page_examples(document, is_story)}


def test_boxes_without_story_are_furniture_and_those_around_it_are_not():
    found = examples()
    assert found[("related",)].is_furniture
    assert found[("menu",)].is_furniture
    assert not found[("story", "text", "story-text")].is_furniture
    assert not found[("content",)].is_furniture


def test_a_page_without_its_story_teaches_nothing():
    document = parse(PAGE)
    assert page_examples(document, [False] * len(document.outline.segments)) == ()


def test_sites_that_share_a_rule_count_once(tmp_path):
    rule = {"body": ["//div[@class='post-body']"], "strip": ["//div[@id='share']"], "strip_names": ["tags"]}
    path = tmp_path / "rules.jsonl.xz"
    with lzma.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(rule | {"site": site}) + "\n" for site in ("one.example", "two.example"))
    (site,) = rule_examples(path)
    assert {(example.parts[0], example.is_furniture) for example in site.examples} == {
        ("post", False),
        ("share", True),
        ("tags", True),
    }


def test_a_part_that_few_sites_have_is_not_learned():
    common = [
        Names(
            site=f"{number}.example",
            examples=(Example(("share",), True, 1.0), Example(("story",), False, 1.0)),
        )
        for number in range(10)
    ]
    rare = Names(site="rare.example", examples=(Example(("qx",), True, 1.0),))
    weights = fit_weights([*common, rare])
    assert weights["share"] > 0.5
    assert weights["story"] < -0.5
    assert "qx" not in weights
