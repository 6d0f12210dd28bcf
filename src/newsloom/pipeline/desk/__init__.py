"""The desk of a newsroom: makes stories, events and topics of what was gathered, and keeps them up to date."""
