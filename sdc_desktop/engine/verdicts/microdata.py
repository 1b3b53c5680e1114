"""Reasons against releasing records: what the kinds of jobs on microdata find in their own results."""
