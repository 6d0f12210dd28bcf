"""The API asked everything that its own document allows, and what it forbids: no answer is a server's fault."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.portal.newsstand import NOON, full_newsroom
from tests.portal.serving import served

from newsloom.portal.api.resources import RESOURCES
from newsloom.portal.app import create_app
from newsloom.stores import open_store

NO_FAULT_OF_OURS = CHECKS.get_one("not_a_server_error")
AS_DESCRIBED = [NO_FAULT_OF_OURS, status_code_conformance, content_type_conformance, response_schema_conformance]
# Some questions for each resource; the same ones every time, so that nobody is surprised by somebody else's change.
BOUNDED = settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def schema(tmp_path_factory):
    # In SQLite: what a question may break, a real database breaks first.
    store = open_store(str(tmp_path_factory.mktemp("api") / "newsloom.db"))
    with full_newsroom(store=store) as room, served(create_app(room, room.settings, now=lambda: NOON)) as url:
        yield schemathesis.openapi.from_url(f"{url}/v1/openapi.json")


@pytest.mark.parametrize("path", [resource.path for resource in RESOURCES])
def test_every_answer_is_as_the_document_says(schema, path):
    @BOUNDED
    @given(case=schema[path]["GET"].as_strategy())
    def asks(case):
        case.call_and_validate(checks=AS_DESCRIBED)

    asks()


@pytest.mark.parametrize("path", [resource.path for resource in RESOURCES])
def test_no_nonsense_breaks_the_api(schema, path):
    @settings(BOUNDED, max_examples=4)
    @given(case=schema[path]["GET"].as_strategy(generation_mode=GenerationMode.NEGATIVE))
    def asks(case):
        case.call_and_validate(checks=[NO_FAULT_OF_OURS])

    asks()
