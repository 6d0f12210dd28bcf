"""Archives for tests."""

from __future__ import annotations

import io
import tarfile


def add_file(tar: tarfile.TarFile, name: str, content: bytes) -> None:
    """Add a file of this content to an archive."""
    member = tarfile.TarInfo(name)
    member.size = len(content)
    tar.addfile(member, io.BytesIO(content))
