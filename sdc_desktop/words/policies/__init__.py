"""Policies in words."""
