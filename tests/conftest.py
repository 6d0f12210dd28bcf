"""What holds for all tests."""

from __future__ import annotations

import signal

from hypothesis import settings

# The same examples every time, however busy the machine: a test that fails fails for everyone, at once.
# To look for new ones: pytest --hypothesis-profile default
settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")

# A shell starts what it runs in the background with Ctrl-C ignored, and so would be every process that a test starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
