"""Document to Extraction: one folder per method, each behind ``protocol.Extractor``."""
