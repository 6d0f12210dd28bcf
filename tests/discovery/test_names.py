from __future__ import annotations

from importlib import resources

import pytest

from newsloom.discovery.names import is_generic
from newsloom.text.servicenames import is_service, name_key


@pytest.mark.parametrize(
    "name", ["Latest News", "SON DAKİKA", "Son Haberler", "RSS-Feed", "top_stories", "Übersicht", "backend"]
)
def test_name_that_fits_any_feed_is_generic(name):
    assert is_generic(name)


@pytest.mark.parametrize("name", ["Sport", "Ekonomi", "News of the harbour", ""])
def test_name_that_tells_what_is_in_it_is_not_generic(name):
    assert not is_generic(name)


@pytest.mark.parametrize(
    "name",
    [
        *("log-in", "GİZLİLİK POLİTİKASI", "Über uns", "Vilkår", "mentions_légales", "Abone Ol", "Kundesenter"),
        *("Dødsannonser", "Burçlar", "联系我们", "プライバシーポリシー", "أعلن معنا", "राशिफल", "Контакты", "Win!"),
    ],
)
def test_service_is_known_in_any_spelling(name):
    assert is_service(name)


def test_section_is_no_service():
    assert not any(map(is_service, ["Sport", "Politik", "Kültür-Sanat", "x" * 10_000]))


@pytest.mark.parametrize(("package", "name"), [("newsloom.discovery", "generic"), ("newsloom.text", "services")])
def test_lists_are_written_as_names_are_compared(package, name):
    lines = resources.files(package).joinpath("data", f"{name}.txt").read_text(encoding="utf-8").splitlines()
    entries = [line for line in lines if not line.startswith("#")]
    assert lines[0].startswith("# ")
    assert len(entries) == len(set(entries)) > 50
    assert [entry for entry in entries if name_key(entry) != entry] == []
