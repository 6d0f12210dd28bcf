from __future__ import annotations

import copy
import importlib
import pickle
import pkgutil
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import newsloom
from newsloom.text.patterns import pattern

PACKAGES = ("dom", "extractors", "metadata", "text")


def _modules() -> list[str]:
    folders = [f"{newsloom.__path__[0]}/{package}" for package in PACKAGES]
    packages = zip(PACKAGES, folders, strict=True)
    return [
        module.name
        for package, folder in packages
        for module in pkgutil.walk_packages([folder], prefix=f"newsloom.{package}.")
        if not module.name.rpartition(".")[2].startswith("_")
    ]


@pytest.mark.parametrize("module", _modules())
def test_every_expression_of_a_module_can_be_compiled(module):
    late = type(pattern(""))
    for value in vars(importlib.import_module(module)).values():
        if isinstance(value, late):
            assert value.groups >= 0


@given(st.text(alphabet="ab1 \n", max_size=30))
def test_a_pattern_answers_as_a_compiled_one(text):
    expression, flags = r"(?P<letters>a+)|\b1$", re.IGNORECASE | re.MULTILINE
    late, compiled = pattern(expression, flags), re.compile(expression, flags)
    assert late.findall(text) == compiled.findall(text)
    assert late.sub("-", text) == compiled.sub("-", text)
    assert late.split(text) == compiled.split(text)
    assert [found.span("letters") for found in late.finditer(text)] == [
        found.span("letters") for found in compiled.finditer(text)
    ]


def test_a_pattern_reads_bytes_too():
    assert pattern(rb"\d+").findall(b"1 and 22") == [b"1", b"22"]


def test_an_expression_is_compiled_on_first_use_and_not_before():
    late = pattern("(")
    with pytest.raises(re.error):
        late.search("x")


def test_a_method_is_looked_up_once():
    late = pattern("a")
    assert late.search is late.search


@pytest.mark.parametrize("is_used", [False, True])
def test_a_copied_pattern_answers_as_before(is_used):
    late = pattern("a+")
    if is_used:
        assert late.search("a")
    assert copy.copy(late).findall("aa b a") == ["aa", "a"]


def test_a_pattern_goes_to_another_process():
    assert pickle.loads(pickle.dumps(pattern("a+"))).findall("aa b a") == ["aa", "a"]


def test_what_a_pattern_does_not_have_is_missed_as_usual():
    with pytest.raises(AttributeError):
        _ = pattern("a").missing
