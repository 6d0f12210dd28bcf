from __future__ import annotations

import subprocess
import sys

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from newsloom.dom import parse
from newsloom.learners.paths import MAX_DEPTH, MAX_PATHS, named_paths, read_paths

PAGE = "<html><body><h1>Tech</h1><br>List</body></html>"


def test_paths_lead_to_elements_and_to_texts():
    assert set(named_paths(parse(PAGE))) == {
        "html",
        "html/body",
        "html/body/h1",
        "html/body/h1/#Tech",
        "html/body/br",
        "html/body/#List",
    }


def test_what_stands_twice_is_one_path():
    once, twice = parse("<p>News</p>"), parse("<p>News</p><p>News</p>")
    assert named_paths(once) == named_paths(twice)


def test_scripts_and_styles_have_no_text():
    found = named_paths(parse("<body><script>var a</script><style>b {}</style><p>c</p>"))
    assert [path for path in found if "#" in path] == ["html/body/p/#c"]


def test_names_are_kept_of_what_two_pages_have():
    sets = read_paths([parse(PAGE), parse(PAGE.replace("Tech", "World"))])
    names = {sets.name(path) for path in sets.names}
    assert "html/body/#List" in names
    assert "html/body/h1/#Tech" not in names


def test_an_empty_page_has_no_paths():
    sets = read_paths([parse(b""), parse(PAGE)])
    assert [len(page) for page in sets.paths] == [0, 6]


def test_paths_are_the_same_numbers_in_every_process():
    script = (
        "from newsloom.dom import parse; from newsloom.learners.paths import read_paths;"
        f"print(read_paths([parse({PAGE!r})]).paths[0].tolist())"
    )
    runs = {subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout for _ in range(2)}
    assert len(runs) == 1


def test_depth_and_number_of_paths_are_bounded():
    deep = named_paths(parse("<div>" * 1_000 + "end"))
    assert max(path.count("/") for path in deep) < MAX_DEPTH
    wide = read_paths([parse("".join(f"<p>{number}</p>" for number in range(MAX_PATHS + 500)))])
    assert len(wide.paths[0]) <= MAX_PATHS + 1


def test_comments_in_the_tree_change_no_element_path():
    page = "<body><p>one</p><!-- x --><div>two</div></body>"
    plain, kept = (named_paths(parse(page, keep_comments=keep)) for keep in (False, True))
    assert plain == kept


def test_a_trait_is_the_same_wherever_it_stands():
    here, there, other = (
        read_paths([parse(page)]).traits[0].tolist()
        for page in (
            '<p class="lead">One</p>',
            '<div><p class="lead">Two</p><p class="lead">Three</p></div>',
            '<h2 class="lead">x</h2>',
        )
    )
    assert len(here) == 1
    assert here == there != other


def test_addresses_and_scripts_are_no_traits():
    page = (
        '<body onload="go()"><a href="https://paper.example/">x</a><img src="logo.gif"><form action="/find"></form>'
        '<input value="typed"><meta content="https://paper.example/story"><i style="background: url(//cdn.example/a)">'
    )
    assert read_paths([parse(page)]).traits[0].tolist() == []


def test_dressed_pages_are_their_traits_and_named_where_two_have_them():
    sets = read_paths([parse('<p class="a" id="x">One</p>'), parse('<p class="a">Two</p>')]).attributes_only()
    assert [len(page) for page in sets.paths] == [2, 1]
    assert list(sets.names) == sets.paths[1].tolist()
    assert read_paths([]).attributes_only().names == {}


def test_traits_are_bounded():
    attributes = "".join(f'<p id="{number}">' for number in range(MAX_PATHS + 500))
    assert len(read_paths([parse(attributes)]).traits[0]) <= MAX_PATHS


@given(st.lists(st.text(alphabet="abc <>/#p", max_size=40), max_size=4))
def test_every_page_has_ascending_paths_and_owners_for_its_texts(pages):
    sets = read_paths([parse(page) for page in pages])
    for paths, texts, owners in zip(sets.paths, sets.texts, sets.owners, strict=True):
        assert np.all(paths[1:] > paths[:-1])
        assert set(texts.tolist()) <= set(paths.tolist())
        assert set(owners.tolist()) <= set(paths.tolist())


def test_words_are_those_of_texts_and_of_attributes_that_are_read():
    said = '<p>The ferry, the <b>Ferry</b></p><img alt="Ferry"><a title="the" href="ferry" class="ferry">Sold</a>'
    sets = read_paths([parse(said), parse("<p>ferry</p>"), parse("")])
    (ferry,) = sets.words[1].tolist()
    assert sorted(sets.times[0].tolist()) == [1, 3, 3]
    assert ferry in sets.words[0].tolist()
    assert sets.words[2].tolist() == sets.times[2].tolist() == []


def test_words_are_bounded():
    texts = "".join(f"<p>{' '.join(f'w{number}x{part}' for part in range(9))}</p>" for number in range(MAX_PATHS // 8))
    (words,) = read_paths([parse(texts)]).words
    assert len(words) == MAX_PATHS
