# What compiled modules use of C's own library: as Python's has it.
from math import exp as exp
from math import log as log
from math import log1p as log1p
from math import pow as pow  # noqa: A004 - C's own name
