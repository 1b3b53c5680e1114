"""Reasons against a release, by kind of job: made from its params and its frozen result alone."""
