"""One file for each version of the schema, in order."""
