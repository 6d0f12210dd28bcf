"""Bulk work: extracts files with many pages to files of articles."""
