"""The bar for page versions, on front pages of the labelled data; skipped without them."""

from __future__ import annotations

import gzip
import tarfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from newsloom.records import Page
from newsloom.stores import open_store

ARCHIVE = Path(__file__).parents[2].parent / "shared/data/frontpages.tar.xz"

# Of its gzip size, for every version of a front page but the first.
LARGEST_SHARE = 0.12

pytestmark = pytest.mark.skipif(not ARCHIVE.exists(), reason="the labelled front pages are not at hand")


@pytest.fixture(scope="module")
def front_pages():
    pages = []
    with tarfile.open(ARCHIVE) as archive:
        for member in archive:
            path = Path(member.name)
            if path.parent.name == "versions":
                site, _, time = path.stem.rpartition("-")
                body = archive.extractfile(member).read()
                fetched_at = datetime.strptime(time, "%Y%m%dT%H%M%S").replace(tzinfo=UTC)
                pages.append(Page(url=f"https://{site}/", fetched_at=fetched_at, body=body))
    assert len(pages) == 48
    return sorted(pages, key=lambda page: (page.url, page.fetched_at))


def test_an_hours_change_costs_little_and_every_version_comes_back(front_pages, tmp_path):
    place = str(tmp_path / "newsloom.db")
    sizes = {}
    with closing(open_store(place)) as store:
        for page in front_pages:
            with store.transaction() as transaction:
                sizes.setdefault(page.url, []).append(
                    transaction.pages.keep(page).stored_size / len(gzip.compress(page.body))
                )
    for url, shares in sizes.items():
        assert max(shares[1:]) <= LARGEST_SHARE, url
    # Opened anew, so that nothing is still at hand.
    with closing(open_store(place)) as store, store.read() as transaction:
        for page in front_pages:
            assert transaction.pages.at(page.url, page.fetched_at) == page
