"""The desk of a newsroom: what was gathered becomes stories, events and topics, and stays up to date."""
