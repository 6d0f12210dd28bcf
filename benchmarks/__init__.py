"""Measurements of Newsloom, each a script: speed, memory, quality, and quality compared with other extractors.

Not part of the tests, and not imported by ``newsloom``. Run by ``make bench`` and ``make scores``.
"""
