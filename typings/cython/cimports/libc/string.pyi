# What compiled modules use of C's own library.
from typing import Any

def memchr(data: Any, byte: int, size: int) -> Any: ...
