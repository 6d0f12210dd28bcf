from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.errors import SettingsError
from newsloom.settings import Settings, read_settings


def _settings(tmp_path: Path, text: str = "", environment: dict[str, str] | None = None, **arguments: object):
    if text:
        (tmp_path / "newsloom.toml").write_text(text, encoding="utf-8")
    return read_settings(environment=environment or {}, folder=tmp_path, arguments=arguments)


def test_without_a_file_and_an_environment_the_defaults_hold(tmp_path):
    assert _settings(tmp_path) == Settings()
    assert Settings().newsroom == "newsloom.db"


def test_settings_show_what_is_set_and_no_secret():
    settings = Settings(
        newsroom="postgresql://ann:pass@db.example/news?password=word",
        proxy="http://bo:secret@proxy.example:8080",
        portal_operator_token="t" * 24,
        workers=2,
    )
    assert repr(settings) == (
        "Settings(newsroom='postgresql://db.example/news', proxy='http://proxy.example', workers=2, "
        "portal_operator_token='…')"
    )
    assert repr(Settings(newsroom="postgresql://[")) == "Settings(newsroom='…')"
    assert repr(Settings()) == "Settings()"


def test_the_file_of_the_folder_is_read(tmp_path):
    found = _settings(tmp_path, 'extractor = "next"\nallow_hosts = ["127.0.0.1"]\nrespect_robots = false\n')
    assert (found.extractor, found.allow_hosts, found.respect_robots) == ("next", ("127.0.0.1",), False)


def test_the_environment_wins_over_the_file_and_an_argument_over_both(tmp_path):
    text, environment = 'newsroom = "file.db"\nextractor = "next"', {"NEWSLOOM_NEWSROOM": "environment.db"}
    assert _settings(tmp_path, text, environment).newsroom == "environment.db"
    assert _settings(tmp_path, text, environment).extractor == "next"
    assert _settings(tmp_path, text, environment, newsroom="argument.db").newsroom == "argument.db"


def test_an_argument_that_is_none_was_not_given(tmp_path):
    assert _settings(tmp_path, 'newsroom = "file.db"', newsroom=None).newsroom == "file.db"


@pytest.mark.parametrize(
    ("variable", "text", "name", "value"),
    [
        ("NEWSLOOM_ALLOW_HOSTS", "127.0.0.1, press.example", "allow_hosts", ("127.0.0.1", "press.example")),
        ("NEWSLOOM_RESPECT_ROBOTS", "No", "respect_robots", False),
        ("NEWSLOOM_RESPECT_ROBOTS", "1", "respect_robots", True),
        ("NEWSLOOM_DELAY_SECONDS", "0", "delay_seconds", 0.0),
        ("NEWSLOOM_WORKERS", " 2 ", "workers", 2),
    ],
)
def test_variables_are_read_by_the_kind_of_their_setting(tmp_path, variable, text, name, value):
    assert getattr(_settings(tmp_path, environment={variable: text}), name) == value


def test_other_variables_are_none_of_ours(tmp_path):
    assert _settings(tmp_path, environment={"NEWSPAPER": "x", "PATH": "/bin"}) == Settings()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('extracter = "next"', "no setting named 'extracter'. Did you mean extractor?"),
        ('zzz = "next"', "Available: newsroom, extractor"),
        ("extractor = 3", "extractor in newsloom.toml: must be text, not 3"),
        ('workers = "two"', "must be a whole number from 1"),
        ("workers = 0", "must be a whole number from 1"),
        ("workers = true", "must be a whole number from 1"),
        ("page_seconds = 0", "must be a number of seconds above 0"),
        ("delay_seconds = -1", "must be a number of seconds"),
        ("delay_seconds = inf", "must be a number of seconds"),
        ("delay_seconds = nan", "must be a number of seconds"),
        ('respect_robots = "false"', "must be true or false"),
        ('allow_hosts = "127.0.0.1"', "must be names or addresses"),
        ("allow_hosts = [127]", "must be names or addresses"),
        ("extractor =", "newsloom.toml: is not TOML"),
        ("[extractor]\nname = 1", "must be text"),
    ],
)
def test_what_cannot_be_is_said_with_its_place(tmp_path, text, message):
    with pytest.raises(SettingsError) as caught:
        _settings(tmp_path, text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("variable", "text", "message"),
    [
        ("NEWSLOOM_EXTRACTER", "next", "Did you mean NEWSLOOM_EXTRACTOR?"),
        ("NEWSLOOM_WORKERS", "many", "NEWSLOOM_WORKERS: must be a whole number from 1, not 'many'"),
        ("NEWSLOOM_WORKERS", "-1", "must be a whole number"),
        ("NEWSLOOM_RESPECT_ROBOTS", "maybe", "must be true or false"),
        ("NEWSLOOM_NEWSROOM", "", "must be text"),
    ],
)
def test_a_wrong_variable_is_named(tmp_path, variable, text, message):
    with pytest.raises(SettingsError) as caught:
        _settings(tmp_path, environment={variable: text})
    assert message in str(caught.value)


def test_a_file_that_was_asked_for_must_be_there(tmp_path):
    with pytest.raises(SettingsError, match=r"absent\.toml"):
        read_settings(tmp_path / "absent.toml", environment={})


def test_a_file_that_was_asked_for_stands_in_for_the_one_of_the_folder(tmp_path):
    (tmp_path / "newsloom.toml").write_text('newsroom = "here.db"', encoding="utf-8")
    (tmp_path / "other.toml").write_text('extractor = "next"', encoding="utf-8")
    found = read_settings(tmp_path / "other.toml", environment={}, folder=tmp_path)
    assert (found.newsroom, found.extractor) == ("newsloom.db", "next")


@given(st.binary(max_size=200))
def test_no_file_does_worse_than_a_settings_error(tmp_path_factory, content):
    file = tmp_path_factory.mktemp("settings") / "newsloom.toml"
    file.write_bytes(content)
    try:
        found = read_settings(file, environment={})
    except SettingsError:
        return
    assert {field.name for field in dataclasses.fields(found)} >= {"newsroom", "extractor"}


@pytest.mark.parametrize("text", ['["127.0.0.1"]', "a.example b.example", "a.example,,b.example", "a.example,", "'a'"])
def test_a_list_in_a_variable_is_names_with_commas_between_them(text):
    with pytest.raises(SettingsError, match="names or addresses separated by commas"):
        read_settings(environment={"NEWSLOOM_ALLOW_HOSTS": text})


def test_an_empty_variable_is_an_empty_list():
    assert read_settings(environment={"NEWSLOOM_ALLOW_HOSTS": " "}).allow_hosts == ()


def test_an_address_with_brackets_may_be_listed():
    found = read_settings(environment={"NEWSLOOM_ALLOW_HOSTS": "[::1]:8080, 10.0.0.1"})
    assert found.allow_hosts == ("[::1]:8080", "10.0.0.1")


def test_topics_are_made_of_articles_or_items(tmp_path):
    with pytest.raises(SettingsError, match="must be articles or items"):
        _settings(tmp_path, 'topics_of = "pages"')
    assert _settings(tmp_path, 'topics_of = "items"').topics_of == "items"
