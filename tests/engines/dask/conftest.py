from __future__ import annotations

import pytest
from tests.cluster import running_cluster


@pytest.fixture(scope="module")
def cluster():
    pytest.importorskip("distributed")
    with running_cluster() as cluster:
        yield cluster
