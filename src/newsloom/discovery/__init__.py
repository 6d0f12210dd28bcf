"""Finds what to fetch next, in feeds, sitemaps, OPML files and home pages."""
