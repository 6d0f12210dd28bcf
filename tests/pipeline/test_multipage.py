from __future__ import annotations

import pytest

from newsloom.errors import FetchError
from newsloom.pipeline.multipage import MOST_PAGES, joined, page_after, whole_story
from newsloom.records import Article, Block, Image

FIRST = "https://paper.example/story"
LEAD = "The bridge over the Lorne opened on Monday."


def page(number: int, *paragraphs: str, next_page: str | None = None, **facts) -> Article:
    url = FIRST if number == 1 else f"{FIRST}?page={number}"
    blocks = tuple(Block(text=paragraph) for paragraph in paragraphs)
    text = "\n\n".join(paragraphs)
    return Article(url=url, title="Bridge opens", text=text, blocks=blocks, next_page=next_page, **facts)


def test_the_pages_of_a_story_become_one_article():
    one = page(1, LEAD, "The mayor was first.", next_page=f"{FIRST}?page=2", images=(Image(url="a"), Image(url="b")))
    two = page(2, LEAD, "Then came the band.", images=(Image(url="b"), Image(url="c")), confidence=0.5)
    whole = joined([one, two])
    assert whole.paragraphs == (LEAD, "The mayor was first.", "Then came the band.")
    assert [block.text for block in whole.blocks] == list(whole.paragraphs)
    assert (whole.url, whole.next_page, whole.confidence) == (FIRST, None, 0.5)
    assert [image.url for image in whole.images] == ["a", "b", "c"]


def test_a_short_line_may_stand_on_two_pages():
    assert joined([page(1, "Yes."), page(2, "Yes.")]).paragraphs == ("Yes.", "Yes.")


def test_posts_of_a_live_page_are_numbered_on():
    one = Article(text="a", blocks=(Block(text="a", part=0), Block(text="b", part=1)))
    whole = joined([one, Article(text="c", blocks=(Block(text="c", part=0),))])
    assert [block.part for block in whole.blocks] == [0, 1, 2]


def test_a_story_ends_before_a_page_that_is_none():
    missing = Article(url=f"{FIRST}?page=2", title="Not found", text="No such page.", is_article=False, reason="x")
    whole = joined([page(1, LEAD, next_page=f"{FIRST}?page=2"), missing])
    assert whole.text == LEAD
    assert whole.next_page == f"{FIRST}?page=2"


def test_a_short_last_page_with_the_same_headline_belongs_to_it():
    last = page(2, "The ferry has been sold.", is_article=False)
    assert joined([page(1, LEAD), last]).paragraphs[-1] == "The ferry has been sold."


@pytest.mark.parametrize("following", [None, FIRST, "https://elsewhere.example/story?page=2"])
def test_a_story_goes_on_only_on_its_own_site_and_never_in_a_circle(following):
    assert page_after(page(1, LEAD, next_page=following), [FIRST]) is None


def test_an_endless_story_is_read_up_to_a_bound():
    asked = []

    def read(url: str) -> Article:
        asked.append(url)
        number = len(asked) + 1
        return page(number, f"Paragraph {number} of a story without an end.", next_page=f"{FIRST}?page={number + 1}")

    whole = whole_story(page(1, LEAD, next_page=f"{FIRST}?page=2"), read)
    assert len(asked) == MOST_PAGES - 1
    assert len(whole.paragraphs) == MOST_PAGES
    assert whole.next_page == f"{FIRST}?page={MOST_PAGES + 1}"


def test_a_page_that_cannot_be_fetched_ends_the_story():
    def read(url: str) -> Article:
        raise FetchError(url, "status", "404")

    whole = whole_story(page(1, LEAD, next_page=f"{FIRST}?page=2"), read)
    assert (whole.text, whole.next_page) == (LEAD, f"{FIRST}?page=2")
