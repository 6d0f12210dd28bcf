"""A step that does what pages can do to a process, by their titles."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from newsloom.pipeline.bulk.entries import PageEntry
from newsloom.pipeline.bulk.schema import ARTICLE_COLUMNS, arrow_schema
from newsloom.pipeline.bulk.steps.protocol import PageRows


@dataclass(frozen=True, slots=True)
class PoisonStep:
    label: ClassVar[str] = "poison"
    fails_as_row: ClassVar[bool] = True

    def __call__(self, numbered: tuple[int, PageEntry], /) -> tuple[int, PageRows]:
        number, entry = numbered
        content = entry.page().content
        text = content if isinstance(content, str) else content.decode()
        if "Hangs" in text:
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
            while True:
                pass
        if "Eats" in text:
            bytearray(10**9)
        if "Crashes" in text:
            os.kill(os.getpid(), signal.SIGSEGV)
        return number, PageRows(rows=({"title": text.partition("<h1>")[2].partition("</h1>")[0]},))

    def prepare(self) -> None:
        pass

    def job(self) -> Mapping[str, Any]:
        return {"step": self.label}

    def schema(self) -> Any:
        return arrow_schema(ARTICLE_COLUMNS, ("title", "url"))
