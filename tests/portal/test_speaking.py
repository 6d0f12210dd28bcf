"""Templates that speak: what is put in when they are compiled, and what is said when a page is made."""

from __future__ import annotations

import pytest
from jinja2 import DictLoader, StrictUndefined

from newsloom.portal.speaking import SpeakingEnvironment
from newsloom.portal.tongues import TONGUES, tongue


def _said(source: str, code: str = "en", **values: object) -> str:
    environment = SpeakingEnvironment(
        tongue(code), loader=DictLoader({"page": source}), autoescape=True, undefined=StrictUndefined
    )
    return environment.get_template("page").render(**values)


@pytest.mark.parametrize("code", TONGUES)
def test_a_phrase_is_said_in_the_templates_language(code):
    assert _said('{{ t("nav.front") }}', code) == tongue(code).say("nav.front")


@pytest.mark.parametrize(
    "source",
    [
        '{{ t("nav." ~ name) }}',
        '{{ t("nav.latest" if name == "latest" else "nav.front") }}',
        '{% if name %}{{ t("nav.latest") }}{% endif %}',
        '{% macro print(words) %}{{ words }}{% endmacro %}{{ print(t("nav.latest")) }}',
    ],
    ids=["worked out", "chosen", "in a block", "handed on"],
)
def test_a_phrase_is_found_wherever_it_stands(source):
    assert _said(source, name="latest") == tongue("en").say("nav.latest")


def test_a_phrase_with_values_is_said_with_those_of_the_page():
    first, second = (_said('{{ t("story.began", when=moment) }}', moment=moment) for moment in ("noon", "<dusk>"))
    assert "noon" in first
    assert "&lt;dusk&gt;" in second


def test_phrases_are_escaped_as_everything_is():
    quoted = [key for key, phrase in tongue("tr").phrases.items() if "'" in phrase and "{" not in phrase]
    assert quoted
    assert all("'" not in _said(f'{{{{ t("{key}") }}}}', "tr") for key in quoted)


def test_a_phrase_that_is_none_is_found_when_the_template_is_compiled():
    with pytest.raises(KeyError):
        _said('{% if false %}{{ t("no.such.phrase") }}{% endif %}')
