from __future__ import annotations

from newsloom.dom import parse
from newsloom.metadata.container import story_container

PROSE = "The river rose by two metres in the night and the bridge at the mill was closed to all carts. " * 2


def around(body: str) -> str | None:
    """The id of the element around the story."""
    document = parse(f"<title>The river rises</title>{body}")
    found = story_container(document)
    return None if found is None or document.tree is None else document.tree.get(found, "id")


def test_cell_of_a_layout_table_that_holds_headline_and_prose_is_around_the_story() -> None:
    story = "<b>The river rises</b><br>" + f"{PROSE}<br><br>" * 4
    assert around(f"<table><tr><td>Menu<td id=middle>{story}<td>Most read</table>") == "middle"


def test_post_that_holds_headline_and_paragraphs_is_around_the_story() -> None:
    post = f"<div id=post><h1>The river rises</h1><div id=text>{f'<p>{PROSE}</p>' * 4}</div></div>"
    assert around(f"<div id=page>{post}<div id=side><p>Popular</p></div></div>") == "post"


def test_headline_nearest_to_the_prose_counts() -> None:
    post = f"<div id=post><h1>The river rises</h1>{f'<p>{PROSE}</p>' * 4}</div>"
    assert around(f"<div id=page><div id=path>The river rises</div>{post}</div>") == "post"


def test_page_of_a_few_words_has_no_story_to_be_around() -> None:
    assert around(f"<h1>The river rises</h1><p>{PROSE}</p>") is None


def test_page_without_its_headline_has_no_story_to_be_around() -> None:
    assert around(f"<div id=post>{f'<p>{PROSE}</p>' * 4}</div>") is None
