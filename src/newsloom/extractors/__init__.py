"""Extractors turn a ``Document`` into an ``Extraction``: one folder per method, each behind ``protocol.Extractor``."""
