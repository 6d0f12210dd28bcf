"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

# The same examples every time, however busy the machine: a test that fails fails for everyone, at once.
# To look for new ones: pytest --hypothesis-profile default
settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")
