"""Synthetic records and what they disclose: trees, attribution, distance to the closest record."""
