"""By what a store tells readers and their marks apart: a name or a subject in, its key out."""

from __future__ import annotations

import hashlib
import unicodedata

__all__ = ["folded_name", "subject_digest"]


def folded_name(name: str, /) -> str:
    """Equal for names that a person would take for one: whatever their casing, width and composition."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()


def subject_digest(subject: str, /) -> str:
    """By which a marked subject is found: an address may be longer than what PostgreSQL can put in an index."""
    return hashlib.sha256(subject.encode("utf-8", "surrogatepass")).hexdigest()
