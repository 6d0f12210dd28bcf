"""The portal's own files: stylesheet, script, icon."""

from __future__ import annotations

import os
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

__all__ = ["StaticFolder"]


class StaticFolder(StaticFiles):
    """The files of a folder; a browser may use its copy for an hour, and then asks whether it is still right."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = "public, max-age=3600"
        return response
