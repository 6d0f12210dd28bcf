"""What docs/howto/add-a-field.md says is so: which files are changed, and that nothing else lists the filters."""

from __future__ import annotations

import re
from pathlib import Path

from newsloom.records import Article, article_filters
from newsloom.stores.sql.articles import ARTICLES, CONDITIONS, _copied

ROOT = Path(__file__).parents[3]
HOWTO = (ROOT / "docs/howto/add-a-field.md").read_text(encoding="utf-8")


def test_the_files_of_the_howto_are_there_and_at_most_four():
    named = set(re.findall(r"`((?:src|tests)/[\w./]+)`", HOWTO))
    assert {path for path in named if not (ROOT / path).exists()} == set()
    assert len([path for path in named if path.startswith("src/")]) == 3


def test_every_filter_but_the_source_has_one_condition():
    assert [one.field for one in CONDITIONS] == [one.field for one in article_filters() if one.field != "source_url"]


def test_what_is_copied_has_a_column():
    assert set(_copied(Article())) <= set(ARTICLES.c.keys())
