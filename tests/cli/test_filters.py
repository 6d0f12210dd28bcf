"""Every filter of articles and stories is an option of the commands and a parameter of the API."""

from __future__ import annotations

import pytest

from newsloom.portal.api.resources import RESOURCES
from newsloom.records import article_filters, story_filters

ARTICLES = [one for one in article_filters() if one.field != "changed_after"]
STORIES = [one for one in story_filters() if one.field != "changed_after"]


@pytest.mark.parametrize(
    ("command", "filters"), [("search", ARTICLES), ("export", ARTICLES), ("stories", STORIES), ("events", STORIES)]
)
def test_a_filter_is_an_option_of_the_command(run, command, filters):
    shown = run(command, "--help").stdout
    assert [one.option for one in filters if f"--{one.option} {one.metavar}" not in shown] == []


def test_an_option_is_written_with_hyphens(run):
    assert "--changed-after TIME" in run("export", "--help").stdout


@pytest.mark.parametrize(
    ("path", "filters"),
    [
        ("/v1/articles", ARTICLES),
        ("/v1/search", ARTICLES),
        ("/v1/stories", story_filters()),
        ("/v1/events", story_filters()),
    ],
)
def test_a_filter_is_a_parameter_of_the_api(path, filters):
    (resource,) = (one for one in RESOURCES if one.path == path)
    assert {one.parameter for one in filters} <= {parameter.name for parameter in resource.parameters}


def test_a_time_that_is_none_is_a_usage_error(run):
    run("import", "-", stdin=b"<opml/>")
    outcome = run("search", "ferry", "--since", "tomorrow")
    assert outcome.code == 2
    assert "is not a time" in outcome.stderr
