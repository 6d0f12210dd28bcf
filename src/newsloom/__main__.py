"""``python -m newsloom`` is the command ``newsloom``."""

from __future__ import annotations

from newsloom.cli import main

# Worker processes import this module anew, and must not run the command again.
if __name__ == "__main__":
    main()
