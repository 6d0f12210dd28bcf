"""``python -m newsloom`` is the command ``newsloom``."""

from __future__ import annotations

from newsloom.cli import main

# Worker processes import this module again and must not run the command.
if __name__ == "__main__":
    main()
