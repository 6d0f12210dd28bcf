"""What holds for all tests."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from hypothesis import settings

import newsloom
from newsloom.extensions import compiled_sources, extension_of, outdated_sources

PACKAGE = Path(newsloom.__file__).parent

# The same examples every time, however busy the machine: a test that fails fails for everyone, at once.
# To look for new ones: pytest --hypothesis-profile default
settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")

# A shell starts what it runs in the background with Ctrl-C ignored, and so would be every process that a test starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure():
    outdated = [source.name for source in outdated_sources(PACKAGE)]
    if outdated:
        raise pytest.UsageError(f"extensions not made from {', '.join(outdated)} would be tested; first: make compile")


def pytest_report_header():
    extensions = [extension_of(source) for source in compiled_sources(PACKAGE)]
    return f"newsloom: {PACKAGE}, {len(extensions) - extensions.count(None)} of {len(extensions)} modules compiled"
