"""The templates of a newsroom's sites: learned, watched for change, and used to read again."""
