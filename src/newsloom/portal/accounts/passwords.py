"""Hashes and checks passwords, and checks readers' names.

Hashing takes long on purpose: never on the event loop. Hashes with other parameters than today's are renewed at the
next sign-in.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

__all__ = ["clean_name", "hash_password", "is_password", "is_stale", "name_fault", "password_fault"]

# argon2id with 19 MiB and two passes, the minimum of OWASP's Password Storage Cheat Sheet: 30 ms of a core. The
# library's own default takes 64 MiB and 235 ms; many sign-ins at once would then starve a portal on two cores.
_MEMORY_KIB: Final = 19_456
_PASSES: Final = 2
_LANES: Final = 1

# NIST SP 800-63B: length is what counts; no rules about kinds of characters.
_LEAST_PASSWORD: Final = 10
_MOST_PASSWORD: Final = 256
_NAME: Final = re.compile(r"[^\W_](?:[\w .'-]{0,38}[^\W_])?")

# The hash of an unknown password: signing in with a name that does not exist takes as long as with one that does.
_NOBODY: Final = "$argon2id$v=19$m=19456,t=2,p=1$gFwTc1BYla09cvhCeB29rg$vQMT0D+Yl6DSPKmRyzH0VVyARwUWIc0YDn0fLRCNcTw"


def hash_password(password: str) -> str:
    """The hash of a password, to be stored."""
    return _hasher().hash(_bytes(password))


def is_password(password: str, kept: str | None) -> bool:
    """Whether the password matches the stored hash. Takes as long if there is none."""
    try:
        return _hasher().verify(kept or _NOBODY, _bytes(password)) and kept is not None
    except (VerificationError, InvalidHashError):
        return False


def is_stale(kept: str) -> bool:
    """Whether the hash was made with other parameters than today's."""
    return _hasher().check_needs_rehash(kept)


def clean_name(text: str) -> str:
    """A name as it is stored: normalised to NFKC, with single blanks."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def name_fault(name: str) -> str | None:
    """The message that says what is wrong with a name, or None."""
    return None if _NAME.fullmatch(name) else "account.fault.name"


def password_fault(password: str, name: str) -> str | None:
    """The message that says what is wrong with a password, or None."""
    if len(password) < _LEAST_PASSWORD:
        return "account.fault.short"
    if len(password) > _MOST_PASSWORD:
        return "account.fault.long"
    return "account.fault.same" if password.casefold() == name.casefold() else None


def _hasher() -> PasswordHasher:
    return PasswordHasher(memory_cost=_MEMORY_KIB, time_cost=_PASSES, parallelism=_LANES)


def _bytes(password: str) -> bytes:
    # Composed and decomposed letters are the same to the person who types them.
    return unicodedata.normalize("NFKC", password).encode("utf-8", "replace")
