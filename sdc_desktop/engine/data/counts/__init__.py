"""Counts files: what one says of itself, its container, reading, writing, and its data."""
