"""The steps of bulk work, one module each. They process pages, or the results of an earlier step."""
