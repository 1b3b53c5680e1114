"""Protections that the program proposes, for records and for tables: one presenter, one page."""
