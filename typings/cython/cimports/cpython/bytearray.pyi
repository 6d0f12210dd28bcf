# What compiled modules use of Python's C interface to bytearrays.
def PyByteArray_FromStringAndSize(string: None, size: int) -> bytearray: ...  # noqa: N802 - its name in C
