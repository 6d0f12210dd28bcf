"""Page to links: feeds, sitemaps, OPML files and home pages to what should be fetched next."""
