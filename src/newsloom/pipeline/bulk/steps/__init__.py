"""The steps of bulk work, each a module: what becomes of a page, or of the results of an earlier step."""
