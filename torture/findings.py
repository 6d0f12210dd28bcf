"""The findings of torture, saved as files that can be run again; and how much time is left."""

from __future__ import annotations

import base64
import json
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["Finding", "Report", "read_finding"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A problem: the part, case and seed that found it, and what was seen."""

    part: str
    case: str
    seed: int
    seen: str
    material: bytes = b""

    @property
    def name(self) -> str:
        return f"{self.part}-{self.case}-{self.seed}.json".replace("/", "_").replace(" ", "_")


@dataclass(slots=True)
class Report:
    """Counts what was tried, prints each finding at once, and saves it in a folder."""

    folder: Path | None
    seconds: float
    began: float = field(default_factory=time.monotonic)
    tried: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    figures: dict[str, Any] = field(default_factory=dict)

    @property
    def has_time(self) -> bool:
        return time.monotonic() - self.began < self.seconds

    def found(self, finding: Finding) -> None:
        self.findings.append(finding)
        print(f"FOUND {finding.part} {finding.case} seed {finding.seed}: {finding.seen[:300]}", flush=True)
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)
            written = asdict(finding) | {"material": base64.b64encode(finding.material).decode()}
            (self.folder / finding.name).write_text(json.dumps(written, indent=1), encoding="utf-8")


def read_finding(file: Path) -> Finding:
    """Returns the finding in a file."""
    written = json.loads(file.read_text(encoding="utf-8"))
    return Finding(**written | {"material": base64.b64decode(written["material"])})
