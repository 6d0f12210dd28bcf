"""What is wrong with a question, and the way out."""

from __future__ import annotations

__all__ = ["Fault"]


class Fault(Exception):
    """A question that cannot be answered: the status, what was found, and what to do instead."""

    def __init__(self, status: int, error: str, hint: str) -> None:
        super().__init__(error)
        self.status = status
        self.error = error
        self.hint = hint
