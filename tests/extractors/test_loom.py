"""What is peculiar to loom: its evidence, its forest, its verdict on the page."""

from __future__ import annotations

import json
import re
from array import array

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.dom import parse
from newsloom.extractors.loom import LoomExtractor
from newsloom.extractors.loom.boxes import role_bits
from newsloom.extractors.loom.containers import meetings
from newsloom.extractors.loom.features import FAMILY_OF, GROUPS, NAMES, feature_rows
from newsloom.extractors.loom.lines import measure_lines
from newsloom.extractors.loom.page import PageArrays
from newsloom.extractors.loom.vocabulary import PHRASES, ROLES
from newsloom.forest import Forest, load_forest

PARAGRAPHS = [
    "The harbour master of Lindvik said on Monday that the old breakwater would be rebuilt before the winter storms.",
    "Work begins in August, when the fishing fleet is away, and will close the eastern quay for six weeks.",
    "Fishermen who met in the town hall asked for a second crane, which the council promised to look into.",
    "The breakwater was built in 1911 and has been mended eleven times since, most recently after the storm of 2016.",
]
STORY = f"""<html lang="en"><head><title>Lindvik rebuilds its breakwater | The Coast Courier</title></head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/sport">Sport</a></li>
<li><a href="/weather">Weather</a></li></ul></nav>
<main><article><h1>Lindvik rebuilds its breakwater</h1><p class="byline">By Ada Strand</p>
{"".join(f"<p>{paragraph}</p>" for paragraph in PARAGRAPHS)}
<figure><img src="b.jpg"><figcaption>The breakwater in March. Photo: Ola Vik</figcaption></figure>
</article></main>
<aside class="related"><h2>Read more</h2><ul><li><a href="/a">Ferry fares rise again in spring</a></li>
<li><a href="/b">Herring catch is the best in years</a></li></ul></aside>
<footer><p>© The Coast Courier. All rights reserved.</p><a href="/imprint">Imprint</a></footer></body></html>"""


def rows_of(page: str) -> tuple[tuple[str, ...], np.ndarray]:
    return NAMES, np.asarray(feature_rows(PageArrays.of(parse(page)))).T


def test_the_story_is_kept_and_the_furniture_is_not():
    found = LoomExtractor().extract(parse(STORY)).text
    assert all(paragraph in found for paragraph in PARAGRAPHS)
    for furniture in ("Weather", "Ferry fares", "All rights reserved", "Ola Vik"):
        assert furniture not in found


def test_a_story_is_told_from_a_list_of_links():
    links = "".join(f"<li><a href='/{n}'>Story number {n} of the day</a></li>" for n in range(60))
    listing = LoomExtractor().extract(parse(f"<html><body><h1>News</h1><ul>{links}</ul></body></html>"))
    assert listing.is_article is False
    assert listing.reason
    story = LoomExtractor().extract(parse(STORY.replace("<article>", "<article>" + "<p>" + PARAGRAPHS[1] + "</p>" * 9)))
    assert story.is_article


def test_a_paragraph_shown_again_elsewhere_is_kept_once():
    page = STORY.replace("</article>", f"<div><p>{PARAGRAPHS[1]}</p></div></article>")
    assert LoomExtractor().extract(parse(page)).text.count(PARAGRAPHS[1]) == 1


def test_headings_and_lists_are_named_as_such():
    page = STORY.replace(
        f"<p>{PARAGRAPHS[2]}",
        f"<h2>What the fishermen want</h2><ul><li>{PARAGRAPHS[1]} Twice.</li></ul><p>{PARAGRAPHS[2]}",
    )
    kinds = {block.text: block.kind for block in LoomExtractor().extract(parse(page)).blocks}
    assert kinds.get(PARAGRAPHS[0]) == "paragraph"
    assert kinds.get(f"{PARAGRAPHS[1]} Twice.") in (None, "item")


def test_there_is_a_row_for_every_line_and_no_hole_in_it():
    names, rows = rows_of(STORY)
    assert rows.shape == (len(parse(STORY).outline.segments), len(names))
    assert np.isfinite(rows).all()


def test_the_shipped_forest_knows_these_features():
    assert load_forest("newsloom.extractors.loom").names == rows_of("<p>x")[0]


def test_hidden_boxes_are_seen_as_hidden():
    names, rows = rows_of(
        "<div><p style='display: none'>a</p><p hidden>b</p><div aria-hidden=true><p>c</p></div><p>d</p>"
    )
    assert rows[:, names.index("is_hidden")].tolist() == [1, 1, 1, 0]


def column(page: str, name: str) -> list[float]:
    names, rows = rows_of(page)
    return rows[:, names.index(name)].tolist()


def test_a_line_knows_which_article_it_is_in():
    reply = "<div><article><p>reply</p></article></div>"
    page = f"<article><p>{PARAGRAPHS[0]}</p>{reply}</article><article><p>x</p></article>"
    assert column(f"<p>top</p>{page}", "article") == [-1, 0, 0, 1]
    assert column(page, "article_to_largest")[0] == 1
    assert column(page, "article_to_largest")[2] == 0


def test_the_box_with_most_paragraphs_of_its_own_is_the_main_one():
    story = "".join(f"<p>{paragraph}</p>" for paragraph in PARAGRAPHS)
    page = f"<div><p>{PARAGRAPHS[0]}</p></div><div>{story}<div><p>ad</p></div></div>"
    assert column(page, "just_in_main") == [0, 1, 1, 1, 1, 0]
    assert column(page, "levels_to_main") == [2, 1, 1, 1, 1, 2]


def test_a_dialog_is_told_from_what_is_hidden():
    page = (
        "<div role=dialog><p>We use cookies</p></div><div aria-modal=true><p>Join us</p></div><p hidden>a</p><p>b</p>"
    )
    assert column(page, "in_dialog") == [1, 1, 0, 0]
    assert column(page, "is_hidden") == [0, 0, 1, 0]


def test_a_section_reaches_from_heading_to_heading():
    page = f"<h1>News</h1><p>{PARAGRAPHS[0]}</p><h2>More of the day</h2><p><a href=/>link to a page</a></p>"
    assert column(page, "since_heading") == [0, 1, 0, 1]
    assert column(page, "heading_words") == [1, 1, 4, 4]
    assert column(page, "section_links")[:2] == [0, 0]
    assert min(column(page, "section_links")[2:]) > 0
    assert column("<p>no heading</p>", "since_heading") == [-1]


def test_calls_of_the_site_are_counted():
    page = "<p>a</p><p>Sign up to our newsletter</p><p>b</p>"
    assert column(page, "service_before") == [0, 0, 1]
    assert column(page, "service_near") == [1, 1, 1]


TREES = st.recursive(
    st.sampled_from(["<p>one two</p>", "<p>a longer line of some more words than that</p>", "text"]),
    lambda inner: st.lists(inner, max_size=4).map(lambda parts: f"<div>{''.join(parts)}</div>"),
    max_leaves=12,
)


@given(TREES)
def test_a_box_holds_what_the_boxes_in_it_hold(markup):
    page = PageArrays.of(parse(f"<p>start</p>{markup}"))
    totals = np.bincount(page.lines.box, weights=page.words, minlength=len(page.boxes.tags))
    for box in range(len(totals) - 1, 0, -1):
        totals[page.outline.parents[box]] += totals[box]
    assert page.sums.words.tolist() == pytest.approx(totals)


@given(TREES)
def test_a_box_is_as_deep_as_boxes_are_around_it(markup):
    page = PageArrays.of(parse(f"<p>start</p>{markup}"))
    depths = [0]
    for parent in page.outline.parents[1:]:
        depths.append(depths[parent] + 1)
    assert page.boxes.depths.tolist() == depths


@given(TREES, st.data())
def test_two_boxes_meet_in_the_innermost_box_around_both(markup, data):
    page = PageArrays.of(parse(f"<p>start</p>{markup}"))
    parents = page.outline.parents
    target = data.draw(st.integers(0, len(parents) - 1))

    def around(box: int) -> list[int]:
        return [box, *around(parents[box])] if box >= 0 else []

    expected = [next(one for one in around(box) if one in around(target)) for box in range(len(parents))]
    assert meetings(page, target).tolist() == expected


def test_distances_keep_their_direction():
    page = "".join(f"<p>{text}</p>" for text in ("before", "<h1>Rain</h1>", "behind"))
    assert column(page, "from_headline") == pytest.approx([-np.log(2), 0, np.log(2)])


def test_what_is_far_away_is_as_far():
    assert column("<p>All rights reserved.</p>" * 30, "service_before") == [*range(21), *[20] * 9]


def test_every_feature_belongs_to_a_family():
    named = [name for group in GROUPS for name in group.names]
    assert len(set(named)) == len(named)
    assert tuple(FAMILY_OF) == NAMES
    assert set(FAMILY_OF.values()) == {*(group.family for group in GROUPS), "neighbours"}
    assert all(group.logarithms <= set(group.names) for group in GROUPS)


def test_a_forest_is_read_as_it_was_written():
    forest = load_forest("newsloom.extractors.loom")
    again = Forest.from_bytes(forest.to_bytes())
    rows = feature_rows(PageArrays.of(parse(STORY)))
    assert again.names == forest.names
    assert again.probabilities(rows) == forest.probabilities(rows)


def test_names_speak_of_roles():
    assert role_bits("article-body") & 1 << ROLES.index("body")
    assert role_bits("ArticleComments") & 1 << ROLES.index("comment")
    assert role_bits("ad") & 1 << ROLES.index("promotion")
    assert not role_bits("lead") & 1 << ROLES.index("promotion")


def test_short_lines_speak_for_themselves():
    assert phrases_of(["© 2024 The Courier"])[0] & 1 << PHRASES.index("rights")
    assert phrases_of(["Updated 12:30"])[0] & 1 << PHRASES.index("number")
    assert phrases_of(["The fleet came home"]) == [0]


def phrases_of(lines: list[str]) -> list[int]:
    return measure_lines(lines, lines, array("q", [0] * len(lines))).phrases.tolist()


@given(
    st.lists(
        st.sampled_from(["© 2024", "Photo: Ola", "read more", "READ ALSO", "İ", "by the sea", "12:30", "a\u00adb"])
    )
)
def test_lines_speak_for_themselves_whatever_stands_beside_them(lines):
    assert phrases_of(lines) == [phrases_of([line])[0] for line in lines]


def test_capitals_and_digits_are_told_in_any_script():
    page = "<p>LINDVIK</p><p>ЛИНДВИК 2024</p><p>٢٠٢٤</p><p>herring</p>"
    assert column(page, "capitals") == pytest.approx([1, 7 / 12, 0, 0])
    assert column(page, "digits") == pytest.approx([0, 4 / 12, 1, 0])


def test_what_a_box_around_is_called_is_known_below_it_but_not_what_the_page_is():
    page = "<html class=comment><body class=comment><div class=sidebar><div><p>a</p></div></div><p>b</p></body></html>"
    assert column(page, "any_side") == [1, 0]
    assert column(page, "any_comment") == [0, 0]


LINES = st.lists(st.text("ab c,B’İéß中٣\xa0_-\n\t", min_size=1, max_size=30), min_size=1, max_size=6)


@given(LINES, st.text("ab c,B’é\n", max_size=40), st.text("ab c,B’é\n", max_size=60))
def test_a_line_is_like_what_shares_its_words(lines, description, body):
    declared = {"@type": "NewsArticle", "description": description, "articleBody": body}
    script = f"<script type='application/ld+json'>{json.dumps(declared)}</script>"
    document = parse(f"<body>{script}<p>Nothing</p>{''.join(f'<p>{line}</p>' for line in lines)}")
    rows = np.asarray(feature_rows(PageArrays.of(document))).T
    texts = [segment.text for segment in document.outline.segments]
    wanted = set(words_of(document.declared.description or ""))
    shares = [len(wanted & set(words_of(text))) / len(wanted) if wanted else -1 for text in texts]
    assert rows[:, NAMES.index("description_share")].tolist() == np.float32(shares).tolist()
    known = set(threes(words_of(document.declared.body or "")))
    told = [[three in known for three in threes(words_of(text))] for text in texts]
    found = [sum(one) / max(len(one), 1) if known else -1 for one in told]
    assert rows[:, NAMES.index("declared_share")].tolist() == np.float32(found).tolist()


def words_of(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def threes(words: list[str]) -> list[tuple[str, ...]]:
    return list(zip(words, words[1:], words[2:], strict=False))
