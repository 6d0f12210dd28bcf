"""The catalogues of messages, and templates that use them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from jinja2 import DictLoader, Environment, StrictUndefined

import newsloom.portal
from newsloom.portal.i18n import install_translations
from newsloom.portal.locales import LOCALES, locale_of

FOLDER = Path(newsloom.portal.__file__).parent


def _catalogue(code: str) -> Catalog:
    with (FOLDER / "translations" / code / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file)


def _messages(code: str) -> dict[str, tuple[str, ...]]:
    """msgid → its forms: two where the message counts something."""
    found = {}
    for message in _catalogue(code):
        if message.id:
            forms = (message.string,) if isinstance(message.id, str) else tuple(message.string)
            found[message.id if isinstance(message.id, str) else message.id[0]] = forms
    return found


def _values(form: str) -> set[str]:
    return set(re.findall(r"%\((\w+)\)s", form))


@pytest.mark.parametrize("code", LOCALES)
def test_every_message_is_translated_in_every_locale(code):
    english, other = _messages("en"), _messages(code)
    assert {key: len(forms) for key, forms in other.items()} == {key: len(forms) for key, forms in english.items()}
    assert [key for key, forms in other.items() if not all(forms)] == []
    assert [message.id for message in _catalogue(code) if message.fuzzy and message.id] == []


@pytest.mark.parametrize("code", LOCALES)
def test_a_message_takes_the_same_values_in_every_locale(code):
    english, other = _messages("en"), _messages(code)
    # "yesterday" and "1 report" need no number: the last form does.
    assert {key for key in english if _values(english[key][-1]) != _values(other[key][-1])} == set()


@pytest.mark.parametrize("code", LOCALES)
def test_messages_can_stand_in_a_page_and_in_an_attribute_as_they_are(code):
    forms = [form for forms in _messages(code).values() for form in forms]
    assert [form for form in forms if re.search(r'[<>&"]', form)] == []
    assert [form for form in forms if re.sub(r"%\(\w+\)s|%%", "", form).count("%")] == []


def test_every_message_that_is_asked_for_exists_and_every_one_is_used():
    messages = _messages("en")
    text = "\n".join(
        file.read_text("utf-8") for file in FOLDER.rglob("*") if file.suffix in {".py", ".html"} and file.is_file()
    )
    asked = set(re.findall(r"(?<![\w.])(?:_|n)\(['\"]([\w.]+)['\"]\s*[,)]", text))
    asked |= set(re.findall(r"\bn?gettext\(['\"]([\w.]+)['\"]\s*[,)]", text))
    assert asked - messages.keys() == set()
    # Names that are put together: _("help." ~ part ~ ".title").
    made = {
        f"{start}*{end}"
        for start, end in re.findall(r"_\(['\"]([\w.]+)['\"] ~ [^)]*?(?: ~ ['\"]([\w.]+)['\"])?\)", text)
    }
    made |= {f"{start}*" for start in re.findall(r"gettext\(f['\"]([\w.]+)\{\w+\}['\"]\)", text)}
    patterns = [re.compile(re.escape(one).replace(r"\*", r"[\w]+")) for one in made]
    named = set(re.findall(r"['\"]([\w.]+)['\"]", text))
    unused = {key for key in messages if key not in named and not any(one.fullmatch(key) for one in patterns)}
    assert unused == set()


def _said(source: str, code: str = "en", **values: object) -> str:
    environment = Environment(loader=DictLoader({"page": source}), autoescape=True, undefined=StrictUndefined)
    install_translations(environment, code)
    return environment.get_template("page").render(**values)


@pytest.mark.parametrize("code", LOCALES)
def test_a_message_is_said_in_the_locale_of_the_template(code):
    assert _said('{{ _("nav.front") }}', code) == locale_of(code).gettext("nav.front")


@pytest.mark.parametrize(
    "source",
    [
        '{{ _("nav." ~ name) }}',
        '{{ _("nav.latest" if name == "latest" else "nav.front") }}',
        '{% if name %}{{ _("nav.latest") }}{% endif %}',
        '{% macro print(words) %}{{ words }}{% endmacro %}{{ print(_("nav.latest")) }}',
    ],
    ids=["worked out", "chosen", "in a block", "handed on"],
)
def test_a_message_is_found_wherever_it_stands(source):
    assert _said(source, name="latest") == locale_of("en").gettext("nav.latest")


def test_a_message_without_values_is_put_in_when_the_template_is_compiled():
    with pytest.raises(KeyError):
        _said('{% if false %}{{ _("no.such.message") }}{% endif %}')


def test_a_message_is_the_same_put_in_or_called_for():
    for key, forms in _messages("tr").items():
        if len(forms) == 1 and not _values(forms[0]):
            assert _said(f'{{{{ _("{key}") }}}}', "tr") == _said("{{ _(key) }}", "tr", key=key)


def test_values_are_those_of_the_page_and_escaped():
    first, second = (_said('{{ _("story.began", when=moment) }}', moment=moment) for moment in ("noon", "<dusk>"))
    assert "noon" in first
    assert "&lt;dusk&gt;" in second


def test_a_message_that_is_none_is_an_error():
    with pytest.raises(KeyError):
        _said("{{ _(key) }}", key="no.such.message")
    with pytest.raises(KeyError):
        locale_of("tr").ngettext("no.such.message", 2)
