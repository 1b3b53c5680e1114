"""Descriptions of records as ARGUS has them: metadata, code lists, hierarchies."""
