"""Widgets that know nothing of the project: they are given what they show."""
