"""The use cases, one per file: functions from records to records over the rooms of the catalogue."""
