"""What is peculiar to the container: landmarks that hold what they promise, names, one box."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.dom import parse
from newsloom.extractors.container import ContainerExtractor
from newsloom.region import NameOdds, find_region, learned_odds, name_parts

PARAGRAPHS = [
    "The harbour master of Lindvik said on Monday that the old breakwater would be rebuilt before the winter storms.",
    "Work begins in August, when the fishing fleet is away, and will close the eastern quay for six weeks.",
    "Fishermen who met in the town hall asked for a second crane, which the council promised to look into.",
    "The breakwater was built in 1911 and has been mended eleven times since, most recently after the storm of 2016.",
]
OTHERS = [
    "The ferry to the islands will sail twice a day from May, and the fares stay as they are, the company says.",
    "Herring has not been as plentiful since 1987, and prices at the morning auction fell by a third last week.",
]


def paragraphs(texts: list[str]) -> str:
    return "".join(f"<p>{text}</p>" for text in texts)


def found(page: str, **parameters: float) -> str:
    return ContainerExtractor(**parameters).extract(parse(f"<html><body>{page}</body></html>")).text


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        ("<div itemprop=articleBody>", "</div>"),
        ("<div class=entry-content>", "</div>"),
        ("<article>", "</article>"),
        ("<div role=main>", "</div>"),
        ("<div>", "</div>"),
    ],
)
def test_the_story_is_found_by_landmark_name_or_density(opening, closing):
    menu = "<div><ul><li><a href=/>Home</a></ul></div>"
    page = f"<div><p>{OTHERS[0]}</p></div>{opening}{paragraphs(PARAGRAPHS)}{closing}{menu}"
    assert found(page) == "\n\n".join(PARAGRAPHS)


def test_a_landmark_that_holds_little_is_not_believed():
    page = f"<article><p>{OTHERS[0]}</p></article><div>{paragraphs(PARAGRAPHS * 2)}</div>"
    assert PARAGRAPHS[2] in found(page)
    assert found(page, landmark_share=0.1) == OTHERS[0]


@pytest.mark.parametrize(
    "name", ["related-articles", "article__share", "commentList", "newsletter-signup", "author-bio", "breadcrumbs"]
)
def test_names_of_furniture_are_known_within_the_story(name):
    story = paragraphs(PARAGRAPHS)
    page = f"<article>{story}<div class={name}><p>{OTHERS[1]}</p></div><p>{PARAGRAPHS[0]}</p></article>"
    assert OTHERS[1] not in found(page)


def test_readers_comments_are_furniture_however_long():
    comments = paragraphs(OTHERS * 5)
    page = f"<div class=post><div>{paragraphs(PARAGRAPHS)}</div><div id=comments>{comments}</div></div>"
    assert OTHERS[0] not in found(page)
    assert PARAGRAPHS[0] in found(page)


def test_a_story_is_no_furniture_whatever_it_is_called():
    page = f"<div class='sidebar widget menu'>{paragraphs(PARAGRAPHS)}</div>"
    assert PARAGRAPHS[1] in found(page)


def test_the_headline_is_left_out_and_small_headings_stay():
    body = f"<p>{PARAGRAPHS[0]}</p><h2>A second crane</h2><p>{PARAGRAPHS[2]}</p>"
    page = f"<article><h1>Lindvik rebuilds its breakwater</h1>{body}</article>"
    assert found(page) == f"{PARAGRAPHS[0]}\n\nA second crane\n\n{PARAGRAPHS[2]}"


def test_names_are_cut_into_words_and_pairs_of_them():
    assert name_parts("relatedLinks") == ("related", "links", "related-links")
    assert name_parts("c-RELATED_links42") == ("related", "links", "related-links")
    assert name_parts("") == ()
    assert len(name_parts("x-" * 500_000)) == 0


def test_parts_add_up_and_unknown_names_say_nothing():
    odds = NameOdds({"article": -1.0, "related": 2.5, "article-related": 0.5})
    assert odds.of("article-related") == (2.0, False)
    assert odds.of("qx-77") == (0.0, False)
    assert odds.of("comments")[1]


@given(st.text(alphabet="abcXYZäΣ-_ 12", max_size=60))
def test_names_weigh_what_their_parts_weigh(names):
    weights = {part: number / 8 for number, part in enumerate(name_parts(names), start=1)}
    assert NameOdds(weights).of(names)[0] == sum(weights.values())
    assert NameOdds({}).of(names)[0] == 0


def test_what_was_learned_tells_stories_from_furniture():
    odds = learned_odds()
    for story in ("article-body", "entry-content", "storyText"):
        assert odds.of(story)[0] < 0, story
    for furniture in ("related-posts", "site-footer", "shareBar", "nav-menu", "comments-area"):
        assert odds.of(furniture)[0] > 1, furniture


def test_a_region_says_what_it_was_found_by():
    region = find_region(parse(f"<body><main>{paragraphs(PARAGRAPHS)}</main></body>").outline)
    assert region.landmark == "main"
    assert region.share == 1


def test_a_page_without_text_says_so():
    extraction = ContainerExtractor().extract(parse(b""))
    assert extraction.blocks == ()
    assert extraction.reason
