"""The editor of hierarchies, a page of the result."""
