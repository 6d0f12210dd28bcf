"""Page to links: feeds, sitemaps, outlines and home pages, as they were fetched, to what is worth fetching next."""
