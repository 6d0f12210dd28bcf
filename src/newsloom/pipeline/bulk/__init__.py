"""Many pages to articles: files of pages in, a file of articles out."""
