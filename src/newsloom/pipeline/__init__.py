"""The use cases, one per file: functions that take and return records and use the rooms of the catalogue."""
