"""Every filter of articles is an option of the commands and a parameter of the API, by its own name."""

from __future__ import annotations

import pytest

from newsloom.portal.api.resources import RESOURCES
from newsloom.records import article_filters

FILTERS = [one for one in article_filters() if one.field != "changed_after"]


@pytest.mark.parametrize("one", FILTERS, ids=lambda one: one.field)
def test_a_filter_is_an_option_of_search(run, one):
    assert f"--{one.parameter} {one.metavar}" in run("search", "--help").stdout


def test_an_option_is_written_with_hyphens(run):
    assert "--changed-after TIME" in run("export", "--help").stdout


@pytest.mark.parametrize("path", ["/v1/articles", "/v1/search"])
def test_a_filter_is_a_parameter_of_the_api(path):
    (resource,) = (one for one in RESOURCES if one.path == path)
    assert {one.parameter for one in FILTERS} <= {parameter.name for parameter in resource.parameters}


def test_a_time_that_is_none_is_a_usage_error(run):
    run("import", "-", stdin=b"<opml/>")
    outcome = run("search", "ferry", "--since", "tomorrow")
    assert outcome.code == 2
    assert "is no time" in outcome.stderr
